//===- LabelSweep.cpp - What each single flip does, for training ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/LabelSweep.h"

#include "InlineAdvisor.h"
#include "evaluate/LabelLog.h"

#include "mlgo/support/Random.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// How likely a decision is to be worth changing, relative to the likeliest:
/// stock is seldom wrong far from its threshold. 0 where no policy is asked.
double usefulness(const TrialSite &Site, size_t CostIndex) {
  const int64_t Cost = Site.Inputs[CostIndex];
  if (Site.StockDecision && isCertainToPay(int(Cost)))
    return 0;
  if (Site.StockDecision)
    return Cost > -25 ? 1 : 0.25;
  return Cost < 120 ? 1 : 0.1;
}

size_t findCost() {
  const auto Inputs = getInlinePolicyInputs();
  size_t Index = 0;
  while (Inputs[Index].name() != "cost_estimate")
    ++Index;
  return Index;
}

/// The sites of one module that are to be labelled, in their order.
std::vector<const TrialSite *>
chooseSites(const std::vector<const TrialSite *> &Sites,
            const LabelSweepOptions &Options, uint64_t Stream) {
  static const size_t CostIndex = findCost();
  // Weighted sampling without replacement: the largest keys u^(1/weight).
  std::vector<std::pair<double, size_t>> Order;
  for (size_t I = 0; I < Sites.size(); ++I) {
    const double U = 1 - Random(Options.Seed, (Stream << 32) + I).uniform();
    if (const double Weight = usefulness(*Sites[I], CostIndex); Weight > 0)
      Order.emplace_back(std::log(U) / Weight, I);
  }
  if (Options.SitesPerModule && Order.size() > Options.SitesPerModule) {
    std::partial_sort(Order.begin(), Order.begin() + Options.SitesPerModule,
                      Order.end(), std::greater<>());
    Order.resize(Options.SitesPerModule);
  }
  std::sort(Order.begin(), Order.end(),
            [](const auto &A, const auto &B) { return A.second < B.second; });
  std::vector<const TrialSite *> Chosen;
  for (const auto &[Rank, I] : Order)
    Chosen.push_back(Sites[I]);
  return Chosen;
}

/// Calls of one callee that are decided alike.
using Group = std::pair<std::string, bool>;

Group groupOf(const TrialSite &Site) {
  const size_t Tab = Site.Key.find('\t') + 1;
  return {Site.Key.substr(Tab, Site.Key.find('\t', Tab) - Tab), Site.Decision};
}

class Sweep {
public:
  Sweep(InlineDecisionProblem &Problem, const MeasuredCorpus &Corpus,
        const LabelSweepOptions &Options)
      : Problem(Problem), Corpus(Corpus), Options(Options),
        Folder(fs::path(Options.Folder) / Corpus.Programs[0].Package) {}

  Status run(const std::function<void(const LabelSweepProgress &)> &Tell) {
    std::error_code Failure;
    fs::create_directories(Folder, Failure);
    if (Failure)
      return Error(Folder.string() + ": cannot create: " + Failure.message());
    Progress.Package = Corpus.Programs[0].Package;
    Progress.Modules = Corpus.Modules.size();
    std::vector<size_t> Missing;
    for (size_t I = 0; I < Corpus.Modules.size(); ++I)
      if (!fs::exists(pathOf(I)))
        Missing.push_back(I);
    Progress.FinishedModules = Progress.Modules - Missing.size();
    if (Missing.empty())
      return Success();
    Problem.keepInputs();
    if (Status Fixed = fixDecisions(); !Fixed)
      return Fixed;
    // A few modules at a time: enough to keep all processors busy, and what an
    // interruption loses is little.
    const size_t Step = std::max<size_t>(1, 2 * Options.Slots);
    for (size_t I = 0; I < Missing.size(); I += Step) {
      const size_t End = std::min(Missing.size(), I + Step);
      Status Done = label({Missing.begin() + I, Missing.begin() + End});
      if (!Done)
        return Done;
      Tell(Progress);
    }
    return Success();
  }

private:
  fs::path pathOf(size_t Module) const {
    std::string Name = Corpus.Modules[Module];
    std::replace(Name.begin(), Name.end(), '/', '_');
    return Folder / (Name + ".log");
  }

  /// Keeps all decisions as the policy makes them, so that a flip changes that
  /// one alone: what the policy would answer to a caller that has grown is an
  /// accident of its thresholds, hundreds of bytes at times.
  Status fixDecisions() {
    Result<Evaluated> Made = Problem.evaluate({});
    if (!Made)
      return Made.error();
    for (const DecidedSite &Site : Made->Sites)
      Base.emplace(Site.Key, Site.Decision);
    Result<Evaluated> Again = Problem.evaluate(Base);
    if (!Again)
      return Again.error();
    BaseSize = Again->Size;
    return Success();
  }

  /// Sites that are to be labelled, and the moves that tell their labels.
  struct Plan {
    size_t Programs = 1; ///< That the module is part of.
    std::vector<const TrialSite *> Sites;
    std::vector<size_t> Alone;    ///< By site: index of its own flip.
    std::vector<size_t> Together; ///< By site: that of its callee's, or None.
  };
  static constexpr size_t None = ~size_t(0);

  Plan plan(size_t Module, std::vector<Move> &Moves) const {
    const auto Own = Problem.sitesOf(Module);
    Plan P;
    P.Programs = Problem.programsOf(Module);
    P.Sites = Options.TraceOnly ? Own : chooseSites(Own, Options, Module);
    if (Options.TraceOnly)
      return P;
    std::map<Group, std::vector<const TrialSite *>> Groups;
    for (const TrialSite *Site : Own)
      Groups[groupOf(*Site)].push_back(Site);
    std::map<Group, size_t> MoveOf;
    for (const TrialSite *Site : P.Sites) {
      P.Alone.push_back(Moves.size());
      Moves.push_back({{{Site->Key, !Site->Decision}}});
      const auto &Members = Groups[groupOf(*Site)];
      P.Together.push_back(None);
      if (Members.size() < 2 || Members.size() > Options.MaxTogether)
        continue;
      auto [Known, IsNew] = MoveOf.emplace(groupOf(*Site), Moves.size());
      if (IsNew) {
        Moves.emplace_back();
        for (const TrialSite *Member : Members)
          Moves.back().Changes.emplace(Member->Key, !Member->Decision);
      }
      P.Together.back() = Known->second;
    }
    return P;
  }

  /// What flipping the \p Index-th site of \p P costs (below 0: saves), in
  /// bytes of a program.
  std::optional<double> delta(const Plan &P, size_t Index,
                              const std::vector<Move> &Moves,
                              const std::vector<std::optional<double>> &Sizes) {
    const std::optional<double> Alone = Sizes[P.Alone[Index]];
    if (!Alone)
      return std::nullopt;
    double Delta = *Alone - BaseSize;
    if (const size_t T = P.Together[Index]; T != None && Sizes[T])
      Delta = std::min(Delta, (*Sizes[T] - BaseSize) /
                                  double(Moves[T].Changes.size()));
    // What is part of six programs is not six times as important.
    Delta /= double(std::max<size_t>(1, P.Programs));
    const TrialSite &Site = *P.Sites[Index];
    return Site.Decision == Site.StockDecision ? Delta : -Delta;
  }

  Status label(const std::vector<size_t> &Modules) {
    std::vector<Plan> Plans;
    std::vector<Move> Moves;
    for (const size_t M : Modules)
      Plans.push_back(plan(M, Moves));
    const auto Sizes = Problem.tryMoves(Base, Moves);
    if (Problem.isStopping())
      return Error("interrupted; the same command goes on");
    for (size_t I = 0; I < Modules.size(); ++I) {
      std::vector<Label> Labels;
      for (size_t S = 0; S < Plans[I].Sites.size(); ++S) {
        Label L{Plans[I].Sites[S], std::nullopt, 100};
        if (!Options.TraceOnly) {
          L.DeltaSize = delta(Plans[I], S, Moves, Sizes);
          if (!L.DeltaSize) {
            ++Progress.FailedTrials;
            continue;
          }
        }
        Labels.push_back(L);
      }
      Status Written = writeLabelLog(pathOf(Modules[I]).string(),
                                     Corpus.Modules[Modules[I]], Labels);
      if (!Written)
        return Written;
      Progress.Labels += Labels.size();
      ++Progress.FinishedModules;
    }
    return Success();
  }

  InlineDecisionProblem &Problem;
  const MeasuredCorpus &Corpus;
  const LabelSweepOptions &Options;
  const fs::path Folder;
  LabelSweepProgress Progress;
  Decisions Base; ///< All decisions, fixed.
  double BaseSize = 0;
};

} // namespace

Status
sweepLabels(InlineDecisionProblem &Problem, const MeasuredCorpus &Corpus,
            const LabelSweepOptions &Options,
            const std::function<void(const LabelSweepProgress &)> &Tell) {
  return Sweep(Problem, Corpus, Options).run(Tell);
}

} // namespace mlgo
