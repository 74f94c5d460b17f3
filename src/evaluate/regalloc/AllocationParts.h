//===- AllocationParts.h - Modules in parts, ready for trials ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_ALLOCATIONPARTS_H
#define MLGO_EVALUATE_REGALLOC_ALLOCATIONPARTS_H

#include "evaluate/regalloc/AllocationModule.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlgo {

/// What \p Task returns in a fork of this process.
Result<std::string>
inAllocationFork(const std::function<Result<std::string>()> &Task);

/// Some functions of a module that have a question. Kept as bytes, and read and
/// used in forks: forking a process takes as long as it is large, and measuring
/// forks for each function.
struct AllocationPart {
  std::string Bitcode;                  ///< Optimised.
  std::map<std::string, double> Stock;  ///< Scores or bytes.
  std::map<std::string, size_t> Places; ///< Where functions are in the module.
  /// Blocks that the program executes, where scores are cycles.
  uint64_t ProgramBlocks = 0;
};

/// Modules that were asked for, for one task, goal and setting.
class AllocationParts {
public:
  AllocationParts(const AllocationTask &Task, AllocationGoal Goal,
                  CodeSetting Setting)
      : Task(Task), Goal(Goal), Setting(Setting) {}

  /// The functions of the module at \p Path that have a question, and a score
  /// if that is the goal; for cycles, those that take at least about a
  /// thousandth of what their program executes. What has failed once fails
  /// again.
  Result<const std::vector<AllocationPart> *> prepare(const std::string &Path);

private:
  using StockMap = std::map<std::string, double>;

  Result<std::vector<AllocationPart>> split(const std::string &Path) const;
  Result<std::string> optimise(const std::string &Path) const;
  Result<std::string> measureStock(const AllocationPart &Part) const;

  const AllocationTask &Task;
  const AllocationGoal Goal;
  const CodeSetting Setting;
  std::map<std::string, Result<std::vector<AllocationPart>>> Ready;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_ALLOCATIONPARTS_H
