// Trials of a module, beside spawning clang
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: evaluator-bench [module.bc...]
//
// What it costs to learn how large other decisions make a module: a process of
// clang, a whole trial in a module server, and a flipped decision. Each trial
// changes other decisions than those before it. Time is real time with one
// process at work; `trials` are trials a second and core.

#include "evaluate/inline/InlineTrials.h"
#include "mlgo/support/Random.h"
#include "support/ChildProcess.h"
#include "workers/InProcessWorker.h"
#include "workers/StartWorkers.h"
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace mlgo;

namespace {

constexpr size_t FlipsARequest = 32;

WorkFunctionMaker makeWork() { return makeTrialWork(1); }

/// The one answer to \p Request.
ModuleTrials ask(Worker &Work, const ModuleRequest &Request) {
  ModuleTrials Answer;
  runTrials(Work, {Request}, [&](size_t, Result<ModuleTrials> Trials) {
    if (!Trials) {
      std::fprintf(stderr, "%s\n", Trials.error().message().c_str());
      std::exit(1);
    }
    Answer = std::move(*Trials);
  });
  return Answer;
}

/// All decisions of stock, with every fiftieth, about, inverted.
InlinePolicy changePolicy(const std::vector<TrialSite> &Sites, uint64_t Seed) {
  Random Draw(Seed);
  InlineDecisions::Map Map;
  for (const TrialSite &Site : Sites)
    Map[Site.Key] = Site.Decision != (Draw.below(50) == 0);
  return {"", std::make_shared<const InlineDecisions>(std::move(Map)), ""};
}

void spawnClang(benchmark::State &State, const std::string &Path) {
  const std::string Object =
      (std::filesystem::temp_directory_path() / "mlgo-bench.o").string();
  ChildCommand Command;
  Command.Arguments = {
      "clang-22", "-Oz", "-w",  "-ffunction-sections", "-fdata-sections", "-c",
      Path,       "-o",  Object};
  for (auto _ : State)
    if (auto Outcome = runChild(Command); !Outcome || Outcome->ExitCode != 0)
      State.SkipWithError("clang-22 failed");
  std::error_code Ignored;
  std::filesystem::remove(Object, Ignored);
  State.counters["trials"] =
      benchmark::Counter(State.iterations(), benchmark::Counter::kIsRate);
}

void tryWhole(benchmark::State &State, const std::string &Path, bool Exact) {
  InProcessWorker Work(makeWork());
  ModuleRequest Request;
  Request.Path = Path;
  Request.Options.Exact = Exact;
  Request.Policies = {{}};
  const ModuleTrials Base = ask(Work, Request);
  uint64_t Seed = 0;
  for (auto _ : State) {
    Request.Policies = {changePolicy(Base.Policies[0].Sites, ++Seed)};
    benchmark::DoNotOptimize(ask(Work, Request));
  }
  State.counters["trials"] =
      benchmark::Counter(State.iterations(), benchmark::Counter::kIsRate);
}

void tryFlips(benchmark::State &State, const std::string &Path) {
  InProcessWorker Work(makeWork());
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}};
  const auto Sites = ask(Work, Request).Policies[0].Sites;
  Request.Policies = {changePolicy(Sites, 0)};
  Request.WantsFirst = false;
  Random Draw(1);
  size_t Trials = 0;
  for (auto _ : State) {
    Request.Moves.clear();
    for (size_t I = 0; I < FlipsARequest; ++I) {
      const TrialSite &Site = Sites[Draw.below(Sites.size())];
      Request.Moves.push_back({{Site.Key, !Site.Decision}});
    }
    Trials += ask(Work, Request).Moves.size();
  }
  State.counters["trials"] =
      benchmark::Counter(double(Trials), benchmark::Counter::kIsRate);
}

void add(const std::string &Path) {
  const std::string Name = std::filesystem::path(Path).stem().string();
  auto Register = [&](const char *What, auto Run) {
    benchmark::RegisterBenchmark((std::string(What) + "/" + Name).c_str(), Run)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  };
  Register("SpawnClang", [Path](benchmark::State &S) { spawnClang(S, Path); });
  Register("WholeTrialExact",
           [Path](benchmark::State &S) { tryWhole(S, Path, true); });
  Register("WholeTrial",
           [Path](benchmark::State &S) { tryWhole(S, Path, false); });
  Register("32Flips", [Path](benchmark::State &S) { tryFlips(S, Path); });
}

} // namespace

int main(int Argc, char **Argv) {
  benchmark::Initialize(&Argc, Argv);
  if (Argc < 2)
    add(MLGO_BENCH_MODULE);
  for (int I = 1; I < Argc; ++I)
    add(Argv[I]);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
