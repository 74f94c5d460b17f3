// Loops that repeat without a call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that calls in every round spends most of its time in what it calls.
// One that can go round without a call is where an instruction more is felt.

#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator_range.h"

namespace llvm {
class Function;
class MachineInstr;
} // namespace llvm

namespace mlgo {
/// How many instructions a call of \p Callee is taken to execute; null: of one
/// that is not known. Small functions that neither call nor loop are counted.
unsigned guessCallCost(const llvm::Function *Callee);

/// The function that the machine call \p MI names; null if it names none.
const llvm::Function *getCallee(const llvm::MachineInstr &MI);

/// What guessCallCost() says of functions about which nothing is known.
inline constexpr unsigned UsualCallCost = 24;

template <typename BlockT>
using BlockSet = llvm::SmallPtrSet<const BlockT *, 16>;

/// Adds to \p Found the blocks of \p L that can run in a round from its header
/// to its header in which no block runs of which \p Calls is true. Loops inside
/// \p L are passed through; their own rounds are theirs.
template <typename BlockT, typename LoopT, typename CallsT>
void addCallFreeCycle(const LoopT &L, CallsT Calls, BlockSet<BlockT> &Found) {
  const BlockT *Header = L.getHeader();
  if (Calls(*Header))
    return;
  auto Reach = [&](auto Neighbours) {
    BlockSet<BlockT> Reached;
    llvm::SmallVector<const BlockT *, 16> Pending = {Header};
    bool ComesBack = false;
    while (!Pending.empty())
      for (const BlockT *Next : Neighbours(Pending.pop_back_val())) {
        ComesBack |= Next == Header;
        if (Next != Header && L.contains(Next) && !Calls(*Next) &&
            Reached.insert(Next).second)
          Pending.push_back(Next);
      }
    Reached.insert(Header);
    return ComesBack ? Reached : BlockSet<BlockT>();
  };
  const BlockSet<BlockT> Ahead = Reach([](const BlockT *Block) {
    return llvm::make_range(succ_begin(Block), succ_end(Block));
  });
  if (Ahead.empty())
    return;
  const BlockSet<BlockT> Behind = Reach([](const BlockT *Block) {
    return llvm::make_range(pred_begin(Block), pred_end(Block));
  });
  for (const BlockT *Block : Ahead)
    if (Behind.contains(Block))
      Found.insert(Block);
}
} // namespace mlgo
