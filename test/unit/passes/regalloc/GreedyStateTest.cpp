// Tests of GreedyState
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own allocator is looked at while it works. Nothing here says how its
// object is laid out: what is damaged is a copy of it, a word after the other.

#include "GreedyState.h"
#include "../../evaluate/regalloc/CrowdedModule.h"
#include "compile/ModulePipeline.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <memory>

using namespace llvm;
using namespace mlgo;

namespace {

struct Question {
  const RAGreedy &RA;
  const RegAllocEvictionAdvisor &Advisor;
  Register VirtReg;
  unsigned NumVirtRegs;
};
using Asked = std::function<void(const Question &)>;

/// Decides as stock after showing each question.
class ShowingAdvisor final : public RegAllocEvictionAdvisor {
public:
  ShowingAdvisor(const MachineFunction &MF, const RAGreedy &RA, const Asked &On)
      : RegAllocEvictionAdvisor(MF, RA), Stock(MF, RA), RA(RA), On(On) {}

private:
  MCRegister tryFindEvictionCandidate(
      const LiveInterval &VirtReg, const AllocationOrder &Order,
      uint8_t CostPerUseLimit, const SmallVirtRegSet &Fixed) const override {
    On({RA, *this, VirtReg.reg(), MRI->getNumVirtRegs()});
    return stock().tryFindEvictionCandidate(VirtReg, Order, CostPerUseLimit,
                                            Fixed);
  }
  bool canEvictHintInterference(const LiveInterval &VirtReg, MCRegister PhysReg,
                                const SmallVirtRegSet &Fixed) const override {
    return stock().canEvictHintInterference(VirtReg, PhysReg, Fixed);
  }
  const RegAllocEvictionAdvisor &stock() const { return Stock; }

  const DefaultEvictionAdvisor Stock;
  const RAGreedy &RA;
  const Asked &On;
};

struct ShowingProvider final : RegAllocEvictionAdvisorProvider {
  ShowingProvider(LLVMContext &C, const Asked &On)
      : RegAllocEvictionAdvisorProvider(AdvisorMode::Release, C), On(On) {}
  std::unique_ptr<RegAllocEvictionAdvisor>
  getAdvisor(const MachineFunction &MF, const RAGreedy &RA,
             MachineBlockFrequencyInfo *, MachineLoopInfo *) override {
    return std::make_unique<ShowingAdvisor>(MF, RA, On);
  }
  const Asked &On;
};

struct ShowingAnalysis final : RegAllocEvictionAdvisorAnalysisLegacy {
  ShowingAnalysis(LLVMContext &C, const Asked &On)
      : RegAllocEvictionAdvisorAnalysisLegacy(AdvisorMode::Release) {
    Provider = std::make_unique<ShowingProvider>(C, On);
  }
  bool doInitialization(Module &) override { return false; }
};

/// Generates code of a function with too few registers.
void allocate(const Asked &On) {
  LLVMContext Context;
  SMDiagnostic Failure;
  auto M = parseAssemblyString(crowdedModule(), Failure, Context);
  REQUIRE(M);
  auto TM = createTargetMachine(*M);
  REQUIRE(TM);
  M->setDataLayout((*TM)->createDataLayout());
  initializeRegAllocEvictionAdvisorAnalysisLegacyPass(
      *PassRegistry::getPassRegistry());
  legacy::PassManager PM;
  PM.add(new ShowingAnalysis(Context, On));
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  REQUIRE_FALSE(
      (*TM)->addPassesToEmitFile(PM, OS, nullptr, CodeGenFileType::ObjectFile));
  PM.run(*M);
}

bool update(GreedyState &State, const Question &Q) {
  return State.update(Q.Advisor, Q.VirtReg, Q.NumVirtRegs);
}

} // namespace

TEST_CASE("GreedyState reads LLVM's allocator", "[regalloc]") {
  size_t Questions = 0, LongestQueue = 0, Known = 0, Cascades = 0;
  std::unique_ptr<GreedyState> State;
  allocate([&](const Question &Q) {
    if (!State)
      State = std::make_unique<GreedyState>(Q.RA);
    REQUIRE(update(*State, Q));
    ++Questions;
    LongestQueue = std::max(LongestQueue, State->queueSize());
    CHECK(State->queueSize() < Q.NumVirtRegs);
    CHECK(State->knows(Q.VirtReg));
    CHECK(State->stage(Q.VirtReg) != RS_New);
    CHECK(State->cascadeOrNext(Q.VirtReg) > 0);
    CHECK_FALSE(State->knows(Register::index2VirtReg(Q.NumVirtRegs)));
    for (unsigned I = 0; I < Q.NumVirtRegs; ++I) {
      const Register Reg = Register::index2VirtReg(I);
      if (!State->knows(Reg))
        continue;
      ++Known;
      CHECK(State->stage(Reg) <= RS_Done);
      Cascades += State->cascade(Reg) != 0;
    }
  });
  CHECK(Questions > 5);
  CHECK(LongestQueue > 0);
  CHECK(Known > Questions);
  // Who evicts gets a cascade.
  CHECK(Cascades > 0);
}

TEST_CASE("GreedyState refuses whom it does not know", "[regalloc]") {
  size_t Questions = 0;
  allocate([&](const Question &Q) {
    if (Questions++)
      return;
    const DefaultEvictionAdvisor *Other = nullptr;
    GreedyState Stranger(Q.RA);
    CHECK_FALSE(Stranger.update(
        *reinterpret_cast<const RegAllocEvictionAdvisor *>(&Other), Q.VirtReg,
        Q.NumVirtRegs));
    CHECK_THAT(Stranger.failure(),
               Catch::Contains("found no pointer to the advisor"));
    // Once is enough.
    CHECK_FALSE(update(Stranger, Q));
    GreedyState Few(Q.RA);
    CHECK_FALSE(Few.update(Q.Advisor, Q.VirtReg, 1));
    CHECK_THAT(Few.failure(), Catch::Contains("expected"));
    GreedyState Unknown(Q.RA);
    CHECK_FALSE(Unknown.update(
        Q.Advisor, Register::index2VirtReg(Q.NumVirtRegs), Q.NumVirtRegs));
    CHECK_THAT(Unknown.failure(), Catch::Contains("found no entry"));
  });
  CHECK(Questions > 0);
}

TEST_CASE("GreedyState survives any damaged word", "[regalloc]") {
  constexpr size_t NumWords = 2048 / sizeof(uint64_t);
  size_t Questions = 0, Refused = 0;
  allocate([&](const Question &Q) {
    if (Questions++)
      return;
    std::array<uint64_t, NumWords> Copy;
    const auto Reset = [&] { std::memcpy(Copy.data(), &Q.RA, sizeof(Copy)); };
    static const std::array<uint64_t, 2> Odd{};
    const uint64_t Values[] = {0, 1, 0x10000,
                               reinterpret_cast<uint64_t>(Odd.data()) + 2,
                               ~uint64_t(0)};
    for (size_t Word = 0; Word < NumWords; ++Word)
      for (const uint64_t Value : Values) {
        Reset();
        Copy[Word] = Value;
        GreedyState State(*reinterpret_cast<const RAGreedy *>(Copy.data()));
        if (update(State, Q)) {
          CHECK(State.stage(Q.VirtReg) <= RS_Done);
          CHECK(State.queueSize() <= Q.NumVirtRegs);
        } else {
          ++Refused;
          CHECK_FALSE(State.failure().empty());
        }
      }
  });
  CHECK(Questions > 0);
  // The pointers to the queue, the table and the advisor, at least.
  CHECK(Refused > 5);
}
