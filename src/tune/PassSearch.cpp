// Which passes a program executes less without
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassSearch.h"
#include "runner/DecisionFields.h"
#include "support/Text.h"
#ifdef MLGO_HAS_ALLOCATION
#include "GatePasses.h"
#endif

namespace mlgo {
namespace {
/// What is tried, those first without which functions execute less most often.
/// Not tailcallelim, without which recursion may need more stack, nor those of
/// which counts say nothing: block-placement has branches fall through, and
/// machine-scheduler has results be there in time.
constexpr std::string_view TriedPasses =
    "gvn instcombine simplifycfg jump-threading licm indvars early-cse "
    "instsimplify codegenprepare machine-sink early-machinelicm machine-cse "
    "loop-unroll reassociate loop-rotate simple-loop-unswitch "
    "correlated-propagation slp-vectorizer loop-vectorize "
    "twoaddressinstruction early-ifcvt sroa dse machinelicm "
    "x86-cmov-conversion tailduplication early-tailduplication branch-folder "
    "peephole-opt shrink-wrap postra-machine-sink constraint-elimination "
    "adce sccp bdce vector-combine aggressive-instcombine mldst-motion "
    "memcpyopt x86-fixup-leas x86-optimize-leas";
#ifdef MLGO_HAS_ALLOCATION
static_assert(areGatePasses(TriedPasses));
#endif

/// Shares of what the whole program costs: what a function that is looked at
/// has at least, and what leaving out a pass saves at least.
constexpr double HotShare = 1e-3, LeastGain = 2e-5;
/// How many passes may be left out of a function.
constexpr size_t MostTogether = 8;

/// What of the budget trials of single passes may take.
constexpr double AloneShare = 0.7;

/// A function that runs often.
struct HotFunction {
  std::string Symbol;
  std::vector<std::string> Keys;
  int64_t Cost = 0;
  std::vector<std::string> LeftOut;
  /// Passes that help alone, and by how much, the best last.
  std::vector<std::pair<int64_t, std::string>> Ideas;
};

int64_t costIn(const CountsByFunction &Counts, const std::string &Symbol) {
  const auto Found = Counts.find(Symbol);
  return Found == Counts.end() ? 0
                               : static_cast<int64_t>(costOf(Found->second));
}

ExecutionCounts sumOf(const CountsByFunction &Counts) {
  ExecutionCounts Sum;
  for (const auto &[Symbol, Own] : Counts)
    Sum += Own;
  return Sum;
}

int64_t totalOf(const CountsByFunction &Counts) {
  return static_cast<int64_t>(costOf(sumOf(Counts)));
}

class PassSearch {
public:
  PassSearch(TriedProgram &Program, const PassBudget &Budget,
             const std::function<void(const std::string &)> &Tell)
      : Program(Program), Budget(Budget), Tell(Tell) {}

  Result<FoundPasses> run() {
    const PassTrial Stock = MLGO_TRY(Program.run(passDecisionsHeader(), {}));
    Found.Before = Found.After = sumOf(Stock.Counts);
    Total = totalOf(Stock.Counts);
    Least =
        std::max<int64_t>(1, static_cast<int64_t>(double(Total) * LeastGain));
    StockBytes = Stock.Bytes;
    findHot(Stock.Counts);
    tryAlone(Stock);
    for (size_t Round = 0; Round < MostTogether && !isSpent(1); ++Round)
      if (!tryTogether())
        break;
    if (costOf(Found.After) >= costOf(Found.Before)) {
      Found.After = Found.Before;
      return Found;
    }
    for (const HotFunction &F : Hot)
      Found.Functions += !F.LeftOut.empty();
    Found.Decisions = decisions();
    return Found;
  }

private:
  /// Whether \p Share of the budget is spent.
  bool isSpent(double Share) const {
    if (Budget.isInterrupted())
      return true;
    const std::chrono::duration<double> Taken =
        std::chrono::steady_clock::now() - Begin;
    return (Budget.Seconds &&
            Taken.count() >= Share * static_cast<double>(Budget.Seconds)) ||
           (Budget.Trials && static_cast<double>(Found.Trials) >=
                                 Share * static_cast<double>(Budget.Trials));
  }

  void findHot(const CountsByFunction &Counts) {
    for (const auto &[Symbol, Own] : Counts) {
      const auto [Begin, Stop] = Program.functions().equal_range(Symbol);
      const auto Cost = static_cast<int64_t>(costOf(Own));
      if (Begin == Stop || double(Cost) < HotShare * double(Total))
        continue;
      HotFunction F;
      F.Symbol = Symbol;
      F.Cost = Cost;
      for (auto I = Begin; I != Stop; ++I) {
        F.Keys.push_back(I->second.Key);
        HotModules.insert(I->second.Module);
      }
      Hot.push_back(std::move(F));
    }
    Tell("tune: passes: " + std::to_string(Hot.size()) + " functions in " +
         std::to_string(HotModules.size()) + " modules run often");
  }

  void tryAlone(const PassTrial &Stock) {
    for (std::string_view Passes = TriedPasses; !Passes.empty();) {
      const std::string Pass(takeField(Passes, ' '));
      if (isSpent(AloneShare))
        break;
      // A compiler that crashes without a pass has said what is to be known.
      const auto Trial = Program.run(
          passDecisionsHeader() + ("0\t*\t" + Pass + "\tlate\n"), HotModules);
      ++Found.Trials;
      if (!Trial) {
        tellOfFailure("without " + Pass, Trial.error());
        continue;
      }
      if (!Trial->IsSame)
        learn(Pass, Stock, *Trial);
    }
    for (HotFunction &F : Hot)
      std::sort(F.Ideas.begin(), F.Ideas.end());
  }

  /// An interrupt ends compilers, too.
  void tellOfFailure(const std::string &What, const Error &E) const {
    if (!Budget.isInterrupted())
      Tell("tune: passes: " + What + ": " + E.message());
  }

  /// Notes where code without \p Pass executes less.
  void learn(const std::string &Pass, const PassTrial &Stock,
             const PassTrial &Without) {
    if (!Budget.MayGrow && Without.Bytes > StockBytes)
      return;
    int64_t Gain = 0;
    for (const HotFunction &F : Hot)
      Gain += std::max<int64_t>(F.Cost - costIn(Without.Counts, F.Symbol), 0);
    // What functions execute less, libraries may execute more: memcpy() is
    // called instead of written out.
    if (costElsewhere(Without.Counts) - costElsewhere(Stock.Counts) > Gain / 4)
      return;
    for (HotFunction &F : Hot)
      if (const int64_t Saved = F.Cost - costIn(Without.Counts, F.Symbol);
          Saved >= Least)
        F.Ideas.emplace_back(Saved, Pass);
  }

  int64_t costElsewhere(const CountsByFunction &Counts) const {
    int64_t Sum = 0;
    for (const auto &[Symbol, Own] : Counts)
      if (!Program.functions().count(Symbol))
        Sum += static_cast<int64_t>(costOf(Own));
    return Sum;
  }

  /// Leaves the next idea out of each function that has one, and keeps what
  /// helps. Says whether there was any.
  bool tryTogether() {
    std::vector<HotFunction *> Tried;
    for (HotFunction &F : Hot)
      if (!F.Ideas.empty()) {
        F.LeftOut.push_back(F.Ideas.back().second);
        F.Ideas.pop_back();
        Tried.push_back(&F);
      }
    if (Tried.empty())
      return false;
    if (const Status Done = tryToKeep(Tried); !Done)
      tellOfFailure("together", Done.error());
    return true;
  }

  /// Keeps of what was left out last of \p Tried what helps; where a trial
  /// fails, nothing of it.
  Status tryToKeep(const std::vector<HotFunction *> &Tried) {
    std::vector<HotFunction *> Kept = Tried;
    const auto DropKept = [&] {
      for (HotFunction *F : Kept)
        F->LeftOut.pop_back();
    };
    auto Trial = tryDecisions();
    if (!Trial) {
      DropKept();
      return Trial.error();
    }
    Kept.clear();
    for (HotFunction *F : Tried)
      if (!Trial->IsSame && costIn(Trial->Counts, F->Symbol) + Least <= F->Cost)
        Kept.push_back(F);
      else
        F->LeftOut.pop_back();
    if (Kept.empty())
      return Success();
    if (Kept.size() < Tried.size())
      Trial = tryDecisions();
    if (!Trial || Trial->IsSame || !accept(*Trial))
      DropKept();
    return Trial ? Success() : Status(Trial.error());
  }

  Result<PassTrial> tryDecisions() {
    ++Found.Trials;
    return Program.run(decisions(), HotModules);
  }

  /// Whether the program as a whole is better, which is noted then.
  bool accept(const PassTrial &Trial) {
    if (totalOf(Trial.Counts) >= static_cast<int64_t>(costOf(Found.After)) ||
        (!Budget.MayGrow && Trial.Bytes > StockBytes))
      return false;
    Found.After = sumOf(Trial.Counts);
    for (HotFunction &F : Hot)
      F.Cost = costIn(Trial.Counts, F.Symbol);
    return true;
  }

  std::string decisions() const {
    std::string Text = passDecisionsHeader();
    for (const HotFunction &F : Hot)
      for (const std::string &Key : F.Keys)
        for (const std::string &Pass : F.LeftOut)
          Text += "0\t" + Key + "\t" + Pass + "\tlate\n";
    return Text;
  }

  TriedProgram &Program;
  const PassBudget Budget;
  const std::function<void(const std::string &)> &Tell;
  const std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
  std::vector<HotFunction> Hot;
  std::set<size_t> HotModules;
  int64_t Total = 0, Least = 1;
  uint64_t StockBytes = 0;
  FoundPasses Found;
};
} // namespace

uint64_t costOf(const ExecutionCounts &Counts) {
  return 4 * Counts.Instructions + Counts.Reads + Counts.Writes;
}

std::string describe(const FoundPasses &Found) {
  std::string Text = formatText("left out of %zu functions, after %zu trials: ",
                                Found.Functions, Found.Trials);
  // A workload may run none of the build's programs.
  if (!Found.Before.Instructions)
    return Text + "no instruction of the programs was counted";
  const double Ratio =
      double(Found.After.Instructions) / double(Found.Before.Instructions);
  return Text + formatText("%+.2f %% instructions", 100 * (Ratio - 1));
}

Result<FoundPasses>
searchPasses(TriedProgram &Program, const PassBudget &Budget,
             const std::function<void(const std::string &)> &Tell) {
  return PassSearch(Program, Budget, Tell).run();
}
} // namespace mlgo
