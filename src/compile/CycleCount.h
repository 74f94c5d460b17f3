// What compiled code costs to execute
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a block runs is known from a profile, which passes keep up to date;
// what one run of it costs is what LLVM's scheduling model says of its machine
// instructions. No program runs. Caches and branch predictors are not known.

#pragma once

#include "compile/SourceCounts.h"
#include <limits>

namespace llvm {
class FunctionPass;
class MachineBlockFrequencyInfo;
class MachineFunction;
class Module;
} // namespace llvm

namespace mlgo {
/// What blocks of machine code cost for each time they run, times how often
/// they run, summed. All but HotBytes in 64ths.
struct CycleTerms {
  /// Terms are 64ths, so that no block is for nothing.
  static constexpr uint64_t Unit = 64;

  uint64_t Throughput = 0; ///< Cycles if nothing had to wait for a result.
  /// Cycles that results take in addition, one after the other, in a block.
  uint64_t Latency = 0;
  uint64_t Taken = 0;        ///< Branches that are taken, calls and returns.
  uint64_t Loads = 0;        ///< Instructions that read memory.
  uint64_t Stores = 0;       ///< Instructions that write memory.
  uint64_t Instructions = 0; ///< All.
  /// Bytes of blocks that run often, times a share of all counts.
  uint64_t HotBytes = 0;

  CycleTerms &operator+=(const CycleTerms &Other);
};

/// Of how many 64ths of a cycle each term is, per unit of it.
struct CycleWeights {
  uint64_t Throughput = 64, Latency = 8, Taken = 64, Loads = 16, Stores = 16,
           Instructions = 0, HotBytes = 64;
};

/// Cycles, rounded down. Saturates.
uint64_t weigh(const CycleTerms &Terms, const CycleWeights &Weights = {});

template <typename ArchiveT> void serialize(ArchiveT &A, CycleTerms &T) {
  A(T.Throughput, T.Latency, T.Taken, T.Loads, T.Stores, T.Instructions,
    T.HotBytes);
}

/// By unit of functions (see LinkUnits.h); functions that never run are left
/// out.
using CycleTermsByUnit = std::map<std::string, CycleTerms>;

/// By name of function.
using CycleTermsByFunction = std::map<std::string, CycleTerms, std::less<>>;

/// What a program executed as a whole.
struct ExecutedBlocks {
  uint64_t Total = 0; ///< Blocks, summed; 0 if that is not known.
  /// What ran most did so often.
  uint64_t Most = std::numeric_limits<uint64_t>::max();

  /// How often instructions run, wherever they go.
  SourceCounts Counts;

  /// What a call takes of a function whose code is in another file (see
  /// ExternalCost.h); of those that are not here nothing but the call.
  CycleTermsByFunction External;

  /// Total and Most, by the profile that was read for \p M just now.
  static ExecutedBlocks of(const llvm::Module &M);
};

template <typename ArchiveT> void serialize(ArchiveT &A, ExecutedBlocks &E) {
  A(E.Total, E.Most, E.Counts, E.External);
}

/// What \p MF, of machine instructions at any stage, costs in all its runs;
/// nothing if it is not known to run.
CycleTerms countCycles(const llvm::MachineFunction &MF,
                       const llvm::MachineBlockFrequencyInfo &Frequencies,
                       const ExecutedBlocks &Program);

/// A pass for generateObject that adds up in \p To what the functions cost that
/// are emitted. \p To and \p Program outlive it. Functions without a profile
/// cost nothing.
llvm::FunctionPass *createCycleCounter(CycleTermsByUnit &To,
                                       const ExecutedBlocks &Program);
} // namespace mlgo
