// Where a search begins
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/SearchStart.h"
#include <chrono>

namespace mlgo {
/// Decisions none of which concerns the program are another's.
static bool concerns(const Decisions &Given, const Evaluated &Program) {
  return std::any_of(
      Program.Sites.begin(), Program.Sites.end(),
      [&](const DecidedSite &Site) { return Given.count(Site.Key) != 0; });
}

static Error another(const Decisions &Given, const Evaluated &Program) {
  return Error("none of its " + std::to_string(Given.size()) +
               " sites is among the " + std::to_string(Program.Sites.size()) +
               " of the program, expected decisions of this program");
}

Result<SearchStart>
chooseStart(CorpusProblem &Problem, const TaskBackEnd &BackEnd,
            const ProblemOptions &Options, Worker &Work, const Decisions &Given,
            const Decisions &Earlier, const StartListener &Listener) {
  SearchStart Chosen;
  if (!BackEnd.measuresPrograms()) {
    const Evaluated First = MLGO_TRY(Problem.evaluate(Given));
    if (!Given.empty() && !concerns(Given, First))
      return another(Given, First);
    Chosen.Start = Given;
    Chosen.Policy = Chosen.Stock = Problem.parts();
    Chosen.PolicySize = First.Size;
    return Chosen;
  }
  std::vector<Evaluated> Candidates;
  Problem.learnPromises(true);
  Candidates.push_back(MLGO_TRY(Problem.evaluate({})));
  Problem.learnPromises(false);
  Listener.Tell(Options.Policy == "stock" ? "at the start"
                                          : "as the policy decides",
                Candidates.front().Size);
  Chosen.Policy = Chosen.Stock = Problem.parts();
  const bool IsStock = Options.Policy == "stock" && Options.Beside.empty();
  if (!IsStock && !Problem.isEmpty()) {
    ProblemOptions Own = Options;
    Own.Policy = "stock";
    Own.Beside.clear();
    auto Stock = MLGO_TRY(BackEnd.createProblem(Own, Work));
    Stock->stopWhen([&] { return Problem.isStopping(); });
    const auto Begin = std::chrono::steady_clock::now();
    Candidates.push_back(MLGO_TRY(Stock->evaluate({})));
    Chosen.EvaluationSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
            .count();
    // What is not measured is no gain.
    if (Stock->failures().size() > Problem.failures().size())
      return Error(Stock->failures().back());
    Chosen.Stock = Stock->parts();
    Listener.Tell("as stock decides", Candidates.back().Size);
  }
  if (Given.empty() && Earlier.empty() && Listener.IsTooLong &&
      Listener.IsTooLong(Chosen.EvaluationSeconds) &&
      Candidates.front().Size <= Candidates.back().Size) {
    Chosen.PolicySize = Candidates.front().Size;
    Chosen.IsPolicyAlone = true;
    return Chosen;
  }
  Chosen.PolicySize = Candidates.front().Size;
  if (!Given.empty() && !concerns(Given, Candidates.front()))
    return another(Given, Candidates.front());
  for (const Decisions *Other : {&Given, &Earlier})
    if (concerns(*Other, Candidates.front()))
      Candidates.push_back(MLGO_TRY(Problem.evaluate(*Other)));
  const auto Best = std::min_element(
      Candidates.begin(), Candidates.end(),
      [](const Evaluated &A, const Evaluated &B) { return A.Size < B.Size; });
  Chosen.Start = toDecisions(*Best);
  for (const Evaluated &E : Candidates)
    if (&E != &*Best)
      Chosen.Others.push_back(toDecisions(E));
  // Modules that share a function may decide its calls differently: settle
  // that.
  const Evaluated Settled = MLGO_TRY(Problem.evaluate(Chosen.Start));
  for (const DecidedSite &Site : Settled.Sites)
    Chosen.Start.emplace(Site.Key, Site.Decision);
  return Chosen;
}
} // namespace mlgo
