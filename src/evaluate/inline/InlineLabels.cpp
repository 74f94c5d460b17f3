// What each single flip does, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineLabels.h"
#include "InlineAdvisor.h"
#include "evaluate/inline/LabelLog.h"
#include "mlgo/support/Random.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

namespace mlgo {
/// Apart from all other users of the seed.
constexpr uint64_t SettingStream = 0x73657474696e6773;

/// How likely a decision is to be worth changing, relative to the likeliest:
/// stock is seldom wrong far from its threshold. 0 where no policy is asked.
static double usefulness(const TrialSite &Site, size_t CostIndex) {
  const int64_t Cost = Site.Inputs[CostIndex];
  if (Site.StockDecision && isCertainToPay(int(Cost)))
    return 0;
  if (Site.StockDecision)
    return Cost > -25 ? 1 : 0.25;
  return Cost < 120 ? 1 : 0.1;
}

/// Sites that run for less than this part of the most are seldom run.
constexpr uint64_t SeldomPart = 1 << 12;

/// So many times as many of the calls that run often have labels.
constexpr size_t HotSites = 8;

static size_t findCost() {
  const auto Inputs = getInlinePolicyInputs();
  size_t Index = 0;
  while (Inputs[Index].name() != "cost_estimate")
    ++Index;
  return Index;
}

/// The callee, and what is decided.
static std::pair<std::string, bool> groupOf(const TrialSite &Site) {
  const size_t Tab = Site.Key.find('\t') + 1;
  return {Site.Key.substr(Tab, Site.Key.find('\t', Tab) - Tab), Site.Decision};
}

InlineLabels::InlineLabels(
    const LabelOptions &Options,
    std::vector<std::unique_ptr<InlineDecisionProblem>> Problems,
    MeasuredCorpus Corpus)
    : Options(Options), Corpus(std::move(Corpus)) {
  for (auto &Problem : Problems)
    Settings.emplace_back().Problem = std::move(Problem);
}

std::vector<CorpusProblem *> InlineLabels::problems() {
  std::vector<CorpusProblem *> All;
  for (InSetting &S : Settings)
    All.push_back(S.Problem.get());
  return All;
}

/// Keeps all decisions as the policy makes them, so that a flip changes that
/// one alone: what the policy would answer to a caller that has grown is an
/// accident of its thresholds, hundreds of bytes at times.
Status InlineLabels::begin() {
  for (InSetting &S : Settings) {
    S.Problem->keepInputs();
    Evaluated Made = MLGO_TRY(S.Problem->evaluate({}));
    for (const DecidedSite &Site : Made.Sites) {
      S.Base.emplace(Site.Key, Site.Decision);
      S.MostRuns = std::max(S.MostRuns, S.Problem->findSite(Site.Key)->Count);
    }
    Evaluated Again = MLGO_TRY(S.Problem->evaluate(S.Base));
    S.BaseSize = Again.Size;
    if (Options.MaxTogether > 1)
      for (size_t M = 0; M < Corpus.Modules.size(); ++M)
        for (const TrialSite *Site : S.Problem->sitesOf(M))
          S.Groups[groupOf(*Site)].push_back(Site);
  }
  return Success();
}

/// A site has the same setting wherever, and in whatever order, it is met.
size_t InlineLabels::drawSetting(const std::string &Key) const {
  const uint64_t Hash = llvm::xxh3_64bits(Key);
  return Random(Options.Seed ^ SettingStream, Hash).below(Settings.size());
}

/// The sites of \p Module as each setting has them that draw it.
InlineLabels::Plan InlineLabels::sitesOf(size_t Module) const {
  Plan Sites;
  for (size_t S = 0; S < Settings.size(); ++S)
    for (const TrialSite *Site : Settings[S].Problem->sitesOf(Module))
      if (drawSetting(Site->Key) == S)
        Sites.push_back({Site, S, {}});
  return Sites;
}

/// Keeps those that are to be labelled, in their order.
void InlineLabels::keepSome(Plan &Sites, size_t Module) const {
  static const size_t CostIndex = findCost();
  // Weighted sampling without replacement: the largest keys u^(1/weight).
  std::vector<std::pair<double, size_t>> Order;
  for (size_t I = 0; I < Sites.size(); ++I) {
    const double U =
        1 - Random(Options.Seed, (uint64_t(Module) << 32) + I).uniform();
    const double Weight = usefulness(*Sites[I].Site, CostIndex);
    if (Weight > 0)
      Order.emplace_back(std::log(U) / Weight, I);
  }
  if (Options.SitesPerModule && Order.size() > Options.SitesPerModule) {
    std::partial_sort(Order.begin(), Order.begin() + Options.SitesPerModule,
                      Order.end(), std::greater<>());
    Order.resize(Options.SitesPerModule);
  }
  std::sort(Order.begin(), Order.end(),
            [](const auto &A, const auto &B) { return A.second < B.second; });
  Plan Kept;
  for (const auto &[Rank, I] : Order)
    Kept.push_back(Sites[I]);
  Sites = std::move(Kept);
}

/// Draws \p Count of \p Sites at most (0: all), each by its rank, and adds them
/// to \p Kept. They stand for all.
void InlineLabels::drawSites(RankedSites Sites, size_t Count, Plan &Kept) {
  if (Count == 0 || Count > Sites.size())
    Count = Sites.size();
  std::partial_sort(
      Sites.begin(), Sites.begin() + Count, Sites.end(),
      [](const auto &A, const auto &B) { return A.first < B.first; });
  for (size_t I = 0; I < Count; ++I) {
    Sites[I].second.StandsFor = double(Sites.size()) / double(Count);
    Kept.push_back(Sites[I].second);
  }
}

/// Keeps so many of those that seldom run as are to be labelled, and more of
/// those that run often.
void InlineLabels::keepHot(Plan &Sites, size_t Module) const {
  RankedSites Hot, Others;
  for (size_t I = 0; I < Sites.size(); ++I) {
    const InSetting &In = Settings[Sites[I].Setting];
    const uint64_t Runs = Sites[I].Site->Count;
    (Runs && Runs >= In.MostRuns / SeldomPart ? Hot : Others)
        .emplace_back(
            Random(Options.Seed, (uint64_t(Module) << 32) + I).uniform(),
            Sites[I]);
  }
  Sites.clear();
  drawSites(std::move(Hot), HotSites * Options.SitesPerModule, Sites);
  drawSites(std::move(Others), Options.SitesPerModule, Sites);
}

std::vector<PlannedMove> InlineLabels::plan(size_t Module) {
  Plan &P = Plans[Module] = sitesOf(Module);
  if (Options.TraceOnly)
    return {};
  if (Settings[0].Problem->countsCycles())
    keepHot(P, Module);
  else
    keepSome(P, Module);
  std::vector<PlannedMove> Moves;
  for (PlannedSite &Planned : P) {
    const TrialSite &Site = *Planned.Site;
    const auto &Groups = Settings[Planned.Setting].Groups;
    const auto Own = Groups.find(groupOf(Site));
    const bool HasGroup = Own != Groups.end() && Own->second.size() >= 2 &&
                          Own->second.size() <= Options.MaxTogether;
    if (!HasGroup || !Options.OnlyTogether) {
      Planned.Alone = Moves.size();
      Moves.push_back({{{{Site.Key, !Site.Decision}}}, Planned.Setting});
    }
    if (!HasGroup)
      continue;
    Planned.Together = {Moves.size(), Own->second.size()};
    Moves.push_back({{}, Planned.Setting});
    for (const TrialSite *Member : Own->second)
      Moves.back().Change.Changes.emplace(Member->Key, !Member->Decision);
  }
  return Moves;
}

/// Moves of several changes are tried once, whichever modules ask for them.
std::vector<std::optional<double>>
InlineLabels::tryMoves(const std::vector<PlannedMove> &Moves) {
  std::vector<std::optional<double>> Answers(Moves.size());
  for (size_t S = 0; S < Settings.size(); ++S) {
    InSetting &In = Settings[S];
    std::vector<Move> Own;
    std::vector<size_t> Places;
    for (size_t I = 0; I < Moves.size(); ++I) {
      const Decisions &Changes = Moves[I].Change.Changes;
      if (Moves[I].Problem != S ||
          (Changes.size() > 1 && !In.Tried.try_emplace(Changes).second))
        continue;
      Own.push_back(Moves[I].Change);
      Places.push_back(I);
    }
    if (!Own.empty()) {
      const auto Found = In.Problem->tryMoves(In.Base, Own);
      for (size_t I = 0; I < Own.size(); ++I) {
        Answers[Places[I]] = Found[I];
        if (Own[I].Changes.size() > 1)
          In.Tried[Own[I].Changes] = Found[I];
      }
    }
    for (size_t I = 0; I < Moves.size(); ++I)
      if (Moves[I].Problem == S && Moves[I].Change.Changes.size() > 1)
        Answers[I] = In.Tried[Moves[I].Change.Changes];
  }
  return Answers;
}

/// What flipping \p Planned, of \p Module, costs (below 0: saves), in bytes of
/// a program.
std::optional<double>
InlineLabels::delta(size_t Module, const PlannedSite &Planned,
                    const std::vector<std::optional<double>> &Sizes) const {
  const InSetting &In = Settings[Planned.Setting];
  std::optional<double> Best;
  if (Planned.Alone) {
    if (!Sizes[*Planned.Alone])
      return std::nullopt;
    Best = *Sizes[*Planned.Alone] - In.BaseSize;
  }
  if (const auto &[Move, Members] = Planned.Together; Members && Sizes[Move]) {
    const double Share = (*Sizes[Move] - In.BaseSize) / double(Members);
    Best = std::min(Best.value_or(Share), Share);
  }
  if (!Best)
    return std::nullopt;
  double Delta = *Best;
  // What is part of six programs is not six times as important.
  Delta /= double(std::max<size_t>(1, In.Problem->programsOf(Module)));
  if (In.Problem->countsCycles())
    Delta *= 1e6 / std::max(In.BaseSize, double(LeastCycles));
  const TrialSite &Site = *Planned.Site;
  return Site.Decision == Site.StockDecision ? Delta : -Delta;
}

Result<LabelSource::Counts>
InlineLabels::write(size_t Module, const std::string &Path,
                    const std::vector<std::optional<double>> &Sizes) {
  Counts Done;
  std::vector<Label> Labels;
  for (const PlannedSite &Planned : Plans.at(Module)) {
    Label L{Planned.Site, std::nullopt,
            static_cast<int64_t>(std::llround(100 * Planned.StandsFor))};
    if (!Options.TraceOnly) {
      L.DeltaSize = delta(Module, Planned, Sizes);
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
