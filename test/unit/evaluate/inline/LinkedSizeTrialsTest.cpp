// Tests of LinkedSizeTrials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/LinkedSizeTrials.h"
#include "evaluate/ObjectiveFixture.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>
#include <limits>
#include <set>

using namespace mlgo;

namespace {

/// Functions that call each other, of sizes that depend on \p Salt; all
/// external, so that whatever a policy inlines makes the program larger.
std::string makeModule(unsigned Salt, unsigned Functions) {
  std::string Text = "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "declare i32 @sink(i32, i32)\n";
  for (unsigned I = 0; I < Functions; ++I) {
    const std::string Name =
        "m" + std::to_string(Salt) + "_" + std::to_string(I);
    Text += std::string("define ") + (I % 3 == 1 ? "internal " : "") + "i32 @" +
            Name + "(i32 %x) minsize optsize {\n";
    for (unsigned K = 0; K < 1 + (I + Salt) % 4; ++K)
      Text += "  %s" + std::to_string(K) + " = call i32 @sink(i32 %x, i32 " +
              std::to_string(K + Salt) + ")\n";
    std::string Last = "%s0";
    for (unsigned K = 1; K <= 2 && K <= I; ++K) {
      const std::string Next = "%c" + std::to_string(K);
      Text += "  " + Next + " = call i32 @m" + std::to_string(Salt) + "_" +
              std::to_string(I - K) + "(i32 " + Last + ")\n";
      Last = Next;
    }
    Text += "  ret i32 " + Last + "\n}\n";
  }
  return Text;
}

/// Two corpora of libraries, and a policy of few leaves.
struct Corpora : ObjectiveFixture {
  Corpora() {
    makeLibrary("train/alpha", 0, {8, 12, 5});
    makeLibrary("train/beta", 10, {9, 4});
    makeLibrary("valid/gamma", 20, {10});
    Config.Parameters = {"leaves", "base"};
    Config.Pairs = 3;
    REQUIRE(saveModel(makeStart(), Config.StartModel));
  }

  void makeLibrary(const std::string &Name, unsigned Salt,
                   const std::vector<unsigned> &Modules) {
    std::vector<std::string> Texts;
    for (unsigned I = 0; I < Modules.size(); ++I)
      Texts.push_back(makeModule(Salt + I, Modules[I]));
    makeCorpus(Name, Texts);
  }

  /// Inlines what costs little.
  static Model makeStart() {
    auto Scalar = [](const char *Name) {
      return TensorSpec::createSpec<int64_t>(Name, {1});
    };
    Model M;
    M.Task = "inline-oz";
    M.Inputs = {Scalar("cost_estimate"), Scalar("callee_users")};
    M.Output = Scalar("inlining_decision");
    TreeEnsemble Trees;
    for (const auto &[Input, Threshold] :
         {std::pair(0, 0), std::pair(0, 40), std::pair(1, 2)})
      Trees.Trees.push_back({{Input, Threshold, 1, 2, 0},
                             {-1, 0, 0, 0, 100},
                             {-1, 0, 0, 0, -100}});
    M.Policy = Trees;
    return M;
  }
};

/// The start, its negative, and some between.
std::vector<ParameterVector> makeCandidates(const TrainingObjective &O) {
  std::vector<ParameterVector> All;
  for (const double Factor : {1.0, -1.0, 0.0, 1.0}) {
    All.push_back(O.start());
    for (double &Value : All.back())
      Value *= Factor;
  }
  for (const size_t Turned : {0, 3, 5}) {
    All.push_back(O.start());
    All.back()[Turned] *= -3;
  }
  return All;
}

} // namespace

TEST_CASE_METHOD(Corpora, "LinkedSizeTrials: any number of workers gives the "
                          "same rewards") {
  std::vector<std::vector<std::optional<double>>> First;
  std::optional<double> FirstScore;
  std::string FirstText;
  for (const unsigned Jobs : {0, 1, 2, 4}) {
    Config.Workers = Jobs ? "forked" : "in-process";
    Config.Jobs = std::max(1u, Jobs);
    const auto O = make();
    const auto Candidates = makeCandidates(*O);
    std::vector<std::vector<std::optional<double>>> Found;
    for (const uint64_t Generation : {0, 1, 0}) {
      const auto Rewards = O->evaluate(Candidates, Generation);
      REQUIRE(Rewards);
      Found.push_back(*Rewards);
    }
    const auto Score = O->validate(O->start(), 0);
    REQUIRE(Score);
    REQUIRE(*Score);
    CHECK(Found[0] == Found[2]);
    CHECK(Found[0] != Found[1]);
    CHECK(Found[0][0] == Found[0][3]);
    std::set<std::optional<double>> Different(Found[0].begin(), Found[0].end());
    CHECK(Different.size() >= 3);
    CHECK_FALSE(Different.count(std::nullopt));
    if (First.empty()) {
      First = Found;
      FirstScore = *Score;
      FirstText = O->describe();
    }
    CHECK(Found == First);
    CHECK(*Score == FirstScore);
    CHECK(O->describe() == FirstText);
  }
}

TEST_CASE_METHOD(Corpora, "LinkedSizeTrials: rewards and scores are what "
                          "evaluation finds") {
  const auto O = make();
  Config.ModulesPerGeneration = 100;
  const auto Whole = make();
  // Never inlining anything: worse than stock, or better, but the same in a
  // model file and in memory.
  const ParameterVector Never = [&] {
    ParameterVector P = O->start();
    for (double &Value : P)
      Value = -1;
    return P;
  }();
  const auto Rewards = Whole->evaluate({Never}, 5);
  REQUIRE(Rewards);
  REQUIRE((*Rewards)[0]);
  REQUIRE(Whole->save(Never, Folder.file("never.mlgo")));
  Config.StartModel = Folder.file("never.mlgo");
  const auto FromFile = make();
  const auto Again = FromFile->evaluate({FromFile->start()}, 7);
  REQUIRE(Again);
  CHECK((*Again)[0] == (*Rewards)[0]);
  CHECK(*FromFile->validate(FromFile->start(), 0) == *O->validate(Never, 1));
  CHECK(FromFile->describe() != O->describe());
  // Batches are drawn by generation alone, of what there is.
  std::set<std::vector<size_t>> Batches;
  for (uint64_t Generation = 0; Generation < 20; ++Generation) {
    const std::vector<size_t> Batch = O->drawBatch(Generation);
    CHECK(Batch.size() == 3);
    CHECK(std::set<size_t>(Batch.begin(), Batch.end()).size() == 3);
    CHECK(Batch == O->drawBatch(Generation));
    Batches.insert(Batch);
  }
  CHECK(Batches.size() > 10);
  CHECK(Whole->drawBatch(0).size() == 5);
}

TEST_CASE_METHOD(Corpora, "LinkedSizeTrials: several settings are trained for "
                          "at once") {
  const auto Built = make();
  Config.ModulesPerGeneration = 100;
  Config.Settings = {"Oz"};
  const auto Oz = make();
  Config.Settings = {"Os"};
  const auto Os = make();
  Config.Settings = {"Oz", "Os"};
  const auto Both = make();
  std::set<std::string> Texts;
  for (const auto &O : {&Built, &Oz, &Os, &Both})
    Texts.insert((*O)->describe());
  CHECK(Texts.size() == 4);
  CHECK(Both->drawBatch(0).size() == 10);
  const auto Candidates = makeCandidates(*Both);
  const auto OfOz = Oz->evaluate(Candidates, 0);
  const auto OfOs = Os->evaluate(Candidates, 0);
  const auto OfBoth = Both->evaluate(Candidates, 0);
  REQUIRE(OfOz);
  REQUIRE(OfOs);
  REQUIRE(OfBoth);
  CHECK(*OfOz != *OfOs);
  // The mean over programs, of which both have as many.
  for (size_t I = 0; I < Candidates.size(); ++I)
    CHECK(*(*OfBoth)[I] == Approx((*(*OfOz)[I] + *(*OfOs)[I]) / 2));
  Config.Settings = {"O3"};
  refuse(Config, "key 'settings': setting is 'O3', expected built, Oz or Os");
}

TEST_CASE_METHOD(Corpora, "LinkedSizeTrials: a candidate that fails is lost "
                          "alone, a module that stock cannot compile is left "
                          "out") {
  write("train/beta/m0.o.bc", "no bitcode");
  const auto O = make();
  const auto &Failures =
      static_cast<const LinkedSizeTrials &>(O->trials()).failures();
  REQUIRE(Failures.size() == 1);
  CHECK(Failures[0].find("beta/m0.o.bc") != std::string::npos);
  auto Candidates = makeCandidates(*O);
  Candidates[1][0] = std::numeric_limits<double>::quiet_NaN();
  const auto Rewards = O->evaluate(Candidates, 0);
  REQUIRE(Rewards);
  CHECK_FALSE((*Rewards)[1]);
  CHECK((*Rewards)[0]);
  CHECK((*Rewards)[2]);
  Stop = true;
  const auto Interrupted = O->evaluate(Candidates, 0);
  REQUIRE_FALSE(Interrupted);
  CHECK(Interrupted.error().message() == "interrupted");
  CHECK_FALSE(O->validate(O->start(), 0));
}

TEST_CASE_METHOD(Corpora, "LinkedSizeTrials: what is wrong is said") {
  TrainingConfig Changed = Config;
  Changed.StartModel = Folder.file("absent.mlgo");
  refuse(Changed, "absent.mlgo");
  Changed = Config;
  Changed.TrainingPackages = {"alpha", "delta"};
  refuse(Changed, "no corpus of package 'delta'");
  Changed = Config;
  Changed.ValidationCorpora = {};
  refuse(Changed, "there are no validation corpora");
  Changed = Config;
  for (const char *Module : {"alpha/m0", "alpha/m1", "alpha/m2"})
    write("train/" + std::string(Module) + ".o.bc", "no bitcode");
  Changed.TrainingPackages = {"alpha"};
  refuse(Changed, "no training module can be compiled");
}

TEST_CASE("InlineValidation: C and C++ count the same, and growth is fined") {
  InlineValidation V;
  CHECK(V.score() == 0);
  V.C = 0.98;
  V.Worst = 1.001;
  CHECK(V.score() == Approx(2));
  V.Cxx = 0.9;
  CHECK(V.score() == Approx(6));
  V.Worst = 1.012;
  CHECK(V.score() == Approx(5.5));
}
