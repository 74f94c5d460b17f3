// RecordTrialTimes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: record-trial-times NAME=MODULE.bc... > TIMES.csv
//
// Writes processor seconds of whole trials for scaling-bench: of each module,
// three that decide otherwise than those before them, as candidates of a
// generation do. Processor time, so that it does not matter what else runs.

#include "evaluate/inline/InlineTrials.h"
#include "mlgo/support/Random.h"
#include "workers/InProcessWorker.h"
#include "workers/StartWorkers.h"
#include <algorithm>
#include <cstdio>
#include <sys/resource.h>

using namespace mlgo;

namespace {

constexpr unsigned TrialsAModule = 3;

/// Time of all children that have ended.
double childSeconds() {
  rusage Usage;
  ::getrusage(RUSAGE_CHILDREN, &Usage);
  auto Seconds = [](const timeval &T) {
    return double(T.tv_sec) + 1e-6 * double(T.tv_usec);
  };
  return Seconds(Usage.ru_utime) + Seconds(Usage.ru_stime);
}

/// All decisions of stock, with every fiftieth, about, inverted.
InlinePolicy changePolicy(const std::vector<TrialSite> &Sites, uint64_t Seed) {
  Random Draw(Seed);
  InlineDecisions::Map Map;
  for (const TrialSite &Site : Sites)
    Map[Site.Key] = Site.Decision != (Draw.below(50) == 0);
  return {"", std::make_shared<const InlineDecisions>(std::move(Map)), "", {}};
}

/// Seconds of the whole life of a module's process with \p Policies.
Result<double> measure(const std::string &Path,
                       const std::vector<InlinePolicy> &Policies,
                       std::vector<TrialSite> &FirstSites) {
  const double Before = childSeconds();
  std::string Failure = "no answer";
  {
    InProcessWorker Work(makeTrialWork(1));
    ModuleRequest Request;
    Request.Path = Path;
    Request.Policies = Policies;
    runTrials(Work, {Request}, [&](size_t, Result<ModuleTrials> Trials) {
      Failure = Trials ? Trials->Policies[0].Failure : Trials.error().message();
      if (Trials)
        FirstSites = Trials->Policies[0].Sites;
    });
  }
  if (!Failure.empty())
    return Error(Path + ": " + Failure);
  return childSeconds() - Before;
}

} // namespace

int main(int Argc, char **Argv) {
  std::puts("module,seconds");
  for (int I = 1; I < Argc; ++I) {
    const std::string Argument = Argv[I];
    const size_t Equals = Argument.find('=');
    const std::string Path =
        Equals == Argument.npos ? Argument : Argument.substr(Equals + 1);
    std::vector<TrialSite> Sites, Ignored;
    Result<double> Stock = measure(Path, {InlinePolicy()}, Sites);
    for (unsigned Trial = 0; Stock && Trial < TrialsAModule; ++Trial) {
      Result<double> Both = measure(
          Path, {InlinePolicy(), changePolicy(Sites, 7 * I + Trial)}, Ignored);
      if (!Both)
        Stock = Both.error();
      else
        std::printf("%s,%.4f\n", Argument.substr(0, Equals).c_str(),
                    std::max(0.0, *Both - *Stock));
    }
    if (!Stock)
      std::fprintf(stderr, "%s\n", Stock.error().message().c_str());
    std::fflush(stdout);
  }
  return 0;
}
