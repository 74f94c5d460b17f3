//===- EvictionLabelsTest.cpp ---------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/regalloc/EvictionLabels.h"

#include "CrowdedModule.h"
#include "EvictionInputs.h"
#include "EvictionPolicy.h"
#include "TemporaryFolder.h"
#include "evaluate/regalloc/EvictionFit.h"
#include "evaluate/regalloc/EvictionSearch.h"

#include "mlgo/model/ModelFile.h"
#include "mlgo/runner/NoInferenceModelRunner.h"
#include "mlgo/support/File.h"
#include "mlgo/tensor/TrainingLogReader.h"

#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

EvictionConfig stock() {
  EvictionConfig Config;
  Config.Runner = std::make_unique<NoInferenceModelRunner>(getEvictionInputs());
  Config.UseStockDecision = true;
  return Config;
}

struct Fixture {
  TemporaryFolder Folder;

  Fixture() {
    REQUIRE(writeFileAtomically(Folder.file("crowded.ll"), crowdedModule()));
    std::filesystem::create_directories(Folder.file("labels/package"));
  }
  std::unique_ptr<EvictionModule> load() {
    auto M = EvictionModule::load(Folder.file("crowded.ll"));
    INFO((M ? "" : M.error().message()));
    REQUIRE(M);
    return std::move(*M);
  }
  std::map<std::string, FunctionAllocation> measure(EvictionConfig Config) {
    auto Found = measureAllocations(*load(), std::move(Config));
    REQUIRE(Found);
    std::map<std::string, FunctionAllocation> Map;
    for (const FunctionAllocation &F : *Found)
      Map.emplace(F.Name, F);
    return Map;
  }
  std::string label(const std::string &Name, unsigned Problems,
                    unsigned Columns) {
    const std::string Path = Folder.file(Name);
    auto Log =
        TrainingLogWriter::create(Path, getEvictionLabelSpecs(StockColumns));
    REQUIRE(Log);
    EvictionLabelOptions Options;
    Options.Problems = Problems;
    Options.Columns = Columns;
    REQUIRE(labelEvictions(*load(), stock(), measure(stock()), Options, *Log));
    REQUIRE(Log->close());
    auto Bytes = readFile(Path);
    REQUIRE(Bytes);
    return *Bytes;
  }
};

} // namespace

TEST_CASE_METHOD(Fixture, "EvictionLabels: every function is measured") {
  auto Found = measure(stock());
  REQUIRE(Found.size() == 2);
  CHECK(Found["easy"].Problems == 0);
  CHECK(Found["crowded"].Problems > 5);
  CHECK(Found["crowded"].Score > Found["easy"].Score);
  CHECK(measure(stock())["crowded"].Score == Found["crowded"].Score);
}

TEST_CASE_METHOD(Fixture, "EvictionLabels: a label is what its change does") {
  const auto Known = measure(stock());
  label("log", 1000, 100);
  auto Log = TrainingLogReader::open(Folder.file("log"));
  REQUIRE(Log);
  const size_t Tried = *Log->findFeature("tried");
  TrainingLogObservation O;
  size_t NumTried = 0, NumProblems = 0;
  bool AnyChange = false;
  while (true) {
    auto More = Log->next(O);
    REQUIRE(More);
    if (!*More)
      break;
    ++NumProblems;
    CHECK(O.Context == "crowded");
    const auto *IsTried = static_cast<const int64_t *>(O.Tensors[Tried].data());
    const auto *Change =
        static_cast<const float *>(O.Tensors[Tried + 1].data());
    const auto *Mask = static_cast<const int64_t *>(O.Tensors[0].data());
    const auto *IsStock =
        static_cast<const int64_t *>(O.Tensors[EvictionInput::IsStock].data());
    for (size_t I = 0; I < StockColumns; ++I) {
      // All legal columns are tried but the stock one, which changes nothing.
      CHECK(IsTried[I] == (Mask[I] && !IsStock[I]));
      NumTried += IsTried[I] != 0;
      AnyChange |= Change[I] != 0;
      if (!IsTried[I])
        CHECK(Change[I] == 0);
    }
    CHECK(*static_cast<const float *>(O.Tensors[Tried + 2].data()) ==
          Approx(Known.at("crowded").Score));
  }
  CHECK(NumProblems == Known.at("crowded").Problems);
  CHECK(NumTried > NumProblems);
  CHECK(AnyChange);
}

TEST_CASE_METHOD(Fixture, "EvictionInputs: what is evicted may have somewhere "
                          "else to go") {
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
  REQUIRE(writeFileAtomically(Folder.file("crowded.ll"), crowdedModule(22)));
  Counts C;
  EvictionConfig Config = stock();
  Config.Observers.push_back(std::make_unique<Mover>(C));
  REQUIRE(measureAllocations(*load(), std::move(Config)));
  CHECK(C.NumMovable > 0);
  CHECK(C.NumFixed > 0);
  CHECK(C.NumAskedAgain == 0);
}

TEST_CASE_METHOD(Fixture, "EvictionLabels: the same seed, the same bytes") {
  CHECK(label("one", 5, 2) == label("two", 5, 2));
}

TEST_CASE_METHOD(Fixture, "EvictionSearch: never worse, and repeatable") {
  const auto Known = measure(stock());
  double Best[2];
  for (double &Each : Best) {
    auto Found = searchEvictions(*load(), stock(), Known, 30, 1);
    REQUIRE(Found);
    // Functions without a problem have nothing to search.
    REQUIRE(Found->size() == 1);
    CHECK(Found->at(0).Stock.Score == Known.at("crowded").Score);
    Each = Found->at(0).Best;
  }
  CHECK(Best[0] <= Known.at("crowded").Score);
  CHECK(Best[0] == Best[1]);
}

TEST_CASE_METHOD(Fixture, "EvictionFit: a cut above all gains leaves stock") {
  label("labels/package/one.log", 10, 3);
  EvictionFitOptions Options;
  Options.Logs = Folder.file("labels");
  Options.Trees = 20;
  Options.MinChildWeight = 1;
  Options.Cut = 1;
  auto M = fitEvictionPolicy(Options);
  INFO((M ? "" : M.error().message()));
  REQUIRE(M);
  REQUIRE(saveModel(*M, Folder.file("policy.mlgo")));
  auto Policy =
      createPolicyRunner(getEvictionPolicySpec(), Folder.file("policy.mlgo"));
  REQUIRE(Policy);
  CHECK((*Policy)->reads(EvictionInput::IsStock));
  EvictionConfig Config;
  Config.Runner = std::move(*Policy);
  CHECK(measure(std::move(Config))["crowded"].Score ==
        measure(stock())["crowded"].Score);
  Options.Packages = {"other"};
  auto None = fitEvictionPolicy(Options);
  REQUIRE_FALSE(None);
  CHECK(None.error().message() == Folder.file("labels") + ": no labels");
}
