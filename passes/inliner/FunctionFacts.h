// What is known of functions meanwhile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "CallPlace.h"
#include "FunctionScan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueMap.h"
#include <memory>
#include <optional>

namespace llvm {
class CallBase;
class LoopInfo;
} // namespace llvm

namespace mlgo {
/// Numbers of a function.
struct FunctionCounts {
  unsigned Instructions = 0; ///< Without debug ones.
  unsigned Blocks = 0;
  /// Targets of conditional branches and switches.
  unsigned ConditionalBlocks = 0;
  unsigned Loads = 0;
  unsigned Stores = 0;
  unsigned LocalCalls = 0; ///< Direct calls of defined functions.

  static FunctionCounts of(const llvm::Function &F);

  /// Counts \p I, too.
  void add(const llvm::Instruction &I);

  bool operator==(const FunctionCounts &Other) const;
};

/// How often a call is executed, by the program's profile.
enum class CallHeat { NoProfile, Cold, Neither, Hot };

/// Facts of functions while calls are inlined, each found out when it is asked
/// for and kept up to date or forgotten when it changes. What an inlined call
/// brings is looked at once, and nothing else in its caller.
///
/// Whoever inlines tells it. Other passes run between the visits of the
/// inliner, so that it has to be told of these, too.
class FunctionFacts {
public:
  explicit FunctionFacts(llvm::FunctionAnalysisManager &FAM) : FAM(FAM) {}

  /// References are valid until the next call of a function that is not const.
  const FunctionCounts &counts(llvm::Function &F);
  const FunctionScan &scan(llvm::Function &F);
  /// What LLVM's cost of inlining \p F lacks, in its units: where the target
  /// has no accesses to addresses that are not aligned, their parts.
  int misalignedCost(llvm::Function &F);
  /// The part of scan that callers need, in less time.
  const CallerScan &callerScan(llvm::Function &F);

  /// Uses of \p F, and one more if other modules may have some. Counted when it
  /// is asked for first after a visit of \p F itself, as LLVM's advisor has it,
  /// whose numbers policies learned from.
  unsigned users(llvm::Function &F);

  /// How many loops are around \p CB. The body of an inlined callee counts as
  /// deep as its call.
  unsigned loopDepth(llvm::CallBase &CB);
  /// The deepest nest of loops in \p F.
  unsigned maxLoopDepth(llvm::Function &F);

  /// How often \p CB is executed in 64 executions of its function, as its
  /// branches' weights say or LLVM guesses; at most what 31 bits hold. The body
  /// of an inlined callee counts as often as its call.
  int64_t frequency(llvm::CallBase &CB);

  /// How hot \p CB is, by what stock's own inliner asks.
  CallHeat heat(const llvm::CallBase &CB);

  /// Tells that the call at \p Place in \p Caller was inlined.
  void onInlined(llvm::Function &Caller, const CallPlace &Place);

  /// The inliner begins or ends its visit of the functions of \p SCC, which
  /// other passes changed or may change now. Null means all functions.
  void onVisit(const llvm::LazyCallGraph::SCC *SCC);

private:
  struct Facts {
    std::optional<FunctionCounts> Counts;
    std::optional<FunctionScan> Scan;
    std::optional<CallerScan> AsCaller;
    std::optional<unsigned> MaxLoopDepth;
    std::optional<unsigned> Users;
    /// The analysis manager's loops are those of before.
    bool HasInlined = false;
    /// By block; empty until asked for.
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> Depths;
    bool HasDepths = false;
    /// By block, as frequency has them; empty until asked for.
    llvm::DenseMap<const llvm::BasicBlock *, int64_t> Frequencies;
  };

  Facts &of(llvm::Function &F);
  /// Calls \p Use with the loops of \p F as it is now.
  void withLoops(llvm::Function &F,
                 llvm::function_ref<void(const llvm::LoopInfo &)> Use);

  struct DoNotFollow : llvm::ValueMapConfig<const llvm::Function *> {
    enum { FollowRAUW = false };
  };

  llvm::FunctionAnalysisManager &FAM;
  llvm::ValueMap<const llvm::Function *, std::unique_ptr<Facts>, DoNotFollow>
      Known; ///< Forgets functions that are deleted.
};
} // namespace mlgo
