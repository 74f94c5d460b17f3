// What the greedy allocator keeps to itself
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GreedyState.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/IndexedMap.h"
#include "llvm/CodeGen/CalcSpillWeights.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace mlgo {
/// The members before the pointers to the advisors, and these, of the types
/// that LLVM gives them. Is looked at where LLVM made one, never made.
struct GreedyState::PrivateBlock {
  struct PriorityQueue : std::priority_queue<std::pair<unsigned, unsigned>> {
    const container_type &elements() const { return c; }
  };
  struct Ranges {
    IndexedMap<RangeInfo, VirtReg2IndexFunctor> Info;
    unsigned NextCascade;
  };
  PriorityQueue Queue;
  std::unique_ptr<VirtRegAuxInfo> Weights;
  std::optional<Ranges> Extra;
  std::unique_ptr<RegAllocEvictionAdvisor> EvictionAdvisor;
  std::unique_ptr<RegAllocPriorityAdvisor> PriorityAdvisor;

  PrivateBlock() = delete;
  /// The pointer to an advisor like this.
  const void *advisor(const RegAllocEvictionAdvisor &) const {
    return EvictionAdvisor.get();
  }
  const void *advisor(const RegAllocPriorityAdvisor &) const {
    return PriorityAdvisor.get();
  }
};

/// Where the block was seen, and how far it is looked for elsewhere; LLVM's
/// object is larger.
constexpr size_t UsualPlace = 872;
constexpr size_t SearchedBytes = 2048;

static bool isKnownVersion() {
  unsigned Major, Minor, Patch;
  LLVMGetVersion(&Major, &Minor, &Patch);
  return Major == 22 && Minor == 1;
}

/// Whether all pages of \p Size bytes at \p Begin can be read. A kernel that
/// does not let a process ask this about itself leaves it to the other checks.
static bool isReadable(const void *Begin, size_t Size) {
  const auto PageSize = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto First = reinterpret_cast<uintptr_t>(Begin);
  for (uintptr_t At = First; At < First + Size;
       At = (At / PageSize + 1) * PageSize) {
    char Byte;
    const iovec Here = {&Byte, 1};
    const iovec There = {reinterpret_cast<void *>(At), 1};
    if (::process_vm_readv(::getpid(), &Here, 1, &There, 1, 0) != 1)
      return errno != EFAULT;
  }
  return true;
}

static bool isAligned(const void *Pointer, size_t Alignment) {
  return reinterpret_cast<uintptr_t>(Pointer) % Alignment == 0;
}

bool GreedyState::fail(std::string What) {
  Failure = "state of the register allocator: " + std::move(What);
  Block = nullptr;
  return false;
}

template <typename AdvisorT> bool GreedyState::locate(const AdvisorT &Advisor) {
  static const bool Known = isKnownVersion();
  if (!Known)
    return fail("found another LLVM, expected 22.1");
  auto Try = [&](size_t Place) {
    const auto *Here = reinterpret_cast<const PrivateBlock *>(
        static_cast<const char *>(Object) + Place);
    if (Here->advisor(Advisor) == &Advisor)
      Block = Here;
    return Block != nullptr;
  };
  bool Found = Try(UsualPlace);
  for (size_t Place = 0; !Found && Place + sizeof(PrivateBlock) < SearchedBytes;
       Place += alignof(PrivateBlock))
    Found = Try(Place);
  if (!Found)
    return fail("found no pointer to the advisor, expected one within " +
                std::to_string(SearchedBytes) + " bytes");
  return true;
}

bool GreedyState::readQueue(unsigned NumVirtRegs) {
  const auto &Waiting = Block->Queue.elements();
  QueueSize = Waiting.size();
  if (QueueSize > Waiting.capacity())
    return fail("found no queue, expected one");
  if (QueueSize > NumVirtRegs)
    return fail("found " + std::to_string(QueueSize) + " queued, expected " +
                "at most " + std::to_string(NumVirtRegs));
  return true;
}

bool GreedyState::readInfos(Register VirtReg, unsigned NumVirtRegs) {
  if (!Block->Extra)
    return fail("found no table of live ranges, expected one");
  const auto &Table = Block->Extra->Info;
  if (Table.size() == 0 || Table.size() > NumVirtRegs)
    return fail("found a table of " + std::to_string(Table.size()) +
                " live ranges, expected 1 to " + std::to_string(NumVirtRegs));
  const RangeInfo *Begin = &Table[Register::index2VirtReg(0)];
  // Only the system knows what can be read; a table that grows is asked about
  // again.
  if ((Begin != Infos || Table.size() > NumInfos) &&
      (!Begin || !isAligned(Begin, alignof(RangeInfo)) ||
       !isReadable(Begin, Table.size() * sizeof(RangeInfo))))
    return fail("found no table of live ranges, expected one");
  Infos = Begin;
  NumInfos = Table.size();
  NextCascade = Block->Extra->NextCascade;
  if (!knows(VirtReg))
    return fail("found no entry for the live range, expected one");
  // What asks for a register was queued, and is not done.
  if (stage(VirtReg) <= RS_New || stage(VirtReg) > RS_Done)
    return fail("found stage " + std::to_string(stage(VirtReg)) +
                ", expected 1 to 5");
  if (NextCascade == 0 || cascade(VirtReg) >= NextCascade)
    return fail("found cascade " + std::to_string(cascade(VirtReg)) +
                ", expected less than " + std::to_string(NextCascade));
  return true;
}

template <typename AdvisorT>
bool GreedyState::updateFor(const AdvisorT &Advisor, Register VirtReg,
                            unsigned NumVirtRegs) {
  if (!Failure.empty())
    return false;
  if (!Block && !locate(Advisor))
    return false;
  if (Block->advisor(Advisor) != &Advisor)
    return fail("found another advisor, expected the one that is asked");
  return readQueue(NumVirtRegs) && readInfos(VirtReg, NumVirtRegs);
}

bool GreedyState::update(const RegAllocEvictionAdvisor &Advisor,
                         Register VirtReg, unsigned NumVirtRegs) {
  return updateFor(Advisor, VirtReg, NumVirtRegs);
}

bool GreedyState::update(const RegAllocPriorityAdvisor &Advisor,
                         Register VirtReg, unsigned NumVirtRegs) {
  return updateFor(Advisor, VirtReg, NumVirtRegs);
}
} // namespace mlgo
