// Compiles a module several times in forked processes, to choose by size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trial is the compiler itself: it is forked before the pipeline begins, goes
// on with the same options, plugins and target, and generates code to memory
// where the pipeline ends. Nothing that it does can be seen but what it
// measured.

#pragma once

#include "GateSession.h"
#include "PartialCode.h"

namespace llvm {
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace mlgo {
/// What a trial says of a module.
struct GateTrial {
  MeasuredObject Object;
  std::vector<GateRow> Rows; ///< If it kept them.
  /// What was left out, as bits, by function.
  std::map<std::string, std::string> LeftOut;
  /// What callers of local functions may rely on.
  GateSession::KeptRegisters Kept;
  /// What failed in a trial of its own as elsewhere it may not; or nothing.
  std::string Missing;
  /// Why it says nothing; all else is empty then.
  std::optional<Error> Failure;
  bool IsOfMachine = false; ///< It failed as elsewhere it may not.

  GateChoices choices() const {
    GateChoices Choices;
    for (const auto &[Function, Bits] : LeftOut)
      Choices[Function] = GateSet(Bits);
    return Choices;
  }
};

template <typename ArchiveT> void serialize(ArchiveT &A, GateTrial &T) {
  A(T.Object, T.Rows, T.LeftOut, T.Kept, T.Missing);
}

/// What a trial begins with.
using TrialStart = std::function<void(GateSession &)>;

/// Forks a trial of \p M for each of \p Starts, as many at the same time as the
/// user wants, and returns what they say, in the same order. Nothing in a
/// trial, which goes on compiling.
std::optional<std::vector<GateTrial>>
runGateTrials(llvm::Module &M, GateSession &S,
              const std::vector<TrialStart> &Starts);

/// Has this process, a trial, generate code only of \p Part, or of all.
void setTrialPart(std::optional<ModulePart> Part);

/// Where the pipeline of \p M ends: a trial ends here. \p Machine generates the
/// code; null: the module's own target does.
void endGateTrial(llvm::Module &M, const GateSession &S,
                  llvm::TargetMachine *Machine);

/// Ends this process, a trial, which says \p Done.
[[noreturn]] void endGateTrial(GateTrial Done);

/// The machine that the compiler of \p PB generates code with, or null.
llvm::TargetMachine *getMachine(const llvm::PassBuilder &PB);

/// Whether the pipelines of \p PB count what runs, or read such counts, of
/// functions that they tell by their control flow.
bool matchesProfile(const llvm::PassBuilder &PB);
} // namespace mlgo
