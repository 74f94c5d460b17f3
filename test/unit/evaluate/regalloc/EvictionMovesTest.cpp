//===- EvictionMovesTest.cpp ----------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// Stock decides, but for the Mover.
struct MovingTask final : AllocationTask {
  explicit MovingTask(Counts &C) : C(C) {}

  Status decide(const std::string &,
                std::unique_ptr<AllocationWatch>) const override {
    static Counts *Current;
    Current = &C;
    installEvictionAdvisor(
        {[] { return true; },
         [](llvm::Module &) -> std::unique_ptr<EvictionSession> {
           EvictionConfig Config;
           Config.Runner =
               std::make_unique<NoInferenceModelRunner>(getEvictionInputs());
           Config.UseStockDecision = true;
           Config.Observers.push_back(std::make_unique<Mover>(*Current));
           return std::make_unique<EvictionSession>(std::move(Config));
         }});
    return Success();
  }
  const char *name() const override { return "moving"; }
  Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model>, const std::string &) const override {
    return Error("no policy moves");
  }
  Result<std::vector<TensorSpec>> inputs(const std::string &) const override {
    return getEvictionInputs();
  }
  size_t numDecisions(const std::vector<TensorSpec> &) const override {
    return 0;
  }
  Model makeStart(bool) const override { return {}; }

  Counts &C;
};

} // namespace

TEST_CASE("EvictionInputs: what is evicted may have somewhere else to go") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("crowded.ll"), crowdedModule(22)));
  auto M = AllocationModule::load(Folder.file("crowded.ll"), {CodeLevel::O2});
  REQUIRE(M);
  Counts C;
  REQUIRE((*M)->generate(MovingTask(C), ""));
  CHECK(C.NumMovable > 0);
  CHECK(C.NumFixed > 0);
  CHECK(C.NumAskedAgain == 0);
}
