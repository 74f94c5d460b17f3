// Which sets of passes are left out, by trying them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateEffort.h"
#include "GateTrials.h"
#include "mlgo/support/File.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
static std::string describeUnit(const MeasuredFunction &Unit) {
  return std::to_string(Unit.Bytes) + "\t" + std::to_string(Unit.Executed);
}

/// A line for each function and each set that changes it: the file, the
/// function, its bytes with all passes and what it executes, the same without
/// the set and what was best before it was tried, the set.
static std::string formatMeasured(const Module &M, const MeasuredObject &Stock,
                                  const std::vector<MeasuredObject> &Trials,
                                  const std::vector<GateSet> &Sets) {
  std::string Lines;
  for (const Function &F : M) {
    const auto Was = Stock.find(F.getName().str());
    if (F.isDeclaration() || Was == Stock.end())
      continue;
    const std::string Begin = M.getModuleIdentifier() + "\t" + Was->first +
                              "\t" + describeUnit(Was->second);
    Lines += Begin + "\t\t\t\n";
    for (size_t I = 0; I < Trials.size(); ++I)
      if (const auto Is = Trials[I].find(Was->first);
          Is != Trials[I].end() && Is->second.Bytes != Was->second.Bytes)
        Lines += Begin + "\t" + describeUnit(Is->second) + "\t" +
                 describe(Sets[I]) + "\n";
  }
  return Lines;
}

/// Compiles with all of \p Best at once, takes from it what does not hold, and
/// says whether something is left that does. Nothing in a trial.
static std::optional<bool> confirm(Module &M, GateSession &S,
                                   const MeasuredObject &Stock,
                                   BestSets &Best) {
  constexpr unsigned Rounds = 3;
  for (unsigned Round = 0; Round < Rounds && !Best.empty(); ++Round) {
    const auto Objects = runGateTrials(
        M, S, {[&](GateSession &Trial) { Trial.beginTrial(Best.choices()); }});
    if (!Objects)
      return std::nullopt;
    if (!Objects->front())
      return false;
    const MeasuredObject &Object = Objects->front()->Object;
    bool Holds = true;
    for (const std::string &Grown : findGrown(Stock, Object))
      Holds &= !Best.drop(Grown);
    if (Holds)
      return sumBytes(Object) < sumBytes(Stock);
  }
  return false;
}

/// For the user who asked for it.
static void writeMeasured(Module &M, const GateSession &S,
                          const MeasuredObject &Stock,
                          const std::vector<MeasuredObject> &Trials,
                          const std::vector<GateSet> &Sets) {
  if (Status Appended = appendToFile(S.options().Measured, "",
                                     formatMeasured(M, Stock, Trials, Sets));
      !Appended)
    getGateKit().fail(M.getContext(), Appended.error());
}

Status chooseSets(Module &M, GateSession &S, std::vector<GateSet> Sets) {
  const bool HasPolicy = S.hasPolicyFor(M);
  std::vector<TrialStart> First = {
      [](GateSession &Trial) { Trial.beginTrial(GateSet()); }};
  if (HasPolicy) {
    First.push_back(
        [](GateSession &Trial) { Trial.beginPolicyTrial({}, false); });
    Sets.resize(std::min<size_t>(Sets.size(), S.options().Effort - 1));
  }
  auto Begun = runGateTrials(M, S, First);
  if (!Begun)
    return Success();
  if (!Begun->front())
    return Begun->front().error();
  const MeasuredObject Stock = std::move(Begun->front()->Object);
  BestSets Best(Stock, S.options().Slower);
  if (HasPolicy && Begun->back())
    Best.learn(Begun->back()->Object, Begun->back()->choices());
  std::vector<MeasuredObject> Measured;
  for (const GateSet &Set : Sets) {
    const GateChoices Choices = Best.with(Set);
    auto Found = runGateTrials(
        M, S, {[&Choices](GateSession &Trial) { Trial.beginTrial(Choices); }});
    if (!Found)
      return Success();
    Measured.push_back(Found->front() ? std::move(Found->front()->Object)
                                      : MeasuredObject());
    Best.learn(Measured.back(), Choices);
  }
  if (!S.options().Measured.empty())
    writeMeasured(M, S, Stock, Measured, Sets);
  if (const std::optional<bool> Holds = confirm(M, S, Stock, Best))
    S.setChoices(*Holds ? Best.choices() : GateChoices());
  return Success();
}
} // namespace mlgo
