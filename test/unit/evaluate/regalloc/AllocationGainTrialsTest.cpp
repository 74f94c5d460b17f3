// Tests of AllocationGainTrials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationGainTrials.h"
#include "CrowdedModule.h"
#include "ProfileFixture.h"
#include "evaluate/ObjectiveFixture.h"
#include "evaluate/regalloc/EvictionStart.h"
#include "mlgo/model/ModelFile.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace mlgo;

namespace {

const AllocationTask &evict() { return *findAllocationTask("evict"); }

/// Corpora of crowded modules, and the start of evolution.
struct Corpora : ObjectiveFixture {
  Corpora() {
    makeCrowds("train/alpha", {18, 20});
    makeCrowds("train/beta", {25, 3});
    makeCrowds("valid/gamma", {22});
    Config.Task = "regalloc-evict";
    Config.Parameters = {"weights"};
    Config.ScaleFloor = 1;
    REQUIRE(saveModel(makeEvictionStart(), Config.StartModel));
  }

  void makeCrowds(const std::string &Name, const std::vector<int> &Values) {
    std::vector<std::string> Texts;
    for (const int Each : Values)
      Texts.push_back(crowdedModule(Each));
    makeCorpus(Name, Texts);
  }
};

/// The start twice, and others that look at one or two inputs more.
std::vector<ParameterVector> makeCandidates(const ParameterVector &Start) {
  std::vector<ParameterVector> All(2, Start);
  for (size_t I = 1; I < Start.size(); I += 3) {
    All.push_back(Start);
    All.back()[I] = I % 2 ? 3 : -3;
    All.back()[(I + 7) % Start.size()] -= 2;
  }
  return All;
}

/// The files of such candidates.
std::vector<std::string> makeModels(const Model &Start) {
  auto Parameters =
      PolicyParameters::create(Start, *parsePolicyParameters({"weights"}, 1));
  REQUIRE(Parameters);
  std::vector<std::string> Models;
  for (const ParameterVector &P : makeCandidates(Parameters->values())) {
    auto Made = Parameters->apply(P);
    REQUIRE(Made);
    Models.push_back(serializeModel(*Made));
  }
  return Models;
}

} // namespace

TEST_CASE_METHOD(Corpora, "AllocationTrials: what policies share changes no "
                          "score") {
  const auto Models = makeModels(makeEvictionStart());
  auto Load = [&] {
    auto M = AllocationModule::load(Folder.file("train/beta/m0.o.bc"),
                                    {CodeLevel::O2});
    REQUIRE(M);
    return std::move(*M);
  };
  auto Together = measurePolicies(*Load(), evict(), Models);
  REQUIRE(Together);
  REQUIRE(Together->size() == 1);
  CHECK(Together->at(0).Name == "crowded");
  REQUIRE(Together->at(0).Results.size() == Models.size());
  std::set<double> Different;
  for (size_t I = 0; I < Models.size(); ++I) {
    auto Alone = measureAllocations(*Load(), evict(), I ? Models[I] : "");
    REQUIRE(Alone);
    CHECK(Together->at(0).Results[I] == std::optional(Alone->at(0).Score));
    Different.insert(Alone->at(0).Score);
  }
  CHECK(Different.size() >= 3);
  CHECK_FALSE(measurePolicies(*Load(), evict(), {"no model"}));
  CHECK_FALSE(measurePolicies(*Load(), evict(), {}));
}

TEST_CASE_METHOD(Corpora, "AllocationTrials: what policies share changes no "
                          "size") {
  const auto Models = makeModels(makeEvictionStart(AllocationGoal::Size));
  auto Load = [&] {
    auto M = AllocationModule::load(Folder.file("train/beta/m0.o.bc"),
                                    {CodeLevel::Oz});
    REQUIRE(M);
    return std::move(*M);
  };
  const auto Together = measureSizes(*Load(), evict(), "crowded", Models);
  REQUIRE(Together);
  REQUIRE(Together->Results.size() == Models.size());
  std::set<uint64_t> Different;
  for (size_t I = 0; I < Models.size(); ++I) {
    const auto Alone = Load()->generate(evict(), I ? Models[I] : "");
    REQUIRE(Alone);
    CHECK(Together->Results[I] == std::optional(double(*Alone)));
    Different.insert(*Alone);
  }
  CHECK(Different.size() >= 3);
  const auto Elsewhere = measureSizes(*Load(), evict(), "absent", Models);
  REQUIRE(Elsewhere);
  for (const std::optional<double> &Size : Elsewhere->Results)
    CHECK(Size == Together->Results[0]);
}

TEST_CASE_METHOD(Corpora,
                 "AllocationGainTrials: any number of workers gives the "
                 "same rewards") {
  Config.Task = GENERATE("regalloc-evict", "regalloc-evict-oz");
  const bool ForSize = Config.Task == "regalloc-evict-oz";
  REQUIRE(saveModel(
      makeEvictionStart(ForSize ? AllocationGoal::Size : AllocationGoal::Score),
      Config.StartModel));
  std::vector<std::vector<std::optional<double>>> First;
  for (const unsigned Jobs : {0, 1, 2}) {
    Config.Workers = Jobs ? "forked" : "in-process";
    Config.Jobs = std::max(1u, Jobs);
    const auto O = make();
    const auto Candidates = makeCandidates(O->start());
    std::vector<std::vector<std::optional<double>>> Found;
    for (const uint64_t Generation : {0, 1, 0}) {
      const auto Rewards = O->evaluate(Candidates, Generation);
      REQUIRE(Rewards);
      Found.push_back(*Rewards);
      // The start is stock.
      CHECK(Rewards->at(0) == 0.0);
      CHECK(Rewards->at(1) == 0.0);
      for (const std::optional<double> &Reward : *Rewards)
        CHECK(Reward.value_or(2) < 1);
    }
    const auto Better = std::find_if(
        Found[0].begin(), Found[0].end(),
        [](const std::optional<double> &Reward) { return Reward > 0.0; });
    REQUIRE(Better != Found[0].end());
    const auto Score = O->validate(Candidates[Better - Found[0].begin()], 0);
    REQUIRE(Score);
    REQUIRE(*Score);
    Found.push_back({**Score});
    CHECK(**Score != 0);
    CHECK(Found[0] == Found[2]);
    CHECK(std::set<std::optional<double>>(Found[0].begin(), Found[0].end())
              .size() >= 3);
    if (First.empty())
      First = Found;
    CHECK(Found == First);
    CHECK(*O->validate(O->start(), 0) == std::optional(0.0));
  }
}

TEST_CASE_METHOD(Corpora, "AllocationGainTrials: cycles are by the profiles of "
                          "the corpora") {
  constexpr uint64_t HashOfCrowded = 784007056844089447;
  Config.Objective = "cycles";
  const Model Start = makeEvictionStart(AllocationGoal::Cycles);
  REQUIRE(saveModel(Start, Config.StartModel));
  refuse(Config, "train/alpha/workload.profdata: there is no profile");
  const auto profile = [&](uint64_t Rounds) {
    for (const char *Corpus : {"train/alpha", "train/beta", "valid/gamma"})
      writeProfile(Folder.file(std::string(Corpus) + "/workload.profdata"),
                   {{"crowded", HashOfCrowded, {Rounds, 10}}});
  };
  profile(10);
  const auto Seldom = make();
  const auto Candidates = makeCandidates(Seldom->start());
  const auto Before = Seldom->evaluate(Candidates, 0);
  REQUIRE(Before);
  // The start is not stock.
  CHECK(Before->at(0) != 0.0);
  CHECK(Before->at(0) == Before->at(1));
  const std::string Description = Seldom->describe();
  profile(100000);
  const auto Often = make();
  CHECK(Often->describe() != Description);
  const auto After = Often->evaluate(Candidates, 0);
  REQUIRE(After);
  CHECK(After->at(0) != 0.0);
  CHECK(*After != *Before);
  for (const std::optional<double> &Reward : *After)
    CHECK(std::abs(Reward.value_or(1)) <= 0.1);

  // Whether the allocator sees them is another objective, and in half of the
  // trials each of both.
  profile(10);
  Config.ModulesPerGeneration = 100;
  std::set<std::string> Descriptions;
  std::set<std::vector<std::optional<double>>> Found;
  for (const char *Profiles : {"hidden", "used", "both"}) {
    Config.Profiles = Profiles;
    const auto O = make();
    const auto Rewards = O->evaluate(Candidates, 0);
    REQUIRE(Rewards);
    Descriptions.insert(O->describe());
    Found.insert(*Rewards);
  }
  CHECK(Descriptions.size() == 3);
  CHECK(Found.size() == 3);
  Config.Objective = "score";
  refuse(Config, "key 'profiles' is 'both', expected hidden unless the "
                 "objective is cycles");
}

TEST_CASE_METHOD(Corpora,
                 "AllocationGainTrials: models, batches and modules that "
                 "cannot be read") {
  write("train/beta/m1.o.bc", "no bitcode");
  Config.ModulesPerGeneration = 100;
  const auto O = make();
  auto Candidates = makeCandidates(O->start());
  Candidates[1][0] = std::numeric_limits<double>::quiet_NaN();
  const auto Rewards = O->evaluate(Candidates, 0);
  REQUIRE(Rewards);
  CHECK_FALSE((*Rewards)[1]);
  CHECK((*Rewards)[0] == 0.0);
  // What is saved is what was tried.
  REQUIRE(O->save(Candidates[2], Folder.file("saved.mlgo")));
  Config.StartModel = Folder.file("saved.mlgo");
  const auto Saved = make();
  const auto Again = Saved->evaluate({Saved->start()}, 7);
  REQUIRE(Again);
  CHECK((*Again)[0] == (*Rewards)[2]);
  CHECK(Saved->describe() != O->describe());
  Config.ModulesPerGeneration = 2;
  const auto Small = make();
  std::set<std::vector<size_t>> Batches;
  for (uint64_t Generation = 0; Generation < 20; ++Generation) {
    const std::vector<size_t> Batch = Small->drawBatch(Generation);
    CHECK(std::set<size_t>(Batch.begin(), Batch.end()).size() == 2);
    CHECK(Batch == Small->drawBatch(Generation));
    Batches.insert(Batch);
  }
  CHECK(Batches.size() > 5);
  // Only small ones, or none.
  Config.LargestModule =
      std::filesystem::file_size(Folder.file("train/beta/m1.o.bc"));
  CHECK(make()->describe() != Small->describe());
  Config.LargestModule = 5;
  CHECK_FALSE(create(Config));
  Config.LargestModule = 0;
  // One module from each package, the larger one more likely.
  Config.ModulesPerPackage = 1;
  Config.ModulesPerGeneration = 100;
  std::set<std::string> Descriptions;
  for (Config.Seed = 1; Config.Seed <= 12; ++Config.Seed) {
    const auto Fewer = make();
    CHECK(Fewer->drawBatch(0).size() == 2);
    Descriptions.insert(Fewer->describe());
    CHECK(make()->describe() == Fewer->describe());
  }
  CHECK(Descriptions.size() > 1);
  Stop = true;
  const auto Interrupted = Small->evaluate(Candidates, 0);
  REQUIRE_FALSE(Interrupted);
  CHECK(Interrupted.error().message() == "interrupted");
}

TEST_CASE_METHOD(Corpora, "AllocationGainTrials: what is wrong is said") {
  TrainingConfig Changed = Config;
  Changed.StartModel = Folder.file("absent.mlgo");
  refuse(Changed, "absent.mlgo");
  Changed = Config;
  Changed.TrainingPackages = {"alpha", "delta"};
  refuse(Changed, "training corpora: no corpus of package 'delta'");
  Changed = Config;
  Changed.ValidationCorpora = {};
  refuse(Changed, "validation corpora: ");
  Changed = Config;
  Model Other = makeEvictionStart();
  Other.Task = "inline-oz";
  REQUIRE(saveModel(Other, Folder.file("other.mlgo")));
  Changed = Config;
  Changed.StartModel = Folder.file("other.mlgo");
  refuse(Changed, "task is 'inline-oz'");
  for (const char *Module : {"alpha/m0", "alpha/m1"})
    write("train/" + std::string(Module) + ".o.bc", "no bitcode");
  Config.TrainingPackages = {"alpha"};
  const auto O = make();
  const auto Rewards = O->evaluate({O->start()}, 3);
  REQUIRE_FALSE(Rewards);
  CHECK(Rewards.error().message().find("all trials of generation 3 failed") ==
        0);
  const WorkFunction Work = makeTrialWork(1)();
  CHECK_FALSE(Work("", "nonsense"));
  CHECK_FALSE(readTrialAnswer<AllocationGains>(std::string("nonsense")));
  CHECK_FALSE(readTrialAnswer<AllocationGains>(std::string()));
}
