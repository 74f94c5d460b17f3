// Costs of calls that are alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include <map>
#include <optional>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace mlgo {
/// Remembers stock's costs while one caller is visited. LLVM walks the callee
/// for each call; calls of one callee cost the same if all that the walk sees
/// of them is the same, above all their constant arguments.
class CostMemory {
public:
  /// The cost of \p CB: what \p Compute says, or said of a call like it.
  /// \p IsWhole tells costs that are computed to the end from others.
  llvm::InlineCost get(llvm::CallBase &CB, bool IsWhole,
                       llvm::function_ref<llvm::InlineCost()> Compute);

  /// Likewise the parts of the cost.
  using Parts = std::optional<llvm::InlineCostFeatures>;
  Parts getParts(llvm::CallBase &CB, llvm::function_ref<Parts()> Compute);

  /// Functions may have changed otherwise than by inlining into the caller that
  /// was asked about last.
  void clear();

private:
  /// Callee, attributes, and constant arguments by their unique addresses; what
  /// else the walk asks of the call as bits.
  using Key = llvm::SmallVector<const void *, 8>;

  enum class Kind { Cost, WholeCost, Parts };

  /// False if the cost depends on more than a key has.
  static bool makeKey(llvm::CallBase &CB, Kind What, Key &K);

  template <typename T>
  T find(std::map<Key, T> &Known, llvm::CallBase &CB, Kind What,
         llvm::function_ref<T()> Compute);

  const llvm::Function *Caller = nullptr;
  std::map<Key, llvm::InlineCost> Costs;
  std::map<Key, Parts> KnownParts;
};
} // namespace mlgo
