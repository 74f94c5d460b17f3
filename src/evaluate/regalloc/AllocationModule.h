// A module that is allocated in trials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "compile/CycleCount.h"
#include "evaluate/regalloc/AllocationTask.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <set>

namespace mlgo {
/// The setting of trials for \p Goal where \p Asked is: corpora are built for
/// size, and a score that is of speed is that of -O2.
inline CodeSetting settingFor(AllocationGoal Goal, CodeSetting Asked) {
  if (Goal != AllocationGoal::Size && Asked.Level == CodeLevel::AsBuilt)
    Asked.Level = CodeLevel::O2;
  return Asked;
}

/// A module that has been optimised as clang does, and waits for its code to be
/// generated. Forked processes may do that, each in its own way.
class AllocationModule {
public:
  /// Reads \p Path and optimises it in \p Setting. Where that has a profile,
  /// scores are cycles.
  static Result<std::unique_ptr<AllocationModule>>
  load(const std::string &Path, const CodeSetting &Setting);

  /// The module as bitcode, with what is known of how often it runs, and one
  /// that was made so, read from it without being optimised again. Its code is
  /// generated as that of any other that was read from the same bytes.
  std::string toBitcode() const;
  static Result<std::unique_ptr<AllocationModule>>
  fromBitcode(const std::string &Bytes);

  /// Blocks that the program executes, by its profile; 0 without one.
  uint64_t executedBlocks() const { return Executed ? Executed->Total : 0; }

  /// Makes declarations of all functions but \p Names, and of those that an
  /// alias names, and drops what nothing uses then. The code generated for the
  /// others stays as it is.
  void keepOnly(const std::set<std::string> &Names);

  /// Generates code, deciding \p Task as AllocationTask::decide says. Returns
  /// the bytes of code, read-only data and unwind tables. Uses the module up;
  /// forks of a process each have their own.
  Result<uint64_t> generate(const AllocationTask &Task,
                            const std::string &Policy,
                            std::unique_ptr<AllocationWatch> Watch = nullptr);

private:
  AllocationModule() = default;

  /// With a profile.
  std::optional<ExecutedBlocks> Executed;

  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;
  std::unique_ptr<llvm::TargetMachine> TM;
};
} // namespace mlgo
