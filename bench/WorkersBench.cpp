// WorkersBench
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What serving an item costs, by kind of worker, beside a fork for each item;
// and how much of their workers' time two experiments use that pause between
// their items, together on one pool and one after the other.
//
// `overhead_us` is the time that a slot was taken by an item, less what the
// item itself waits (0, 1 or 20 ms). Started by mpirun, ranks are served too:
//   mpirun -n 3 workers-bench --benchmark_filter=mpi

#include "support/ProcessPool.h"
#include "workers/ExperimentProcesses.h"
#include "workers/ForkedWorkers.h"
#include "workers/InProcessWorker.h"
#include "workers/MPIWorkers.h"
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace mlgo;

namespace {

constexpr size_t Slots = 2;

/// Requests are "MICROSECONDS BYTES".
Result<std::string> answer(std::string_view, std::string_view Request) {
  char *Rest = nullptr;
  const std::string Text(Request);
  const auto Microseconds = std::strtoul(Text.c_str(), &Rest, 10);
  const size_t Bytes = std::strtoul(Rest, nullptr, 10);
  if (Microseconds)
    ::usleep(static_cast<useconds_t>(Microseconds));
  return std::string(Bytes, 'x');
}

WorkFunction makeFunction() { return answer; }

std::string makeRequest(long Microseconds, long Bytes) {
  return std::to_string(Microseconds) + " " + std::to_string(Bytes);
}

size_t countItems(const benchmark::State &State) {
  return State.range(0) > 10000 ? 16 : 64;
}

double secondsSince(std::chrono::steady_clock::time_point Begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Begin)
      .count();
}

void report(benchmark::State &State, double Seconds, size_t NumSlots) {
  const double Items = double(State.iterations()) * double(countItems(State));
  State.counters["overhead_us"] =
      1e6 * Seconds * double(NumSlots) / Items - double(State.range(0));
}

void serve(benchmark::State &State, Worker &W) {
  const size_t Count = countItems(State);
  std::vector<WorkItem> Items(Count);
  for (WorkItem &Item : Items)
    Item.Request = makeRequest(State.range(0), State.range(1));
  runItems(W, Items); // Processes start.
  double Seconds = 0;
  for (auto _ : State) {
    const auto Begin = std::chrono::steady_clock::now();
    for (const auto &Answer : runItems(W, Items))
      if (!Answer || Answer->size() != size_t(State.range(1)))
        State.SkipWithError("an answer is not as expected");
    Seconds += secondsSince(Begin);
  }
  report(State, Seconds, W.slots());
}

void serveInProcess(benchmark::State &State) {
  InProcessWorker W(makeFunction);
  serve(State, W);
}

void serveForked(benchmark::State &State) {
  ForkedWorkers W(Slots, makeFunction);
  serve(State, W);
}

void serveNested(benchmark::State &State) {
  NestingWorker W;
  for (size_t I = 0; I < Slots; ++I)
    if (!W.add(std::to_string(I),
               std::make_unique<ForkedWorkers>(1, makeFunction)))
      State.SkipWithError("cannot add a worker");
  serve(State, W);
}

void forkEach(benchmark::State &State) {
  const size_t Count = countItems(State);
  const std::string Request = makeRequest(State.range(0), State.range(1));
  double Seconds = 0;
  for (auto _ : State) {
    const auto Begin = std::chrono::steady_clock::now();
    runInProcesses(
        Count, Slots, 0, [&](size_t) { return *answer("", Request); },
        [&](size_t, TaskOutcome Outcome) {
          if (Outcome.Output.size() != size_t(State.range(1)))
            State.SkipWithError("an answer is not as expected");
        });
    Seconds += secondsSince(Begin);
  }
  report(State, Seconds, Slots);
}

/// Items, then a lull as long as they take.
std::string runWithLulls(Worker &W) {
  std::vector<WorkItem> Items(8);
  for (WorkItem &Item : Items)
    Item.Request = makeRequest(10000, 100);
  for (unsigned Round = 0; Round < 5; ++Round) {
    runItems(W, Items);
    ::usleep(40000);
  }
  return "";
}

void runExperimentsOn(benchmark::State &State) {
  const bool AreTogether = State.range(0);
  double Share = 0;
  for (auto _ : State) {
    NestingWorker Pool;
    if (!Pool.add("all", std::make_unique<ForkedWorkers>(Slots, makeFunction)))
      State.SkipWithError("cannot add a worker");
    if (AreTogether) {
      runExperiments(Pool, {runWithLulls, runWithLulls});
    } else {
      runExperiments(Pool, {runWithLulls});
      runExperiments(Pool, {runWithLulls});
    }
    Share += Pool.utilisation().share();
  }
  State.counters["utilisation"] = Share / double(State.iterations());
}

void addArguments(benchmark::internal::Benchmark *Bench) {
  Bench->ArgNames({"us", "bytes"})
      ->ArgsProduct({{0, 1000, 20000}, {100, 100000}})
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int Argc, char **Argv) {
  std::unique_ptr<Worker> Ranks;
  const char *NumRanks = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (NumRanks && std::atoi(NumRanks) > 1) {
    auto Started = startMPIWorkers(
        [] { return std::make_unique<ForkedWorkers>(1, makeFunction); });
    if (!Started) {
      std::fprintf(stderr, "%s\n", Started.error().message().c_str());
      return 1;
    }
    if (!*Started)
      return 0;
    Ranks = std::move(*Started);
    addArguments(benchmark::RegisterBenchmark(
        "mpi", [&](benchmark::State &State) { serve(State, *Ranks); }));
  }
  addArguments(benchmark::RegisterBenchmark("in-process", serveInProcess));
  addArguments(benchmark::RegisterBenchmark("forked", serveForked));
  addArguments(benchmark::RegisterBenchmark("nested", serveNested));
  addArguments(benchmark::RegisterBenchmark("fork-per-item", forkEach));
  benchmark::RegisterBenchmark("two-experiments", runExperimentsOn)
      ->ArgName("together")
      ->Arg(0)
      ->Arg(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
