// Tests of InlineTrials
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallChains.h"
#include "TrialRequests.h"
#include "evaluate/inline/InlineDecisionProblem.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace mlgo;

namespace {

using Fixture = SmallChains;

uint64_t librarySize(const ObjectUnits &Units) {
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(Units, false);
  return Link.size();
}

} // namespace

TEST_CASE_METHOD(Fixture, "InlineTrials: flips by slice are what whole "
                          "compilations find") {
  ModuleRequest Request = requestFlips(Path);
  REQUIRE(Request.Moves.size() > 15);
  auto Sliced = ask(Request);
  Request.Options.Exact = true;
  auto Exact = ask(Request);
  REQUIRE(Sliced);
  REQUIRE(Exact);
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(*Sliced->Policies[0].Units, false);
  CHECK(Link.size() == librarySize(*Exact->Policies[0].Units));
  unsigned Different = 0;
  for (size_t I = 0; I < Request.Moves.size(); ++I) {
    INFO(Request.Moves[I].begin()->first);
    REQUIRE(Sliced->Moves[I].Failure == "");
    REQUIRE(Exact->Moves[I].Failure == "");
    const uint64_t Size = Link.sizeWith({{0, &Sliced->Moves[I].Changed}});
    const uint64_t Truth = librarySize(Exact->Moves[I].Changed);
    CHECK(std::fabs(double(Size) - double(Truth)) <= 0.001 * double(Truth));
    Different += Truth != Link.size();
  }
  CHECK(Different > 5);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: known code is not compiled again, "
                          "and comes out the same") {
  ModuleRequest Request = requestFlips(Path);
  auto Changed = *Request.Policies[0].Decisions;
  InlineDecisions::Map Map = Changed.sites();
  unsigned Count = 0;
  for (auto &[Key, Decision] : Map)
    if (++Count % 3 == 0)
      Decision = !Decision;
  const InlinePolicy Other = {"", std::make_shared<const InlineDecisions>(Map),
                              ""};
  Request.Moves.clear();
  Request.Policies = {Request.Policies[0], Other, Request.Policies[0], Other};
  auto Found = ask(Request);
  Request.Options.Exact = true;
  auto Exact = ask(Request);
  REQUIRE(Found);
  REQUIRE(Exact);
  for (size_t I = 0; I < 4; ++I)
    CHECK(*Found->Policies[I].Units == *Exact->Policies[I].Units);
  // What is the same is there once.
  CHECK(Found->Policies[0].Units == Found->Policies[2].Units);
  CHECK(librarySize(*Found->Policies[0].Units) !=
        librarySize(*Found->Policies[1].Units));
}

TEST_CASE("InlineTrials: compiled anew, nothing depends on what was before") {
  // Of two equal constants the module keeps one, aligned for both, if both are
  // used by what is compiled.
  TemporaryFolder Folder;
  const std::string Path = Folder.file("module.ll");
  REQUIRE(writeFileAtomically(Path, R"(
target triple = "x86_64-pc-linux-gnu"
@a = private unnamed_addr constant [25 x i8] c"twenty-four characters!!\00", align 16
@b = private unnamed_addr constant [25 x i8] c"twenty-four characters!!\00", align 1
declare void @use(ptr)
define void @f() minsize optsize { call void @use(ptr @a) ret void }
define internal i32 @h(i32 %x) minsize optsize {
  %y = mul i32 %x, 77
  %z = xor i32 %y, %x
  ret i32 %z
}
define i32 @g(i32 %x) minsize optsize {
  call void @use(ptr @b)
  %y = call i32 @h(i32 %x)
  %z = call i32 @h(i32 %y)
  ret i32 %z
}
)"));
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}};
  const auto Stock = ask(Request);
  REQUIRE(Stock);
  InlineDecisions::Map Opposite;
  for (const TrialSite &Site : Stock->Policies[0].Sites)
    Opposite[Site.Key] = !Site.Decision;
  REQUIRE(!Opposite.empty());
  InlinePolicy Other;
  Other.Decisions = std::make_shared<const InlineDecisions>(Opposite);
  Request.Policies = {Other, {}};
  Request.Options.WholeAnew = true;
  const auto Later = ask(Request);
  REQUIRE(Later);
  REQUIRE(Later->Policies.size() == 2);
  CHECK(Later->Policies[0].Units != Later->Policies[1].Units);
  CHECK(*Later->Policies[1].Units == *Stock->Policies[0].Units);
  Request.Options.WholeAnew =
      false; // Faster, and this is why it is not enough.
  CHECK(*ask(Request)->Policies[1].Units != *Stock->Policies[0].Units);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: a crash or a hang costs one trial") {
  ModuleRequest Request = requestFlips(Path);
  const size_t Faulty = Request.Moves.size() / 2;
  Request.Options.FaultKey = Request.Moves[Faulty].begin()->first;
  Request.Options.TrialSeconds = 1;
  for (const char *Fault : {"crash", "hang"}) {
    Request.Options.Fault = Fault;
    auto Answer = ask(Request);
    REQUIRE(Answer);
    for (size_t I = 0; I < Request.Moves.size(); ++I)
      CHECK(Answer->Moves[I].Failure.empty() == (I != Faulty));
    CHECK(Answer->Moves[Faulty].Failure == (std::string(Fault) == "crash"
                                                ? "killed by signal 6"
                                                : "ran into its deadline"));
  }
}

/// The processes that this one has started.
std::vector<int> childProcesses() {
  std::ifstream Children("/proc/self/task/" + std::to_string(::getpid()) +
                         "/children");
  return {std::istream_iterator<int>(Children), {}};
}

TEST_CASE_METHOD(Fixture, "InlineTrials: a module's process that is killed is "
                          "replaced") {
  const std::vector<int> Others = childProcesses();
  InProcessWorker W(makeTestTrials());
  const ModuleRequest Request = requestFlips(Path);
  std::vector<std::string> Answers;
  for (int Round = 0; Round < 3; ++Round) {
    runTrials(W, {Request}, [&](size_t, Result<ModuleTrials> Trials) {
      REQUIRE(Trials);
      LinkModel Link(std::vector<std::string>{});
      Link.addObject(*Trials->Policies[0].Units, false);
      Answers.push_back(std::to_string(Link.size()));
      for (const auto &Move : Trials->Moves)
        Answers.back() += " " + Move.Failure;
    });
    size_t Killed = 0;
    for (int Child : childProcesses())
      if (std::find(Others.begin(), Others.end(), Child) == Others.end())
        Killed += ::kill(Child, SIGKILL) == 0;
    CHECK(Killed == 1);
  }
  REQUIRE(Answers.size() == 3);
  CHECK(Answers[1] == Answers[0]);
  CHECK(Answers[2] == Answers[0]);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: too little memory fails trials, not "
                          "the server") {
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}};
  const ModuleRequest Sane = Request;
  Request.Options.TrialMegabytes = 1;
  InProcessWorker Work(makeTestTrials());
  unsigned Failed = 0;
  runTrials(Work, {Request, Request, Sane},
            [&](size_t I, Result<ModuleTrials> Answer) {
              REQUIRE(Answer);
              CHECK(Answer->Policies[0].Failure.empty() == (I == 2));
              Failed += !Answer->Policies[0].Failure.empty();
            });
  CHECK(Failed == 2);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: what cannot be compiled is an error "
                          "of its module alone") {
  const std::string Corrupt = Folder.file("corrupt.bc"),
                    Empty = Folder.file("empty.bc");
  REQUIRE(writeFileAtomically(Corrupt, std::string("BC\xC0\xDE") +
                                           std::string(300, '\x5A')));
  REQUIRE(writeFileAtomically(Empty, ""));
  std::vector<ModuleRequest> Requests;
  for (const std::string &Each :
       {Folder.file("absent.bc"), Corrupt, Path, Folder.Path.string(), Empty}) {
    Requests.emplace_back().Path = Each;
    Requests.back().Policies = {{}};
  }
  std::vector<bool> Good(5);
  ForkedWorkers Work(2, makeTestTrials());
  runTrials(Work, Requests, [&](size_t I, Result<ModuleTrials> Answer) {
    Good[I] = bool(Answer);
    if (!Answer)
      CHECK(Answer.error().message().find(Requests[I].Path) !=
            std::string::npos);
  });
  CHECK(Good == std::vector<bool>{false, false, true, false, false});
}

TEST_CASE_METHOD(Fixture, "InlineTrials: one worker compiles a module in "
                          "several settings") {
  std::vector<ModuleRequest> Requests(4);
  const CodeSetting Settings[] = {{},
                                  {CodeLevel::Os, false},
                                  {CodeLevel::Oz, false},
                                  {CodeLevel::Os, true}};
  for (size_t I = 0; I < Requests.size(); ++I) {
    Requests[I] = requestFlips(Path);
    Requests[I].Setting = Settings[I];
  }
  InProcessWorker Work(makeTestTrials());
  std::vector<ModuleTrials> Found(Requests.size());
  runTrials(Work, Requests, [&](size_t I, Result<ModuleTrials> Answer) {
    REQUIRE(Answer);
    REQUIRE(Answer->Policies[0].Failure == "");
    Found[I] = std::move(*Answer);
  });
  CHECK(*Found[0].Policies[0].Units == *Found[2].Policies[0].Units);
  CHECK(*Found[0].Policies[0].Units != *Found[1].Policies[0].Units);
  // There are no tables to leave out.
  CHECK(*Found[1].Policies[0].Units == *Found[3].Policies[0].Units);
  // Decisions are made, and changed, in functions without minsize.
  CHECK(Found[1].Policies[0].Sites.size() > 5);
  CHECK(std::count_if(Found[1].Moves.begin(), Found[1].Moves.end(),
                      [](const MoveTrial &T) { return T.Failure.empty(); }) >
        5);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: a model decides from a file as from "
                          "its bytes") {
  auto MakePolicy = [](bool Answer) {
    Model M;
    M.Task = "inline-oz";
    M.Inputs = {TensorSpec::createSpec<int64_t>("cost_estimate", {1})};
    M.Output = TensorSpec::createSpec<int64_t>("inlining_decision", {1});
    TreeEnsemble Trees;
    Trees.Trees = {{TreeNode()}};
    Trees.Base = Answer;
    M.Policy = Trees;
    return M;
  };
  InlinePolicy FromFile, Always, Never, Broken;
  FromFile.Model = Folder.file("always.mlgo");
  REQUIRE(saveModel(MakePolicy(true), FromFile.Model));
  Always.ModelBytes =
      std::make_shared<const std::string>(serializeModel(MakePolicy(true)));
  Never.ModelBytes =
      std::make_shared<const std::string>(serializeModel(MakePolicy(false)));
  Broken.ModelBytes = std::make_shared<const std::string>("no model");
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {FromFile, Always, Never, Broken, Always};
  auto Found = ask(Request);
  REQUIRE(Found);
  for (size_t I : {0, 1, 2, 4})
    REQUIRE(Found->Policies[I].Failure == "");
  CHECK(Found->Policies[0].Units == Found->Policies[1].Units);
  CHECK(Found->Policies[1].Units == Found->Policies[4].Units);
  CHECK(librarySize(*Found->Policies[1].Units) !=
        librarySize(*Found->Policies[2].Units));
  CHECK(Found->Policies[3].Failure.rfind("candidate: ", 0) == 0);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: policies that requests have in common "
                          "are as their own") {
  InlinePolicy High, Low;
  High.Thresholds = *InlineThresholds::parse("threshold=1000");
  Low.Thresholds = *InlineThresholds::parse("threshold=-1000");
  ModuleRequest Own, Common;
  Own.Path = Common.Path = Path;
  Own.Policies = {High, Low};
  const auto Expected = ask(Own);
  REQUIRE(Expected);
  InProcessWorker Work(makeTestTrials());
  Common.SharedEnd = 1;
  ModuleRequest Second = Common;
  Second.SharedBegin = 1;
  Second.SharedEnd = 2;
  ModuleRequest Bad = Second;
  Bad.SharedEnd = 3;
  // The second list is another one, so that all is sent again.
  for (const bool IsTurned : {false, true}) {
    auto Accept = [&](size_t I, Result<ModuleTrials> Answer) {
      REQUIRE(bool(Answer) == (I < 2));
      if (I == 2)
        return;
      REQUIRE(Answer->Policies.size() == 1);
      CHECK(*Answer->Policies[0].Units ==
            *Expected->Policies[IsTurned ? 1 - I : I].Units);
    };
    runTrials(Work, {Common, Second, Bad}, Accept, {},
              IsTurned ? std::vector<InlinePolicy>{Low, High}
                       : std::vector<InlinePolicy>{High, Low});
  }
  const WorkFunction Function = makeTrialWork(1)();
  CHECK_FALSE(Function("", std::string("\xff")));
}
