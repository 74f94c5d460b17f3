// output_spec.json of a model under training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/OutputSpecs.h"
#include "mlgo/support/File.h"
#include "tensor/JSON.h"

namespace mlgo {
/// More is no list of outputs.
constexpr size_t MaxFileBytes = size_t(1) << 20;

static Result<OutputSpec> parseOutput(const OrderedJSON &Value) {
  if (!Value.is_object())
    return Error("expected an object with the keys 'tensor_spec', a tensor "
                 "spec, and 'logging_name', a string");
  const auto Spec = Value.find("tensor_spec");
  if (Spec == Value.end() || !Spec->is_object())
    return Error("'tensor_spec' property not present or not an object");
  const auto Name = Value.find("logging_name");
  if (Name == Value.end() || !Name->is_string())
    return Error("'logging_name' property not present or not a string");
  auto Parsed = MLGO_TRY(getTensorSpecFromJSON(toJSONText(*Spec)));
  if (!Parsed.isElementType<int64_t>() && !Parsed.isElementType<int32_t>() &&
      !Parsed.isElementType<float>())
    return Error("tensor '" + Parsed.name() + "' has the unsupported type " +
                 std::string(getTensorTypeName(Parsed.type())) +
                 ", only int64_t, int32_t and float tensors are supported");
  return OutputSpec{std::move(Parsed), Name->get<std::string>()};
}

Result<std::vector<OutputSpec>>
parseOutputSpecs(std::string_view JSON, const std::string &DecisionName) {
  const OrderedJSON Values = parseJSON(JSON);
  if (!Values.is_array())
    return Error("output specs: found no JSON array, expected an array of "
                 "{\"tensor_spec\":SPEC,\"logging_name\":NAME}");
  std::vector<OutputSpec> Specs;
  for (const OrderedJSON &Value : Values) {
    Specs.push_back(MLGO_TRY(
        parseOutput(Value).in("output spec " + std::to_string(Specs.size()))));
  }
  if (Specs.empty() || Specs[0].LoggingName != DecisionName)
    return Error("output specs: the first must describe the decision tensor "
                 "and have the logging_name '" +
                 DecisionName + "', found " +
                 (Specs.empty() ? "none" : "'" + Specs[0].LoggingName + "'"));
  return Specs;
}

Result<std::vector<OutputSpec>>
readOutputSpecs(const std::string &Path, const std::string &DecisionName) {
  const std::string Text = MLGO_TRY(readFile(Path, MaxFileBytes));
  return parseOutputSpecs(Text, DecisionName).in(Path);
}
} // namespace mlgo
