//===- InlineLabels.cpp - What each single flip does, for training --------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/InlineLabels.h"

#include "InlineAdvisor.h"
#include "evaluate/inline/LabelLog.h"

#include "mlgo/support/Random.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace mlgo {
namespace {

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
            const LabelOptions &Options, uint64_t Stream) {
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

} // namespace

InlineLabels::InlineLabels(const LabelOptions &Options,
                           std::unique_ptr<InlineDecisionProblem> TheProblem,
                           MeasuredCorpus Corpus)
    : Options(Options), Problem(std::move(TheProblem)),
      Corpus(std::move(Corpus)) {}

/// Keeps all decisions as the policy makes them, so that a flip changes that
/// one alone: what the policy would answer to a caller that has grown is an
/// accident of its thresholds, hundreds of bytes at times.
Status InlineLabels::begin() {
  Problem->keepInputs();
  Evaluated Made = MLGO_TRY(Problem->evaluate({}));
  for (const DecidedSite &Site : Made.Sites)
    Base.emplace(Site.Key, Site.Decision);
  Evaluated Again = MLGO_TRY(Problem->evaluate(Base));
  BaseSize = Again.Size;
  return Success();
}

std::vector<Move> InlineLabels::plan(size_t Module) {
  const auto Own = Problem->sitesOf(Module);
  Plan &P = Plans[Module];
  P.Sites = Options.TraceOnly ? Own : chooseSites(Own, Options, Module);
  if (Options.TraceOnly)
    return {};
  std::map<Group, std::vector<const TrialSite *>> Groups;
  for (const TrialSite *Site : Own)
    Groups[groupOf(*Site)].push_back(Site);
  std::vector<Move> Moves;
  std::map<Group, size_t> MoveOf;
  for (const TrialSite *Site : P.Sites) {
    P.Alone.push_back(Moves.size());
    Moves.push_back({{{Site->Key, !Site->Decision}}});
    const auto &Members = Groups[groupOf(*Site)];
    P.Together.emplace_back();
    if (Members.size() < 2 || Members.size() > Options.MaxTogether)
      continue;
    auto [Known, IsNew] = MoveOf.emplace(groupOf(*Site), Moves.size());
    if (IsNew) {
      Moves.emplace_back();
      for (const TrialSite *Member : Members)
        Moves.back().Changes.emplace(Member->Key, !Member->Decision);
    }
    P.Together.back() = {Known->second, Members.size()};
  }
  return Moves;
}

std::vector<std::optional<double>>
InlineLabels::tryMoves(const std::vector<Move> &Moves) {
  return Problem->tryMoves(Base, Moves);
}

/// What flipping the \p Index-th site of \p Module costs (below 0: saves), in
/// bytes of a program.
std::optional<double>
InlineLabels::delta(size_t Module, size_t Index,
                    const std::vector<std::optional<double>> &Sizes) const {
  const Plan &P = Plans.at(Module);
  const std::optional<double> Alone = Sizes[P.Alone[Index]];
  if (!Alone)
    return std::nullopt;
  double Delta = *Alone - BaseSize;
  if (const auto &[Move, Members] = P.Together[Index]; Members && Sizes[Move])
    Delta = std::min(Delta, (*Sizes[Move] - BaseSize) / double(Members));
  // What is part of six programs is not six times as important.
  Delta /= double(std::max<size_t>(1, Problem->programsOf(Module)));
  const TrialSite &Site = *P.Sites[Index];
  return Site.Decision == Site.StockDecision ? Delta : -Delta;
}

Result<LabelSource::Counts>
InlineLabels::write(size_t Module, const std::string &Path,
                    const std::vector<std::optional<double>> &Sizes) {
  Counts Done;
  std::vector<Label> Labels;
  const Plan &P = Plans.at(Module);
  for (size_t I = 0; I < P.Sites.size(); ++I) {
    Label L{P.Sites[I], std::nullopt, 100};
    if (!Options.TraceOnly) {
      L.DeltaSize = delta(Module, I, Sizes);
      if (!L.DeltaSize) {
        ++Done.FailedTrials;
        continue;
      }
    }
    Labels.push_back(L);
  }
  Done.Labels = Labels.size();
  MLGO_TRY(writeLabelLog(Path, Corpus.Modules[Module], Labels));
  return Done;
}

} // namespace mlgo
