//===- InlineCounts.cpp - What was decided, in numbers --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineCounts.h"

namespace mlgo {

std::string formatCounts(const InlineCounts &S) {
  return "decisions=" + std::to_string(S.Decisions) +
         " inlined=" + std::to_string(S.Inlined) +
         " differ=" + std::to_string(S.Differ) +
         " abstained=" + std::to_string(S.Abstained) +
         " matched=" + std::to_string(S.Matched) +
         " stock=" + std::to_string(S.Stock);
}

} // namespace mlgo
