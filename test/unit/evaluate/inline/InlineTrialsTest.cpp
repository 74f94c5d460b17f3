//===- InlineTrialsTest.cpp -----------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/ModuleServers.h"

#include "evaluate/inline/InlineDecisionProblem.h"
#include "TemporaryFolder.h"
#include "TrialRequests.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace mlgo;

namespace {

/// Chains of small functions, all with one external user, so that stock
/// inlines some and leaves some.
std::string makeModule(unsigned Functions) {
  std::string Text = "target triple = \"x86_64-pc-linux-gnu\"\n"
                     "declare i32 @sink(i32, i32)\n@state = internal global "
                     "i32 0\n";
  for (unsigned I = 0; I < Functions; ++I) {
    const std::string N = std::to_string(I);
    Text += "define " + std::string(I % 3 ? "internal" : "") + " i32 @f" + N +
            "(i32 %x, i32 %y) minsize optsize {\n  %a = mul i32 %x, " +
            std::to_string(3 + I % 5) + "\n  %b = xor i32 %a, %y\n";
    for (unsigned K = 0; K < I % 4; ++K)
      Text += "  %s" + std::to_string(K) + " = call i32 @sink(i32 %b, i32 " +
              std::to_string(K) + ")\n";
    std::string Last = "%b";
    for (unsigned K = 1; K <= 2 && K <= I; ++K) {
      const std::string Name = "%c" + std::to_string(K);
      Text += "  " + Name + " = call i32 @f" + std::to_string(I - K) + "(i32 " +
              Last + ", i32 " + std::to_string(K) + ")\n";
      Last = Name;
    }
    Text += "  %o = load i32, ptr @state\n  %r = add i32 " + Last +
            ", %o\n  store i32 %r, ptr @state\n  ret i32 %r\n}\n";
  }
  return Text;
}

struct Fixture {
  TemporaryFolder Folder;
  std::string Path = Folder.file("module.ll");
  InlineTrialOptions Options;

  Fixture() { REQUIRE(writeFileAtomically(Path, makeModule(14))); }
};

uint64_t librarySize(const ObjectUnits &Units) {
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(Units, false);
  return Link.size();
}

} // namespace

TEST_CASE_METHOD(Fixture, "InlineTrials: flips by slice are what whole "
                          "compilations find") {
  ModuleServers Servers({Path}, 1, 1, Options);
  const ModuleRequest Request = requestFlips(Servers);
  REQUIRE(Request.Moves.size() > 15);
  auto Sliced = ask(Servers, Request);
  Options.Exact = true;
  ModuleServers ExactServers({Path}, 1, 1, Options);
  auto Exact = ask(ExactServers, Request);
  REQUIRE(Sliced);
  REQUIRE(Exact);
  LinkModel Link(std::vector<std::string>{});
  Link.addObject(Sliced->Policies[0].Units, false);
  CHECK(Link.size() == librarySize(Exact->Policies[0].Units));
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
  ModuleServers Servers({Path}, 1, 1, Options);
  ModuleRequest Request = requestFlips(Servers);
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
  auto Found = ask(Servers, Request);
  Options.Exact = true;
  ModuleServers ExactServers({Path}, 1, 1, Options);
  auto Exact = ask(ExactServers, Request);
  REQUIRE(Found);
  REQUIRE(Exact);
  for (size_t I = 0; I < 4; ++I)
    CHECK(Found->Policies[I].Units == Exact->Policies[I].Units);
  CHECK(Found->Policies[0].Units == Found->Policies[2].Units);
  CHECK(librarySize(Found->Policies[0].Units) !=
        librarySize(Found->Policies[1].Units));
}

TEST_CASE_METHOD(Fixture, "InlineTrials: jobs change no result") {
  ModuleServers One({Path}, 1, 1, Options), Four({Path}, 4, 4, Options);
  const ModuleRequest Request = requestFlips(One);
  auto A = ask(One, Request), B = ask(Four, Request);
  REQUIRE(A);
  REQUIRE(B);
  for (size_t I = 0; I < Request.Moves.size(); ++I)
    CHECK(A->Moves[I].Changed == B->Moves[I].Changed);
}

TEST_CASE_METHOD(Fixture, "InlineTrials: a crash or a hang costs one trial") {
  ModuleServers Plain({Path}, 1, 1, Options);
  const ModuleRequest Request = requestFlips(Plain);
  const size_t Faulty = Request.Moves.size() / 2;
  Options.FaultKey = Request.Moves[Faulty].begin()->first;
  Options.TrialSeconds = 1;
  for (const char *Fault : {"crash", "hang"}) {
    Options.Fault = Fault;
    ModuleServers Servers({Path}, 2, 2, Options);
    auto Answer = ask(Servers, Request);
    REQUIRE(Answer);
    for (size_t I = 0; I < Request.Moves.size(); ++I)
      CHECK(Answer->Moves[I].Failure.empty() == (I != Faulty));
    CHECK(Answer->Moves[Faulty].Failure == (std::string(Fault) == "crash"
                                                ? "killed by signal 6"
                                                : "ran into its deadline"));
  }
}

TEST_CASE_METHOD(Fixture, "InlineTrials: too little memory fails trials, not "
                          "the server") {
  Options.TrialMegabytes = 1;
  ModuleServers Servers({Path}, 1, 1, Options);
  ModuleRequest Request;
  Request.Policies = {{}};
  for (int Again = 0; Again < 2; ++Again) {
    auto Answer = ask(Servers, Request);
    REQUIRE(Answer);
    CHECK(Answer->Policies[0].Failure != "");
  }
}

TEST_CASE_METHOD(Fixture, "ModuleServers: what cannot be compiled is an error "
                          "of its module alone") {
  const std::string Corrupt = Folder.file("corrupt.bc"),
                    Empty = Folder.file("empty.bc");
  REQUIRE(writeFileAtomically(Corrupt, std::string("BC\xC0\xDE") +
                                           std::string(300, '\x5A')));
  REQUIRE(writeFileAtomically(Empty, ""));
  ModuleServers Servers(
      {Folder.file("absent.bc"), Corrupt, Path, Folder.Path.string(), Empty}, 2,
      2, Options);
  std::vector<ModuleRequest> Requests(5);
  for (size_t I = 0; I < Requests.size(); ++I) {
    Requests[I].Module = I;
    Requests[I].Policies = {{}};
  }
  std::vector<bool> Good(5);
  Servers.run(Requests, [&](size_t I, Result<ModuleTrials> Answer) {
    Good[I] = bool(Answer);
    if (!Answer)
      CHECK(Answer.error().message().find(Servers.paths()[I]) !=
            std::string::npos);
  });
  CHECK(Good == std::vector<bool>{false, false, true, false, false});
}

TEST_CASE_METHOD(Fixture, "InlineDecisionProblem: tried moves come true") {
  const std::string Second = Folder.file("second.ll");
  REQUIRE(writeFileAtomically(Second, makeModule(5)));
  ModuleServers Servers({Path, Second, Folder.file("absent.bc")}, 2, 4,
                        Options);
  MeasuredProgram Program;
  Program.Roots.clear();
  for (size_t I = 0; I < 3; ++I)
    Program.Objects.push_back({I, {}, false});
  InlineDecisionProblem Problem(Servers, {Program}, "");
  auto Base = Problem.evaluate({});
  REQUIRE(Base);
  REQUIRE(Problem.failures().size() == 1);
  CHECK(Problem.failures()[0].find(Folder.file("absent.bc")) == 0);
  Decisions Fixed;
  for (const DecidedSite &Site : Base->Sites)
    Fixed[Site.Key] = Site.Decision;
  // Sites of one name are decided alike now, which makes others disappear.
  Base = Problem.evaluate(Fixed);
  REQUIRE(Base);
  std::vector<Move> Moves;
  for (const DecidedSite &Site : Base->Sites)
    Moves.push_back({{{Site.Key, !Site.Decision}}});
  const auto Sizes = Problem.tryMoves(Fixed, Moves);
  for (size_t I = 0; I < Moves.size(); I += 7) {
    Decisions Flipped = Fixed;
    for (const auto &[Key, Decision] : Moves[I].Changes)
      Flipped[Key] = Decision;
    auto Truth = Problem.evaluate(Flipped);
    REQUIRE(Truth);
    INFO(Moves[I].Changes.begin()->first);
    REQUIRE(Sizes[I]);
    CHECK(std::fabs(*Sizes[I] - Truth->Size) <= 0.001 * Truth->Size);
  }
  CHECK_FALSE(Problem.tryMoves(Fixed, {{{{"no\tsuch\tsite", true}}}})[0]);
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
  ModuleServers Servers({Path}, 1, 1, Options);
  ModuleRequest Request;
  Request.Policies = {FromFile, Always, Never, Broken, Always};
  auto Found = ask(Servers, Request);
  REQUIRE(Found);
  for (size_t I : {0, 1, 2, 4})
    REQUIRE(Found->Policies[I].Failure == "");
  CHECK(Found->Policies[0].Units == Found->Policies[1].Units);
  CHECK(Found->Policies[1].Units == Found->Policies[4].Units);
  CHECK(librarySize(Found->Policies[1].Units) !=
        librarySize(Found->Policies[2].Units));
  CHECK(Found->Policies[3].Failure.rfind("candidate: ", 0) == 0);
}
