// How often instructions run
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes keep the weights of branches only roughly up to date. Over large loops
// errors multiply, until a loop that runs a million times seems to run a
// thousand times. So instructions remember what they were before any pass: each
// has its number as its line, in debug information that is not emitted. What
// becomes of it in machine code runs, all copies together, as often as it did.

#pragma once

#include "compile/FlowCounts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace llvm {
class CallBase;
class DILocation;
class DISubprogram;
class Function;
class Instruction;
class MachineBlockFrequencyInfo;
class MachineFunction;
class Module;
} // namespace llvm

namespace mlgo {
/// How often each instruction of a module runs, by a profile, wherever it went.
class SourceCounts {
public:
  /// What a profile says of one function.
  struct FunctionRuns {
    /// How often it runs, with what was inlined into others; nothing if the
    /// profile does not know it.
    std::optional<double> Runs;
    /// For each time that it runs, how often each of its blocks does, as they
    /// were numbered; below 0 if nothing of it is left.
    std::vector<double> Blocks;
  };

  /// A function's number, which its subprogram has as its line, and a line.
  using LineOfFunction = std::pair<unsigned, unsigned>;

  /// Whether \p I stays in its block or disappears. Copies that stand for a phi
  /// are in other blocks, as are jumps of edges that were split.
  static bool isAnchor(const llvm::Instruction &I);

  /// Nothing is known.
  SourceCounts() = default;

  /// Replaces the debug information of \p M, so that instructions are found
  /// again. The code stays the same. How often they run has to be set.
  explicit SourceCounts(llvm::Module &M);

  /// The same where a profile was read for \p M just now, which is set.
  SourceCounts(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

  /// Marks each block of \p M, which was numbered just now and is only to be
  /// measured, by a variable that debug information says to begin there.
  void markBlocks(llvm::Module &M) const;

  /// What is known of all functions by a profile that was read just now for
  /// \p M, which was numbered before some passes: inlining, too.
  std::vector<FunctionRuns> measure(llvm::Module &M,
                                    llvm::FunctionAnalysisManager &FAM) const;

  /// Takes what was measured, in this process or another, on the module that
  /// was numbered.
  void set(const std::vector<FunctionRuns> &Measured);

  /// How often \p F runs itself, without what was inlined into others.
  std::optional<double> runsOf(const llvm::Function &F) const;

  /// For each time that the function with \p Subprogram runs, how often what
  /// is at \p Line of it does; nothing if that is not known.
  std::optional<double> rateOf(const llvm::DISubprogram *Subprogram,
                               unsigned Line) const;

  /// How often \p Call runs, with all its copies.
  std::optional<double> runsOf(const llvm::CallBase &Call) const;

  /// Notes that \p Call will be inlined: its callee runs less by itself.
  void onInlined(const llvm::CallBase &Call);

  /// Notes all calls that were inlined in \p M, whose bodies have left
  /// something there: for who did not call the former.
  void onInlined(const llvm::Module &M);

  /// Forgets functions that nothing in \p M is from.
  void restrictTo(const llvm::Module &M);

  template <typename ArchiveT>
  friend void serialize(ArchiveT &A, SourceCounts &C) {
    A(C.Functions, C.Runs);
  }

private:
  struct NumberedFunction {
    std::string Name;
    std::vector<unsigned> BlockOf; ///< By line.
    std::vector<float> BlockRates; ///< Below 0: not known.
    BlockGraph Successors;
    /// Blocks that call it, by their function's number, once for each call.
    std::vector<std::pair<unsigned, unsigned>> CalledFrom;

    template <typename ArchiveT>
    friend void serialize(ArchiveT &A, NumberedFunction &F) {
      std::vector<double> Rates(F.BlockRates.begin(), F.BlockRates.end());
      A(F.Name, F.BlockOf, Rates, F.Successors, F.CalledFrom);
      F.BlockRates.assign(Rates.begin(), Rates.end());
    }
  };

  void noteCalls(const llvm::Module &M);
  void completeCalls(std::vector<FunctionRuns> &Measured) const;
  std::optional<unsigned> blockOf(LineOfFunction Place) const;

  std::vector<NumberedFunction> Functions; ///< By their subprogram's line.
  std::map<std::string, double, std::less<>> Runs; ///< By function.
};

template <typename ArchiveT>
void serialize(ArchiveT &A, SourceCounts::FunctionRuns &F) {
  A(F.Runs, F.Blocks);
}

/// How often each block of \p MF runs, by its number. What \p Counts does not
/// know runs as \p Frequencies say, compared with the rest.
std::vector<uint64_t>
countBlocks(const llvm::MachineFunction &MF,
            const llvm::MachineBlockFrequencyInfo &Frequencies,
            const SourceCounts &Counts);
} // namespace mlgo
