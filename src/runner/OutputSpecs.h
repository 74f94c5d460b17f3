// output_spec.json of a model under training - C++
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TensorSpec.h"

namespace mlgo {
/// One output of a model and the name under which it is logged.
struct OutputSpec {
  TensorSpec Spec;
  std::string LoggingName;
};

/// Reads what LLVM's development mode calls output_spec.json: an array of
/// {"tensor_spec":SPEC,"logging_name":"NAME"}, where SPEC is a TensorSpec in
/// JSON and int64_t, int32_t or float. The first is the decision and must be
/// logged as \p DecisionName; the others are logged beside it.
Result<std::vector<OutputSpec>>
parseOutputSpecs(std::string_view JSON, const std::string &DecisionName);

/// The same from the file \p Path, which errors begin with.
Result<std::vector<OutputSpec>>
readOutputSpecs(const std::string &Path, const std::string &DecisionName);
} // namespace mlgo
