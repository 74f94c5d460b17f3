// Tests of AllocationLabels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationLabels.h"
#include "CrowdedModule.h"
#include "EvictionInputs.h"
#include "evaluate/ObjectiveFixture.h"
#include "evaluate/regalloc/EvictionFit.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/tensor/TrainingLogReader.h"

using namespace mlgo;

namespace {

struct Fixture : ObjectiveFixture {
  const AllocationTask &Evict = *findAllocationTask("evict");

  Fixture() { makeCorpus("train/package", {crowdedModule()}); }

  std::vector<FunctionAllocation> measure(const std::string &Policy = "") {
    auto M = AllocationModule::load(Folder.file("train/package/m0.o.bc"),
                                    {CodeLevel::O2});
    REQUIRE(M);
    auto Found = measureAllocations(**M, Evict, Policy);
    REQUIRE(Found);
    return *Found;
  }
  FunctionAllocation crowded(const std::string &Policy = "") {
    for (const FunctionAllocation &F : measure(Policy))
      if (F.Name == "crowded")
        return F;
    FAIL("there is no such function");
    return {};
  }
  /// Writes labels and returns their bytes.
  std::string label(const std::string &Into, unsigned Problems,
                    unsigned Choices, const char *Kind = "in-process") {
    auto Work = startWorkers({Kind, 2}, makeAllWork());
    REQUIRE(Work);
    ProblemOptions Options;
    Options.Selection.Folders = {Folder.file("train/package")};
    Options.Objective = **findObjective("score");
    LabelOptions Labels;
    Labels.SitesPerFunction = Problems;
    Labels.ChoicesPerSite = Choices;
    auto Source =
        (*findBackEnd("evict"))->createLabels(Options, Labels, **Work);
    REQUIRE(Source);
    auto Swept = sweepLabels(**Source, {Folder.file(Into), "built", 2},
                             [](const auto &) {});
    INFO((Swept ? "" : Swept.error().message()));
    REQUIRE(Swept);
    auto Bytes = readFile(Folder.file(Into + "/package/m0.o.log"));
    REQUIRE(Bytes);
    return *Bytes;
  }
};

} // namespace

TEST_CASE_METHOD(Fixture, "AllocationTrials: every function is measured") {
  const auto Found = measure();
  REQUIRE(Found.size() == 2);
  for (const FunctionAllocation &F : Found)
    CHECK((F.Name == "crowded" ? F.Questions > 5 : F.Questions == 0));
  CHECK(crowded().Score == crowded().Score);
}

TEST_CASE_METHOD(Fixture, "AllocationLabels: a label is what its change does") {
  label("log", 1000, 100);
  auto Log = TrainingLogReader::open(Folder.file("log/package/m0.o.log"));
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
          Approx(crowded().Score));
  }
  CHECK(NumProblems == crowded().Questions);
  CHECK(NumTried > NumProblems);
  CHECK(AnyChange);
}

TEST_CASE_METHOD(Fixture, "AllocationLabels: the same seed, the same bytes") {
  CHECK(label("one", 5, 2) == label("two", 5, 2, "forked"));
}

TEST_CASE_METHOD(Fixture, "EvictionFit: a cut above all gains leaves stock") {
  label("labels", 10, 3);
  LabelFitOptions Options;
  Options.Logs = Folder.file("labels");
  Options.Trees = 20;
  Options.MinChildWeight = 1;
  Options.Cut = 1;
  auto M = fitEvictionPolicy(Options);
  INFO((M ? "" : M.error().message()));
  REQUIRE(M);
  CHECK(crowded(serializeModel(*M)).Score == crowded().Score);
  Options.Packages = {"other"};
  auto None = fitEvictionPolicy(Options);
  REQUIRE_FALSE(None);
  CHECK(None.error().message() == Folder.file("labels") + ": no labels");
}
