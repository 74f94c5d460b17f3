//===- GreedyState.cpp - What the greedy allocator keeps to itself --------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GreedyState.h"

#include "llvm-c/Core.h"

#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {

/// What lies before the pointers to the advisors, and these: the queue, a
/// pointer, the table of live ranges with the next cascade, and whether there
/// is such a table.
struct GreedyState::Layout {
  struct Element {
    uint32_t Priority;
    uint32_t Register;
  };
  const Element *QueueBegin;
  const Element *QueueEnd;
  const Element *QueueCapacity;
  uint64_t Compare;
  const void *Weights;
  const RangeInfo *Infos;
  uint32_t NumInfos;
  uint32_t InfoCapacity;
  RangeInfo NoInfo;
  uint64_t Index;
  uint64_t NextCascade; ///< In the first four bytes.
  uint64_t HasInfos;
  const void *Advisors[2]; ///< By AdvisorKind.
};

namespace {

/// Where the pointers to the advisors were seen, and how far they are looked
/// for elsewhere; LLVM's object is larger.
constexpr size_t UsualPlace = 960;
constexpr size_t SearchedBytes = 2048;

bool isKnownVersion() {
  unsigned Major, Minor, Patch;
  LLVMGetVersion(&Major, &Minor, &Patch);
  return Major == 22 && Minor == 1;
}

/// Whether the page with \p Address is memory of this process.
bool isMapped(const char *Address) {
  const auto PageSize = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto Page = reinterpret_cast<uintptr_t>(Address) & ~(PageSize - 1);
  unsigned char IsResident;
  return ::mincore(reinterpret_cast<void *>(Page), PageSize, &IsResident) == 0;
}

/// Whether \p Size bytes at \p Begin begin and end in memory.
bool isMapped(const void *Begin, size_t Size) {
  const auto *First = static_cast<const char *>(Begin);
  return isMapped(First) && isMapped(First + Size - 1);
}

bool isAligned(const void *Pointer, size_t Alignment) {
  return reinterpret_cast<uintptr_t>(Pointer) % Alignment == 0;
}

} // namespace

bool GreedyState::fail(std::string What) {
  Failure = "state of the register allocator: " + std::move(What);
  Block = nullptr;
  return false;
}

bool GreedyState::locate(AdvisorKind Kind, const void *Advisor) {
  static const bool Known = isKnownVersion();
  if (!Known)
    return fail("found another LLVM, expected 22.1");
  auto Try = [&](size_t Place) {
    const auto *Here = reinterpret_cast<const Layout *>(
        static_cast<const char *>(Object) + Place - offsetof(Layout, Advisors));
    if (Here->Advisors[Kind] == Advisor)
      Block = Here;
    return Block != nullptr;
  };
  bool Found = Try(UsualPlace);
  for (size_t Place = offsetof(Layout, Advisors);
       !Found && Place < SearchedBytes; Place += sizeof(void *))
    Found = Try(Place);
  if (!Found)
    return fail("found no pointer to the advisor, expected one within " +
                std::to_string(SearchedBytes) + " bytes");
  // Once a function: the checks of each decision compare, but only the system
  // knows what is memory.
  if (Block->NumInfos == 0 || !isAligned(Block->Infos, alignof(RangeInfo)) ||
      !isMapped(Block->Infos, Block->NumInfos * sizeof(RangeInfo)))
    return fail("found no table of live ranges, expected one");
  return true;
}

bool GreedyState::readQueue(unsigned NumVirtRegs) {
  const auto *Begin = Block->QueueBegin;
  const auto *End = Block->QueueEnd;
  if (Begin > End || End > Block->QueueCapacity || (!Begin && End))
    return fail("found no queue, expected one");
  QueueSize = End - Begin;
  if (QueueSize > NumVirtRegs)
    return fail("found " + std::to_string(QueueSize) + " queued, expected " +
                "at most " + std::to_string(NumVirtRegs));
  return true;
}

bool GreedyState::readInfos(Register VirtReg, unsigned NumVirtRegs) {
  if ((Block->HasInfos & 0xff) != 1 || !Block->Infos ||
      Block->NumInfos > Block->InfoCapacity || Block->NumInfos > NumVirtRegs)
    return fail("found a table of " + std::to_string(Block->NumInfos) +
                " live ranges, expected at most " +
                std::to_string(NumVirtRegs));
  Infos = Block->Infos;
  NumInfos = Block->NumInfos;
  NextCascade = static_cast<uint32_t>(Block->NextCascade);
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

bool GreedyState::update(AdvisorKind Kind, const void *Advisor,
                         Register VirtReg, unsigned NumVirtRegs) {
  if (!Failure.empty())
    return false;
  if (!Block && !locate(Kind, Advisor))
    return false;
  if (Block->Advisors[Kind] != Advisor)
    return fail("found another advisor, expected the one that is asked");
  return readQueue(NumVirtRegs) && readInfos(VirtReg, NumVirtRegs);
}

} // namespace mlgo
