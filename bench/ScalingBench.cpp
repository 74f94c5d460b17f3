// ScalingBench
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: scaling-bench TIMES.csv [POPULATION [BATCH [SERIAL_SECONDS]]]
//
// How long a generation takes with 1 to 10,000 workers, simulated from recorded
// times of trials (record-trial-times writes them), and how long four
// experiments take together on these workers and one after the other. What the
// coordinator spends on an item is measured at the start.

#include "ScalingSimulation.h"
#include "mlgo/support/File.h"
#include "workers/ForkedWorkers.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace mlgo;

namespace {

/// Seconds for an item that has nothing to do, with one worker.
double measureItem() {
  ForkedWorkers W(1, [] {
    return [](std::string_view, std::string_view) {
      return Result<std::string>(std::string(20000, 'x'));
    };
  });
  const std::vector<WorkItem> Items(500);
  runItems(W, Items);
  const auto Begin = std::chrono::steady_clock::now();
  runItems(W, Items);
  const std::chrono::duration<double> Past =
      std::chrono::steady_clock::now() - Begin;
  return Past.count() / double(Items.size());
}

double number(int Argc, char **Argv, int Index, double Default) {
  return Index < Argc ? std::atof(Argv[Index]) : Default;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    std::fprintf(stderr, "usage: scaling-bench TIMES.csv [POPULATION [BATCH "
                         "[SERIAL_SECONDS]]]\n");
    return 2;
  }
  Result<std::string> Text = readFile(Argv[1]);
  auto Times =
      Text ? parseTrialTimes(*Text, Argv[1]) : Result<TrialTimes>(Text.error());
  if (!Times) {
    std::fprintf(stderr, "%s\n", Times.error().message().c_str());
    return 1;
  }
  size_t Trials = 0;
  double Seconds = 0;
  for (const std::vector<double> &Of : *Times) {
    Trials += Of.size();
    Seconds = std::accumulate(Of.begin(), Of.end(), Seconds);
  }
  ScalingSetup Setup;
  Setup.Population = size_t(number(Argc, Argv, 2, 64));
  Setup.Batch = size_t(number(Argc, Argv, 3, 64));
  Setup.SerialSeconds = number(Argc, Argv, 4, 2);
  Setup.ItemSeconds = measureItem();
  Setup.PrepareSeconds = Seconds / double(Trials);
  std::printf("%zu trials of %zu modules, %.3f s each; %zu candidates, %zu "
              "modules a generation;\n%.1f s between generations, %.0f us of "
              "the coordinator for an item\n\n",
              Trials, Times->size(), Seconds / double(Trials), Setup.Population,
              Setup.Batch, Setup.SerialSeconds, 1e6 * Setup.ItemSeconds);
  std::printf("%8s %12s %9s %11s | %12s %12s %7s %11s\n", "workers",
              "s/generation", "speed-up", "utilisation", "4 apart, s",
              "together, s", "faster", "utilisation");
  double OneWorker = 0;
  for (const size_t Workers :
       {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 5000, 10000}) {
    Setup.Workers = Workers;
    Setup.Experiments = 1;
    Setup.IsNested = false;
    const ScalingResult One = simulateScaling(*Times, Setup);
    const double Generation = One.Seconds / double(Setup.Generations);
    if (Workers == 1)
      OneWorker = Generation;
    Setup.Experiments = 4;
    const ScalingResult Apart = simulateScaling(*Times, Setup);
    Setup.IsNested = true;
    const ScalingResult Together = simulateScaling(*Times, Setup);
    std::printf("%8zu %12.2f %9.1f %10.1f%% | %12.1f %12.1f %6.2fx %10.1f%%\n",
                Workers, Generation, OneWorker / Generation,
                100 * One.Utilisation, Apart.Seconds, Together.Seconds,
                Apart.Seconds / Together.Seconds, 100 * Together.Utilisation);
  }
  return 0;
}
