// Tests of EvictionMoves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CrowdedModule.h"
#include "EvictionAnalysis.h"
#include "EvictionInputs.h"
#include "TemporaryFolder.h"
#include "evaluate/regalloc/AllocationModule.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

struct Counts {
  llvm::Register Moved;
  size_t NumMovable = 0, NumFixed = 0, NumAskedAgain = 0;
};
// Follows the first eviction of what can be assigned again.
struct Mover final : RegAllocObserver {
  explicit Mover(Counts &C) : C(C) {}
  int64_t onDecision(const EvictionDecision &D) override {
    const auto *Movable =
        D.Inputs.getTensor<int64_t>(EvictionInput::IsReassignable);
    const auto *Mask = D.Inputs.getTensor<int64_t>(EvictionInput::Mask);
    C.NumAskedAgain += C.Moved && D.VirtReg.reg() == C.Moved;
    CHECK(Movable[StockColumns - 1] == 0);
    int64_t Chosen = D.Decision;
    for (size_t I = 0; I + 1 < StockColumns; ++I) {
      CHECK((Movable[I] == 0 || Mask[I] == 1));
      C.NumFixed += Mask[I] && !Movable[I];
      C.NumMovable += Movable[I] == 1;
      if (!Movable[I] || C.Moved)
        continue;
      REQUIRE(D.candidate(I));
      REQUIRE_FALSE(D.candidate(I)->Intervals.empty());
      C.Moved = D.candidate(I)->Intervals[0]->reg();
      Chosen = static_cast<int64_t>(I);
    }
    return Chosen;
  }
  Counts &C;
};

/// Questions, and choices that cost bytes and that cost none.
struct CostCounts {
  size_t NumQuestions = 0, NumDear = 0, NumFree = 0;
};
struct CostReader final : RegAllocObserver {
  explicit CostReader(CostCounts &C) : C(C) {}
  int64_t onDecision(const EvictionDecision &D) override {
    const size_t Kept = StockColumns - 1;
    auto Value = [&](EvictionInput::ID I, size_t Column) {
      return D.Inputs.getTensor<int64_t>(I)[Column];
    };
    ++C.NumQuestions;
    CHECK(Value(EvictionInput::ChoiceBytes, Kept) > 0);
    for (size_t I = 0; I < Kept; ++I) {
      if (!Value(EvictionInput::Mask, I))
        continue;
      // x86-64 has no dear registers, so that what can move costs nothing.
      const bool IsFree = Value(EvictionInput::ChoiceBytes, I) == 0;
      CHECK(IsFree == (Value(EvictionInput::IsReassignable, I) == 1));
      C.NumFree += IsFree;
      C.NumDear += !IsFree;
    }
    const size_t Stock = static_cast<size_t>(D.StockDecision);
    CHECK(Value(EvictionInput::ChoiceBytesAboveStock, Stock) == 0);
    CHECK(Value(EvictionInput::ChoiceBytesAboveKept, Kept) == 0);
    return D.Decision;
  }
  CostCounts &C;
};

/// Stock decides, but for an observer of \p ObserverT.
template <typename ObserverT, typename CountsT>
struct ObservedTask final : AllocationTask {
  explicit ObservedTask(CountsT &C) : C(C) {}

  Status decide(const std::string &,
                std::unique_ptr<AllocationWatch>) const override {
    static CountsT *Current;
    Current = &C;
    installEvictionAdvisor(
        {[] { return true; },
         [](llvm::Module &) -> std::unique_ptr<EvictionSession> {
           EvictionConfig Config;
           Config.Runner =
               std::make_unique<NoInferenceModelRunner>(getEvictionInputs());
           Config.UseStockDecision = true;
           Config.Observers.push_back(std::make_unique<ObserverT>(*Current));
           return std::make_unique<EvictionSession>(std::move(Config));
         }});
    return Success();
  }
  const char *name() const override { return "observed"; }
  Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model>, const std::string &) const override {
    return Error("no policy decides");
  }
  Result<std::vector<TensorSpec>> inputs(const std::string &) const override {
    return getEvictionInputs();
  }
  size_t numDecisions(const std::vector<TensorSpec> &) const override {
    return 0;
  }
  Model makeStart(AllocationGoal) const override { return {}; }

  CountsT &C;
};

} // namespace

TEST_CASE("EvictionInputs: what is evicted may have somewhere else to go") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("crowded.ll"), crowdedModule(22)));
  auto M = AllocationModule::load(Folder.file("crowded.ll"), {CodeLevel::O2});
  REQUIRE(M);
  Counts C;
  REQUIRE((*M)->generate(ObservedTask<Mover, Counts>(C), ""));
  CHECK(C.NumMovable > 0);
  CHECK(C.NumFixed > 0);
  CHECK(C.NumAskedAgain == 0);
}

TEST_CASE("EvictionInputs: a choice costs the bytes of what it spills") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("crowded.ll"), crowdedModule(22)));
  auto M = AllocationModule::load(Folder.file("crowded.ll"), {CodeLevel::Oz});
  REQUIRE(M);
  CostCounts C;
  REQUIRE((*M)->generate(ObservedTask<CostReader, CostCounts>(C), ""));
  CHECK(C.NumQuestions > 0);
  CHECK(C.NumFree > 0);
  CHECK(C.NumDear > 0);
}
