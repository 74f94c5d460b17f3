// The text of LLVM's training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/TrainingLogFormat.h"
#include "tensor/JSON.h"
#include <charconv>

namespace mlgo {
/// {"<Key>":<N>} and a newline.
static void appendCount(std::string &Text, std::string_view Key, uint64_t N) {
  char Digits[20]; // As many as 2^64 - 1 has.
  const auto End = std::to_chars(Digits, Digits + sizeof(Digits), N).ptr;
  Text.append("{\"").append(Key).append("\":");
  Text.append(Digits, static_cast<size_t>(End - Digits)).append("}\n");
}

std::string formatLogHeader(const std::vector<TensorSpec> &Features,
                            const std::optional<TensorSpec> &Score,
                            const std::optional<TensorSpec> &Advice) {
  std::string Text = "{\"features\":[";
  for (size_t I = 0; I < Features.size(); ++I)
    Text += (I ? "," : "") + toJSON(Features[I]);
  Text += "]";
  if (Score)
    Text += ",\"score\":" + toJSON(*Score);
  if (Advice)
    Text += ",\"advice\":" + toJSON(*Advice);
  return Text + "}\n";
}

std::string formatLogContext(std::string_view Name) {
  return "{\"context\":" + toJSONText(OrderedJSON(Name)) + "}\n";
}

void appendLogObservation(std::string &Text, uint64_t N) {
  appendCount(Text, "observation", N);
}

void appendLogOutcome(std::string &Text, uint64_t N) {
  appendCount(Text, "outcome", N);
}
} // namespace mlgo
