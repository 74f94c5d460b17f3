// A heuristic that can be learned
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/LearnedAdvisor.h"

namespace mlgo {
Result<LearnedAdvisorOptions>
LearnedAdvisorOptions::fromEnvironment(const std::string &Prefix) {
  auto Reader = OptionReader::ofEnvironment(Prefix);
  LearnedAdvisorOptions O;
  static_cast<RunnerOptions &>(O) = RunnerOptions::read(Reader);
  if (Reader.fault())
    return *Reader.fault();
  return O;
}

Result<LearnedAdvisor> LearnedAdvisor::createFor(PolicySpec &Spec,
                                                 const Options &O) {
  Spec.Choices = O.AdviceBound;
  if (!O.Task.empty())
    Spec.Tasks = {O.Task};
  auto Runner = MLGO_TRY(createRunner(Spec, O));
  LearnedAdvisor Advisor(std::move(Runner));
  if (!O.TrainingLog.empty()) {
    auto Log = MLGO_TRY(
        DecisionLog::create(O.TrainingLog, *Advisor.Runner, Spec.Decision));
    Advisor.Log.emplace(std::move(Log));
  }
  return Result<LearnedAdvisor>(std::move(Advisor));
}

void LearnedAdvisor::switchContext(std::string_view Name) {
  Runner->switchContext(Name);
  if (Log)
    Log->switchContext(Name);
}

Status LearnedAdvisor::finish() {
  Status Closed = Log ? Log->close() : Status(Success());
  return Runner->failure() ? Status(*Runner->failure()) : Closed;
}
} // namespace mlgo
