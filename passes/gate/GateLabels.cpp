// What flipping single decisions about passes does, for training.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateLabels.h"
#include "GateTrials.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlgo {
constexpr const char *LabelColumns[] = {"function_bytes", "executed",
                                        "executed_flipped", "label_confidence",
                                        "run_pass"};

/// Writes the log \p Path of the module \p Context. \p Base has rows; \p
/// Flipped has what became of the module where the decisions about one pass
/// were inverted, by pass.
static Status writeLog(const std::string &Path, const std::string &Context,
                       const GateTrial &Base,
                       const std::map<size_t, MeasuredObject> &Flipped) {
  std::vector<TensorSpec> Columns;
  for (TaskInput &Input : describeGateInputs())
    Columns.push_back(std::move(Input.Spec));
  for (const char *Name : LabelColumns)
    Columns.push_back(TensorSpec::createSpec<int64_t>(Name, {1}));
  auto Log = MLGO_TRY(TrainingLogWriter::create(
      Path, Columns, TensorSpec::createSpec<float>("delta_size", {1})));
  Log.switchContext(Context);
  const GateCosts Costs(Base.Object);
  for (const GateRow &Row : Base.Rows) {
    const auto Trial =
        Flipped.find(static_cast<size_t>(Row.Features[GateInput::pass]));
    if (Trial == Flipped.end())
      continue;
    const auto Change = Costs.change(Row.Function, Trial->second);
    if (!Change)
      continue;
    const MeasuredFunction &Was = Base.Object.find(Row.Function)->second;
    const MeasuredFunction &Is = Trial->second.find(Row.Function)->second;
    const std::array<uint64_t, 5> Label = {Was.Bytes, Was.Executed, Is.Executed,
                                           100, Row.Runs};
    Log.startObservation();
    size_t Column = 0;
    for (const int64_t Value : Row.Features)
      Log.logTensorValue(Column++, &Value);
    for (const uint64_t Value : Label)
      Log.logTensorValue(Column++, &Value);
    Log.endObservation();
    const auto Delta = static_cast<float>(Row.Runs ? *Change : -*Change);
    Log.logReward(&Delta);
  }
  return Log.close();
}

Status labelDecisions(Module &M, GateSession &S,
                      const std::vector<GateSet> &Sets) {
  std::vector<TrialStart> Starts = {
      [](GateSession &Trial) { Trial.beginPolicyTrial({}, true); }};
  for (const GateSet &Set : Sets) {
    if (Set.count() != 1)
      return mlgo::Error("set '" + describe(Set) +
                         "' is to be labelled, expected one pass");
    Starts.push_back(
        [&Set](GateSession &Trial) { Trial.beginPolicyTrial(Set, false); });
  }
  auto Trials = runGateTrials(M, S, Starts);
  if (!Trials)
    return Success();
  if (const auto &Failure = Trials->front().Failure)
    return *Failure;
  std::map<size_t, MeasuredObject> Flipped;
  for (size_t I = 0; I < Sets.size(); ++I)
    if (GateTrial &Trial = (*Trials)[I + 1]; !Trial.Failure)
      Flipped.emplace(Sets[I]._Find_first(), std::move(Trial.Object));
  // Where the file is says nothing of what was learned.
  return writeLog(S.options().Labels,
                  sys::path::filename(M.getModuleIdentifier()).str(),
                  Trials->front(), Flipped);
}
} // namespace mlgo
