// Policies measured by functions or modules
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/TaskBackEnd.h"

namespace mlgo {
/// For each of \p Policies, what packages come to beside stock, and the \p
/// Functions functions by which their packages change most. \p Failures gets
/// what was left out.
Result<std::string> evaluateUnits(const ChosenTask &Chosen,
                                  const ProblemOptions &Options,
                                  const std::vector<std::string> &Policies,
                                  size_t Functions, Worker &Work,
                                  std::vector<std::string> &Failures);
} // namespace mlgo
