//===- CostMemory.h - Costs of calls that are alike -------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_COSTMEMORY_H
#define MLGO_PASSES_INLINER_COSTMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/ValueMap.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace mlgo {

/// Remembers stock's costs. LLVM walks the callee for each call; calls of one
/// callee cost the same if all that the walk sees of them is the same, above
/// all their constant arguments and their callers' attributes.
class CostMemory {
public:
  /// The cost of \p CB: what \p Compute says, or said of a call like it.
  /// \p IsWhole tells costs that are computed to the end from others.
  llvm::InlineCost get(llvm::CallBase &CB, bool IsWhole,
                       llvm::function_ref<llvm::InlineCost()> Compute);

  /// Likewise the parts of the cost.
  using Parts = std::optional<llvm::InlineCostFeatures>;
  Parts getParts(llvm::CallBase &CB, llvm::function_ref<Parts()> Compute);

  /// The inliner begins or ends its visit of the functions of \p SCC, which
  /// may have changed otherwise than by inlining into the caller that was asked
  /// about last. Null means all functions.
  void onVisit(const llvm::LazyCallGraph::SCC *SCC);

private:
  /// Attributes of the call and of its caller, and constant arguments by their
  /// unique addresses; what else the walk asks of the call as bits.
  using Key = llvm::SmallVector<const void *, 8>;

  enum class Kind { Cost, WholeCost, Parts };

  /// What is known of one callee.
  struct Costs {
    std::map<Key, llvm::InlineCost> Sums;
    std::map<Key, Parts> Split;
  };

  struct DoNotFollow : llvm::ValueMapConfig<const llvm::Function *> {
    enum { FollowRAUW = false };
  };

  /// Notices if it is another caller's turn.
  void setCaller(const llvm::Function &Next);
  /// False if the cost depends on more than a key has.
  bool makeKey(llvm::CallBase &CB, Kind What, Key &K) const;

  template <typename T>
  T find(std::map<Key, T> Costs::*Which, llvm::CallBase &CB, Kind What,
         llvm::function_ref<T()> Compute);

  const llvm::Function *Caller = nullptr;
  bool IsRecursive = false; ///< The caller calls itself.
  uintptr_t Turn = 0;       ///< Counts callers.
  llvm::ValueMap<const llvm::Function *, std::unique_ptr<Costs>, DoNotFollow>
      Known; ///< Forgets functions that are deleted.
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_COSTMEMORY_H
