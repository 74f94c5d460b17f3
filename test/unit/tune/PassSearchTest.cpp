// Tests of PassSearch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassSearch.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Executes what a function says of the passes that are left out of it.
class FakeProgram final : public TriedProgram {
public:
  using Cost = std::function<uint64_t(const std::set<std::string> &)>;

  void add(const std::string &Symbol, Cost Of, const std::string &Key = "") {
    Functions.emplace(Symbol, TriedFunction{Key.empty() ? Symbol : Key, 0});
    Costs[Symbol] = std::move(Of);
  }

  std::string Grows; ///< Text is larger without this pass.
  std::string Fails; ///< Nothing can be counted with this decision.
  std::function<void()> OnRun = [] {};

  const TriedFunctions &functions() const override { return Functions; }

  Result<PassTrial> run(const std::string &Decisions,
                        const std::set<size_t> &) override {
    OnRun();
    if (!Fails.empty() && Decisions.find(Fails) != Decisions.npos)
      return Error("a program that crashes");
    PassTrial Trial;
    Trial.IsSame = true;
    Trial.Bytes =
        !Grows.empty() && Decisions.find(Grows) != Decisions.npos ? 20 : 10;
    std::set<std::string> Everywhere = passesIn(Decisions, "*");
    if (Everywhere.count("licm"))
      return Error("a compiler that crashes");
    for (const auto &[Symbol, Key] : Functions) {
      std::set<std::string> Passes = passesIn(Decisions, Key.Key);
      Passes.insert(Everywhere.begin(), Everywhere.end());
      Trial.Counts[Symbol].Instructions = Costs[Symbol](Passes);
      Trial.IsSame &= Passes.empty();
    }
    Trial.Counts["memcpy"].Instructions = Everywhere.count("sroa") ? 900 : 0;
    return Trial;
  }

private:
  static std::set<std::string> passesIn(const std::string &Decisions,
                                        const std::string &Key) {
    std::set<std::string> Passes;
    const std::string Begin = "\n0\t" + Key + "\t";
    for (size_t At = 0; (At = Decisions.find(Begin, At)) != Decisions.npos;) {
      At += Begin.size();
      Passes.insert(Decisions.substr(At, Decisions.find('\t', At) - At));
      --At;
    }
    return Passes;
  }

  TriedFunctions Functions;
  std::map<std::string, Cost> Costs;
};

FoundPasses search(FakeProgram &Program, PassBudget Budget = {}) {
  auto Found = searchPasses(Program, Budget, [](const std::string &) {});
  REQUIRE(Found);
  return *Found;
}

} // namespace

TEST_CASE("PassSearch: leaves out what helps, in each function") {
  FakeProgram Program;
  Program.add("f", [](const auto &Out) {
    return 1000 - 100 * Out.count("gvn") + 50 * Out.count("indvars");
  });
  Program.add(
      "g", [](const auto &Out) { return 1000 + 100 * Out.count("gvn"); },
      "g@b.c");
  const FoundPasses Found = search(Program);
  CHECK(Found.Decisions == "# mlgo-gate-decisions 1\n0\tf\tgvn\tlate\n");
  CHECK(Found.Functions == 1);
  CHECK(Found.Before.Instructions == 2000);
  CHECK(Found.After.Instructions == 1900);
}

TEST_CASE("PassSearch: keeps of the best together what helps together") {
  FakeProgram Program;
  Program.add("f", [](const auto &Out) -> uint64_t {
    if (Out.count("gvn") && Out.count("indvars"))
      return 950;
    return 1000 - 100 * Out.count("gvn") - 60 * Out.count("indvars") -
           10 * Out.count("adce");
  });
  Program.add("g", [](const auto &Out) {
    return 1000 - 70 * Out.count("indvars") - 20 * Out.count("gvn");
  });
  const FoundPasses Found = search(Program);
  CHECK(Found.After.Instructions == 890 + 910);
  CHECK(Found.Decisions.find("f\tadce") != std::string::npos);
  CHECK(Found.Decisions.find("f\tindvars") == std::string::npos);
  CHECK(Found.Decisions.find("g\tindvars") != std::string::npos);
}

TEST_CASE("PassSearch: what libraries execute instead is no gain") {
  FakeProgram Program;
  Program.add("f",
              [](const auto &Out) { return 1000 - 500 * Out.count("sroa"); });
  CHECK(search(Program).Decisions.empty());
}

TEST_CASE("PassSearch: text does not grow unless it may") {
  FakeProgram Program;
  Program.add("f",
              [](const auto &Out) { return 1000 - 10 * Out.count("adce"); });
  Program.Grows = "adce";
  CHECK_FALSE(search(Program).Decisions.empty());
  PassBudget Budget;
  Budget.MayGrow = false;
  CHECK(search(Program, Budget).Decisions.empty());
}

TEST_CASE("PassSearch: ends where its budget does") {
  FakeProgram Program;
  Program.add("f",
              [](const auto &Out) { return 1000 - 10 * Out.count("adce"); });
  const FoundPasses Found = search(Program, {0, 3, true});
  CHECK(Found.Trials == 3);
  CHECK(Found.Decisions.empty());
  CHECK(Found.After.Instructions == Found.Before.Instructions);
}

TEST_CASE("PassSearch: an interrupt keeps what was found") {
  std::atomic<bool> Interrupted = false;
  FakeProgram Program;
  Program.add("f", [](const auto &Out) {
    return 1000 - 100 * Out.count("gvn") - 50 * Out.count("indvars");
  });
  size_t Runs = 0;
  const auto SearchUntil = [&](size_t Run) {
    Runs = 0;
    Interrupted = false;
    Program.OnRun = [&, Run] { Interrupted = ++Runs == Run; };
    PassBudget Budget;
    Budget.Interrupted = &Interrupted;
    return search(Program, Budget);
  };
  const FoundPasses All = SearchUntil(0);
  CHECK(All.After.Instructions == 850);
  const size_t Last = Runs;
  CHECK(SearchUntil(1).Decisions.empty());
  CHECK(Runs == 1);
  // Two trials together: the best idea, and the other one beside it.
  const FoundPasses Some = SearchUntil(Last - 1);
  CHECK(Runs == Last - 1);
  CHECK(Some.After.Instructions == 900);
  CHECK(Some.Decisions == "# mlgo-gate-decisions 1\n0\tf\tgvn\tlate\n");
}

TEST_CASE("PassSearch: a trial that fails takes nothing from what was found") {
  FakeProgram Program;
  Program.add("f", [](const auto &Out) {
    return 1000 - 100 * Out.count("gvn") - 50 * Out.count("indvars");
  });
  Program.Fails = "0\tf\tindvars";
  const FoundPasses Found = search(Program);
  CHECK(Found.After.Instructions == 900);
  CHECK(Found.Decisions == "# mlgo-gate-decisions 1\n0\tf\tgvn\tlate\n");
}

TEST_CASE("PassSearch: what executes nothing is described") {
  FoundPasses Found;
  CHECK(describe(Found) == "left out of 0 functions, after 0 trials: no "
                           "instruction of the programs was counted");
  Found.Functions = Found.Trials = 1;
  Found.Before.Instructions = 200;
  Found.After.Instructions = 150;
  CHECK(describe(Found) ==
        "left out of 1 functions, after 1 trials: -25.00 % instructions");
}
