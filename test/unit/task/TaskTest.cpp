// A heuristic that we replace
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/Task.h"
#include "mlgo/model/ModelFile.h"
#include "task/Objective.h"
#include <catch2/catch.hpp>
#include <set>

using namespace mlgo;

TEST_CASE("tasks are told apart by all their names", "[task]") {
  std::set<std::string> Names, Prefixes;
  for (const Task &T : allTasks()) {
    CHECK(Names.insert(T.Name).second);
    for (const std::string &Name : T.FileNames)
      CHECK(Names.insert(Name).second);
    CHECK(Prefixes.insert(T.Prefix).second);
    CHECK(findTaskOf(T.Decision.Spec) == &T);
  }
}

TEST_CASE("old names find their task", "[task]") {
  CHECK((*findTask("inline-oz"))->Name == "inline");
  CHECK((*findTask("regalloc-evict-oz"))->Name == "evict");
  const auto Unknown = findTask("unroll");
  REQUIRE_FALSE(Unknown);
  CHECK(Unknown.error().message().rfind(
            "task is 'unroll', expected one of inline, evict", 0) == 0);
}

TEST_CASE("a task names variables by its prefix", "[task]") {
  CHECK((*findTask("evict"))->variable("MODE") == "MLGO_REGALLOC_MODE");
}

TEST_CASE("tasks know objectives that there are", "[task]") {
  for (const Task &T : allTasks()) {
    CHECK_FALSE(T.Objectives.empty());
    for (const std::string &Name : T.Objectives)
      CHECK(findObjective(Name));
    for (const ShippedPolicy &Policy : T.Policies)
      CHECK(findObjective(Policy.Objective));
  }
}

TEST_CASE("tasks know what the policies that ship are for", "[task]") {
  for (const Task &T : allTasks())
    for (const ShippedPolicy &Policy : T.Policies) {
      INFO(Policy.Model);
      auto M = loadModel(MLGO_MODELS "/" + Policy.Model + ".mlgo");
      REQUIRE(M);
      CHECK(M->Scope == Policy.Scope);
    }
}

TEST_CASE("tasks say what each input means", "[task]") {
  for (const Task &T : allTasks()) {
    std::set<std::string> Names = {""};
    for (const TaskInput &Input : T.Inputs) {
      INFO(T.Name << " " << Input.Spec.name());
      CHECK(Names.insert(Input.Spec.name()).second);
      CHECK_FALSE(Input.Meaning.empty());
      CHECK(Input.Meaning.size() <= 80);
    }
    CHECK(Names.count(T.Decision.Mask));
    CHECK(Names.count(T.Decision.StockInput));
    // Stock compilers ask about some tasks, and have to be told so.
    CHECK(T.Channel.Enable.empty() == T.Channel.Programs.empty());
  }
}

TEST_CASE("policies of a task have its inputs and names", "[task]") {
  for (const Task &T : allTasks()) {
    const PolicySpec Spec = T.policy();
    CHECK(Spec.Inputs(RunnerMode::Release, nullptr).size() == T.Inputs.size());
    CHECK(Spec.Decision == T.Decision.Spec);
    CHECK(Spec.Choices == T.Decision.Choices);
    REQUIRE_FALSE(Spec.Tasks.empty());
    for (const std::string &Name : Spec.Tasks)
      CHECK(T.isCalled(Name));
  }
}

TEST_CASE("conditions have numbers for names of values", "[task]") {
  const Task &Gate = **findTask("gate");
  CHECK(*Gate.numberValues("pass=adce") == "pass=0");
  CHECK(*Gate.numberValues("pass=licm,blocks=2..,pass=3") ==
        "pass=16,blocks=2..,pass=3");
  // Of numbers, and what is no condition, others know more.
  for (const char *Same : {"", "pass=", "pass=-1..9", "no-such=licm", "licm"})
    CHECK(*Gate.numberValues(Same) == Same);
  const auto Wrong = Gate.numberValues("pass=licmm");
  REQUIRE_FALSE(Wrong);
  CHECK(Wrong.error().message().find(
            "condition is 'pass=licmm', expected a number, or a name such as "
            "'adce'") != std::string::npos);
  CHECK(*(*findTask("inline"))->numberValues("pass=licm") == "pass=licm");
}
