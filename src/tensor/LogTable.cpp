// A training log as a table of text
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/LogTable.h"
#include "support/Text.h"
#include <charconv>
#include <cstring>

namespace mlgo {
namespace {
void appendColumnNames(std::string &Text, const TensorSpec &Spec) {
  const size_t Count = Spec.getElementCount();
  for (size_t I = 0; I < Count; ++I) {
    Text += ',';
    Text += quoteField(
        Count == 1 ? Spec.name() : Spec.name() + "[" + std::to_string(I) + "]");
  }
}

template <typename T>
void appendElements(std::string &Text, const void *Data, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
    T Value;
    std::memcpy(&Value, static_cast<const char *>(Data) + I * sizeof(T),
                sizeof(T));
    char Digits[32];
    const auto End =
        std::to_chars(std::begin(Digits), std::end(Digits), Value).ptr;
    Text += ',';
    Text.append(Digits, End);
  }
}

void appendTensor(std::string &Text, const void *Data, const TensorSpec &Spec) {
  switch (Spec.type()) {
#define MLGO_APPEND_ELEMENTS(T, Name)                                          \
  case TensorType::Name:                                                       \
    return appendElements<T>(Text, Data, Spec.getElementCount());
    MLGO_TENSOR_TYPES(MLGO_APPEND_ELEMENTS)
#undef MLGO_APPEND_ELEMENTS
  case TensorType::Invalid:
    return;
  }
}
} // namespace

std::string formatTableHeader(const TrainingLogReader &Log) {
  std::string Text = "context,observation";
  for (const TensorSpec &Spec : Log.features())
    appendColumnNames(Text, Spec);
  if (Log.score())
    appendColumnNames(Text, *Log.score());
  return Text + "\n";
}

void appendTableRow(std::string &Text, const TrainingLogReader &Log,
                    const TrainingLogObservation &O) {
  Text += quoteField(O.Context);
  Text += ',' + std::to_string(O.Number);
  for (size_t I = 0; I < O.Tensors.size(); ++I)
    appendTensor(Text, O.Tensors[I].data(), Log.features()[I]);
  if (O.Score)
    appendTensor(Text, O.Score->data(), *Log.score());
  Text += '\n';
}
} // namespace mlgo
