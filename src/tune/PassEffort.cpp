// Which passes a program is smaller without
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/PassEffort.h"
#include "mlgo/support/File.h"
#include "runner/DecisionFields.h"
#include "support/ShortNames.h"
#include <algorithm>
#ifdef MLGO_HAS_ALLOCATION
#include "GatePasses.h"
#endif

namespace mlgo {
namespace {
/// Each alone beside what was best before, those first that save most bytes of
/// training packages where a policy has decided.
constexpr std::string_view TriedSets =
    "simplifycfg\ncodegenprepare\ngvn,early-cse\nmachine-sink\n"
    "instcombine\nmachine-cse\njump-threading\nearly-machinelicm\n"
    "block-placement\nindvars\nlicm\ngvn\nearly-cse\ninstsimplify\n"
    "twoaddressinstruction\nsroa\ndse\nloop-rotate\nreassociate\n"
    "tailduplication\nbranch-folder\npeephole-opt\ncorrelated-propagation\n"
    "memcpyopt\nevictions-1\nevictions-2\nevictions-3\nevictions-4\n"
    "evictions-5\nevictions-6\nevictions-7\nevictions-8\n";
#ifdef MLGO_HAS_ALLOCATION
static_assert(areGatePasses(TriedSets));
#endif

constexpr uint64_t MaxTrials = 1000;

class EffortRun {
public:
  EffortRun(const CorpusBuild &Build, const std::string &Work,
            const PassBudget &Budget)
      : Build(Build), Work(Work), Budget(Budget) {}

  Result<PassEffort> run() {
    std::error_code Failure;
    fs::remove_all(Work, Failure);
    fs::create_directories(Work, Failure);
    const std::string Sets = Work + "/sets", File = Work + "/passes";
    MLGO_TRY(writeFileAtomically(Sets, std::string(TriedSets)));
    MLGO_TRY(Build.compile(folder("before"), [](size_t) { return Strings(); }));
    const uint64_t Trials = countTrials();
    MLGO_TRY(Build.compile(folder("trial"), [&](size_t I) {
      Strings Options = {"-mlgo-gate-record=" + record(I)};
      if (!isOver())
        // The budget is of seconds, or of trials.
        Options.insert(Options.end(),
                       {"-mlgo-gate-effort=" + std::to_string(Trials),
                        "-mlgo-gate-effort-work=0", "-mlgo-gate-sets=" + Sets});
      return Options;
    }));
    PassEffort Found;
    Found.Decisions = MLGO_TRY(collect());
    MLGO_TRY(writeFileAtomically(File, Found.Decisions));
    // A function that several modules have is decided alike in all.
    MLGO_TRY(Build.compile(folder("found"), [&](size_t) {
      return Strings{"-mlgo-gate-decisions=" + File};
    }));
    Found.Before = MLGO_TRY(Build.link(folder("before")));
    Found.After = MLGO_TRY(Build.link(folder("found")));
    return Found;
  }

private:
  double taken() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         Begin)
        .count();
  }
  bool isOver() const {
    return Budget.Seconds != 0 && taken() >= double(Budget.Seconds);
  }

  /// How many sets may be tried, after one compilation of all modules: each
  /// trial is another.
  uint64_t countTrials() const {
    const uint64_t Most = Budget.Trials ? Budget.Trials : MaxTrials;
    const double Affordable = double(Budget.Seconds) / std::max(taken(), 0.1);
    return Budget.Seconds == 0 || Affordable > double(Most)
               ? Most
               : std::max<uint64_t>(1, static_cast<uint64_t>(Affordable));
  }

  std::string folder(const char *Name) const { return Work + "/" + Name; }
  std::string record(size_t Module) const {
    return Work + "/passes-" + std::to_string(Module);
  }

  /// Of known functions the decisions say all: the policy does not decide about
  /// them, nor what one module says about those of another.
  Result<std::string> collect() const {
    std::map<std::string, std::string> ByFunction;
    for (size_t I = 0; I < Build.modules().size(); ++I) {
      const BuiltCode Code = MLGO_TRY(readBuiltCode(Build.bitcode(I)));
      const auto Recorded = readFile(record(I));
      auto Own = groupPassDecisions(Recorded ? *Recorded : std::string());
      for (const auto &[Symbol, Key] : Code.Functions)
        ByFunction.emplace(Key, Own[Key]);
    }
    std::string Text = passDecisionsHeader();
    for (const auto &[Key, Lines] : ByFunction)
      Text += "1\t" + Key + "\t*\t*\n" + Lines;
    return Text;
  }

  const CorpusBuild &Build;
  const std::string &Work;
  const PassBudget &Budget;
  const std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
};
} // namespace

std::map<std::string, std::string> groupPassDecisions(std::string_view Lines) {
  std::map<std::string, std::string> ByFunction;
  while (!Lines.empty()) {
    const std::string_view Line = takeField(Lines, '\n');
    if (Line.empty() || Line.front() == '#')
      continue;
    std::string_view Rest = Line;
    takeField(Rest);
    ByFunction[std::string(takeField(Rest))].append(Line).append("\n");
  }
  return ByFunction;
}

Result<PassEffort> tryPassesForSize(const CorpusBuild &Build,
                                    const std::string &Work,
                                    const PassBudget &Budget) {
  return EffortRun(Build, Work, Budget).run();
}
} // namespace mlgo
