//===- SourceCounts.h - How often instructions run --------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes keep the weights of branches only roughly up to date. Over large loops
// errors multiply, until a loop that runs a million times seems to run a
// thousand times. So instructions remember what they were before any pass: each
// has its number as its line, in debug information that is not emitted. What
// becomes of it in machine code runs, all copies together, as often as it did.
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_LLVM_SOURCECOUNTS_H
#define MLGO_LLVM_SOURCECOUNTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class DILocation;
class DISubprogram;
class Function;
class MachineBlockFrequencyInfo;
class MachineFunction;
class Module;
} // namespace llvm

namespace mlgo {

/// How often each instruction of a module runs, by a profile, wherever it went.
class SourceCounts {
public:
  /// Nothing is known.
  SourceCounts() = default;

  /// Replaces the debug information of \p M, for which a profile was read just
  /// now, so that instructions are found again. The code stays the same.
  SourceCounts(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

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

private:
  /// Of each line, by function.
  llvm::DenseMap<const llvm::DISubprogram *, std::vector<float>> Rates;
  std::map<std::string, double, std::less<>> Runs; ///< By function.
};

/// How often each block of \p MF runs, by its number. What \p Counts does not
/// know runs as \p Frequencies say, compared with the rest.
std::vector<uint64_t>
countBlocks(const llvm::MachineFunction &MF,
            const llvm::MachineBlockFrequencyInfo &Frequencies,
            const SourceCounts &Counts);

} // namespace mlgo

#endif // MLGO_LLVM_SOURCECOUNTS_H
