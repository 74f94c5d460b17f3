//===- LabelSweep.cpp - What each single flip does, for training ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LabelSweep.h"

#include "InlineAdvisor.h"
#include "LabelLog.h"

#include "mlgo/support/Random.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// How likely a decision is to be worth changing, relative to the likeliest:
/// stock is seldom wrong far from its threshold. Only chooses what to label.
double usefulness(const TrialSite &Site, size_t CostIndex) {
  const int64_t Cost = Site.Inputs[CostIndex];
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
  if (Options.SitesPerModule == 0 || Sites.size() <= Options.SitesPerModule)
    return Sites;
  // Weighted sampling without replacement: the largest keys u^(1/weight).
  std::vector<std::pair<double, size_t>> Order;
  for (size_t I = 0; I < Sites.size(); ++I) {
    const double U = 1 - Random(Options.Seed, (Stream << 32) + I).uniform();
    Order.emplace_back(std::log(U) / usefulness(*Sites[I], CostIndex), I);
  }
  std::partial_sort(Order.begin(), Order.begin() + Options.SitesPerModule,
                    Order.end(), std::greater<>());
  Order.resize(Options.SitesPerModule);
  std::sort(Order.begin(), Order.end(),
            [](const auto &A, const auto &B) { return A.second < B.second; });
  std::vector<const TrialSite *> Chosen;
  for (const auto &[Rank, I] : Order)
    Chosen.push_back(Sites[I]);
  return Chosen;
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
    Result<Evaluated> Base = Problem.evaluate({});
    if (!Base)
      return Base.error();
    BaseSize = Base->Size;
    // A few modules at a time: enough to keep all processors busy, and what an
    // interruption loses is little.
    const size_t Step = std::max<size_t>(1, 2 * Options.Jobs);
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

  Status label(const std::vector<size_t> &Modules) {
    std::vector<std::vector<const TrialSite *>> Chosen;
    std::vector<Move> Moves;
    for (const size_t M : Modules) {
      auto Own = Problem.sitesOf(M);
      Chosen.push_back(Options.TraceOnly ? Own : chooseSites(Own, Options, M));
      if (!Options.TraceOnly)
        for (const TrialSite *Site : Chosen.back())
          Moves.push_back({{{Site->Key, !Site->Decision}}});
    }
    const auto Sizes = Problem.tryMoves({}, Moves);
    if (Problem.isStopping())
      return Error("interrupted; the same command goes on");
    size_t Next = 0;
    for (size_t I = 0; I < Modules.size(); ++I) {
      std::vector<Label> Labels;
      for (const TrialSite *Site : Chosen[I]) {
        Label L{Site, std::nullopt, 100};
        if (!Options.TraceOnly) {
          const std::optional<double> Size = Sizes[Next++];
          if (!Size) {
            ++Progress.FailedTrials;
            continue;
          }
          const double Delta = *Size - BaseSize;
          L.DeltaSize = Site->Decision == Site->StockDecision ? Delta : -Delta;
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
