//===- UnitEval.h - Policies measured by functions or modules ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_UNITEVAL_H
#define MLGO_TOOLS_UNITEVAL_H

#include "evaluate/TaskBackEnd.h"

namespace mlgo {

/// Prints, for each of \p Policies, what packages come to beside stock, and the
/// \p Functions functions by which their packages change most. Ends the program
/// where nothing can be measured.
void evaluateUnits(const ChosenTask &Chosen, const ProblemOptions &Options,
                   const std::vector<std::string> &Policies, size_t Functions,
                   Worker &Work);

} // namespace mlgo

#endif // MLGO_TOOLS_UNITEVAL_H
