// Runs benchmarks and reports failures
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decisions.h"

namespace mlgo {
namespace {

/// Google Benchmark's own exit code says nothing of benchmarks that failed.
class FailureReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &Runs) override {
    for (const Run &R : Runs)
      HasFailed |= R.error_occurred;
    ConsoleReporter::ReportRuns(Runs);
  }

  bool HasFailed = false;
};

} // namespace

int runBenchmarks(int Argc, char **Argv) {
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 1;
  FailureReporter Reporter;
  benchmark::RunSpecifiedBenchmarks(&Reporter);
  return Reporter.HasFailed;
}

} // namespace mlgo
