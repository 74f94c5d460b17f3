//===- SearchStart.cpp - Where a search begins ----------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchStart.h"

#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// Decisions none of which concerns the program are another's.
Status checkGiven(const Decisions &Given, const Evaluated &Program) {
  for (const DecidedSite &Site : Program.Sites)
    if (Given.count(Site.Key))
      return Success();
  return Error("none of its " + std::to_string(Given.size()) +
               " sites is among the " + std::to_string(Program.Sites.size()) +
               " of the program, expected decisions of this program");
}

struct Candidate {
  const char *Name;
  Evaluated E;
};

} // namespace

std::string findShippedPolicy(const Task &T) {
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  for (const BuiltInPolicy &Policy : T.Policies)
    if (Policy.Objective == T.Objectives.front())
      for (const fs::path &Folder :
           {Program.parent_path().parent_path() / MLGO_INSTALLED_MODELS,
            fs::path(MLGO_SOURCE_MODELS)}) {
        const fs::path File = Folder / (Policy.Model + ".mlgo");
        if (fs::exists(File, Failure))
          return File.string();
      }
  return "stock";
}

Result<SearchStart> chooseStart(CorpusProblem &Problem,
                                const TaskBackEnd &BackEnd,
                                const ProblemOptions &Options, Worker &Work,
                                const Decisions &Given) {
  SearchStart Chosen;
  std::vector<Candidate> Candidates;
  Problem.learnPromises(true);
  Candidates.push_back({"the policy", MLGO_TRY(Problem.evaluate({}))});
  Problem.learnPromises(false);
  Chosen.Policy = Chosen.Stock = Problem.parts();
  if (Options.Policy == "stock") {
    Candidates.back().Name = "stock";
  } else if (!Problem.isEmpty()) {
    ProblemOptions Own = Options;
    Own.Policy = "stock";
    auto Stock = MLGO_TRY(BackEnd.createProblem(Own, Work));
    Stock->stopWhen([&] { return Problem.isStopping(); });
    Candidates.push_back({"stock", MLGO_TRY(Stock->evaluate({}))});
    Chosen.Stock = Stock->parts();
  }
  Chosen.PolicySize = Candidates.front().E.Size;
  Chosen.StockSize = Candidates.back().E.Size;
  if (!Given.empty()) {
    MLGO_TRY(checkGiven(Given, Candidates.front().E));
    Candidates.push_back(
        {"the given decisions", MLGO_TRY(Problem.evaluate(Given))});
  }
  const auto Best =
      std::min_element(Candidates.begin(), Candidates.end(),
                       [](const Candidate &A, const Candidate &B) {
                         return A.E.Size < B.E.Size;
                       });
  Chosen.Name = Best->Name;
  Chosen.Start = toDecisions(Best->E);
  for (const Candidate &C : Candidates)
    if (&C != &*Best)
      Chosen.Others.push_back(toDecisions(C.E));
  // Modules that share a function may decide its calls differently: settle
  // that.
  const Evaluated Settled = MLGO_TRY(Problem.evaluate(Chosen.Start));
  for (const DecidedSite &Site : Settled.Sites)
    Chosen.Start.emplace(Site.Key, Site.Decision);
  return Chosen;
}

} // namespace mlgo
