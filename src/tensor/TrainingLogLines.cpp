// The text lines of a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/TrainingLogLines.h"
#include "tensor/JSON.h"

namespace mlgo {
static Result<TensorSpec> parseSpec(const OrderedJSON &Value) {
  return getTensorSpecFromJSON(toJSONText(Value));
}

Result<TrainingLogHeader> parseTrainingLogHeader(std::string_view Line) {
  const OrderedJSON Value = parseJSON(Line);
  const auto Specs = Value.is_object() ? Value.find("features") : Value.end();
  if (Specs == Value.end() || !Specs->is_array())
    return Error("no training log, expected a JSON object with an array "
                 "'features' in the first line");
  TrainingLogHeader Header;
  uint64_t Bytes = 0;
  for (const OrderedJSON &Each : *Specs) {
    TensorSpec Spec = MLGO_TRY(parseSpec(Each).in(
        "feature " + std::to_string(Header.Features.size())));
    Bytes += Spec.getTotalTensorBufferSize();
    Header.Features.push_back(std::move(Spec));
  }
  for (auto [Key, Member] :
       {std::pair("score", &Header.Score), {"advice", &Header.Advice}}) {
    const auto Found = Value.find(Key);
    if (Found == Value.end())
      continue;
    TensorSpec Spec = MLGO_TRY(parseSpec(*Found).in(Key));
    Bytes += Spec.getTotalTensorBufferSize();
    *Member = std::move(Spec);
  }
  if (Bytes > MaxObservationBytes)
    return Error("an observation has " + std::to_string(Bytes) +
                 " bytes, expected at most " +
                 std::to_string(MaxObservationBytes));
  return Header;
}

std::optional<std::string> parseTrainingLogContext(std::string_view Line) {
  const OrderedJSON Value = parseJSON(Line);
  if (!Value.is_object() || Value.size() != 1)
    return std::nullopt;
  const auto Name = Value.find("context");
  if (Name == Value.end() || !Name->is_string())
    return std::nullopt;
  return Name->get<std::string>();
}

std::optional<uint64_t> parseTrainingLogCount(std::string_view Line,
                                              const char *Key) {
  const OrderedJSON Value = parseJSON(Line);
  if (!Value.is_object() || Value.size() != 1)
    return std::nullopt;
  const auto Count = Value.find(Key);
  if (Count == Value.end() || !Count->is_number_unsigned())
    return std::nullopt;
  return Count->get<uint64_t>();
}
} // namespace mlgo
