// What the greedy allocator keeps to itself
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/CodeGen/RegAllocEvictionAdvisor.h"
#include "llvm/CodeGen/RegAllocPriorityAdvisor.h"
#include <cstddef>
#include <string>

namespace mlgo {
/// Stage and cascade of a live range, and the length of the queue. LLVM's own
/// advisors read them from a class whose declaration it does not install; they
/// follow from nothing that is public.
///
/// The allocator's object holds pointers to the advisors of the current
/// function, and right before them lies what is read here. So the place is
/// found by looking for the advisor itself, and whatever is then read has to be
/// plausible. Only LLVM 22.1 is known to be laid out like this; for any other,
/// and wherever one check fails, nothing is read and failure() says what was
/// found. Then the stock advisor is to decide.
class GreedyState {
public:
  /// The state of \p RA, which must outlive this.
  explicit GreedyState(const llvm::RAGreedy &RA) : Object(&RA) {}

  /// Finds and checks the state when \p Advisor is asked about \p VirtReg, a
  /// register among \p NumVirtRegs. Call it before each decision; it is cheap
  /// once it has succeeded. All that follows needs its success.
  bool update(const llvm::RegAllocEvictionAdvisor &Advisor,
              llvm::Register VirtReg, unsigned NumVirtRegs);
  bool update(const llvm::RegAllocPriorityAdvisor &Advisor,
              llvm::Register VirtReg, unsigned NumVirtRegs);

  /// Virtual registers that wait to be allocated.
  size_t queueSize() const { return QueueSize; }

  /// False if nothing is known of \p Reg.
  bool knows(llvm::Register Reg) const { return Reg.virtRegIndex() < NumInfos; }
  llvm::LiveRangeStage stage(llvm::Register Reg) const {
    return Infos[Reg.virtRegIndex()].Stage;
  }
  unsigned cascade(llvm::Register Reg) const {
    return Infos[Reg.virtRegIndex()].Cascade;
  }
  /// The cascade of \p Reg, or the one it would get now.
  unsigned cascadeOrNext(llvm::Register Reg) const {
    const unsigned Cascade = cascade(Reg);
    return Cascade ? Cascade : NextCascade;
  }

  /// Which check has failed; empty if none has.
  const std::string &failure() const { return Failure; }

private:
  struct PrivateBlock;
  struct RangeInfo {
    llvm::LiveRangeStage Stage;
    unsigned Cascade;
  };
  template <typename AdvisorT>
  bool updateFor(const AdvisorT &Advisor, llvm::Register VirtReg,
                 unsigned NumVirtRegs);
  template <typename AdvisorT> bool locate(const AdvisorT &Advisor);
  bool fail(std::string What);
  bool readQueue(unsigned NumVirtRegs);
  bool readInfos(llvm::Register VirtReg, unsigned NumVirtRegs);

  const void *const Object;
  const PrivateBlock *Block = nullptr;
  const RangeInfo *Infos = nullptr; ///< Of virtual registers; can be read.
  size_t NumInfos = 0;
  size_t QueueSize = 0;
  unsigned NextCascade = 0;
  std::string Failure;
};
} // namespace mlgo
