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
/// says whether something is left that does and makes an object of at most
/// \p Bytes; an error if that cannot be said. Nothing in a trial.
static std::optional<Result<bool>> confirm(Module &M, GateSession &S,
                                           const MeasuredObject &Stock,
                                           uint64_t Bytes, BestSets &Best) {
  constexpr unsigned Rounds = 3;
  size_t Growing = 0;
  for (unsigned Round = 0; Round < Rounds && !Best.empty(); ++Round) {
    const auto Trials = runGateTrials(
        M, S, {[&](GateSession &Trial) { Trial.beginTrial(Best.choices()); }});
    if (!Trials)
      return std::nullopt;
    if (const auto &Failure = Trials->front().Failure)
      return Result<bool>(*Failure);
    const MeasuredObject &Object = Trials->front().Object;
    Growing = 0;
    for (const std::string &Grown : findGrown(Stock, Object))
      Growing += Best.drop(Grown);
    if (!Growing)
      return Result<bool>(sumBytes(Object) <= Bytes);
  }
  if (Growing)
    return Result<bool>(mlgo::Error("with all choices together functions grow, "
                                    "found " +
                                    std::to_string(Growing) + " after " +
                                    std::to_string(Rounds) + " trials"));
  return Result<bool>(false);
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

/// Tries \p Sets, one after the other, beside what is \p Best so far. What a
/// machine did not allow is in \p Missing then. Nothing in a trial.
static std::optional<std::vector<MeasuredObject>>
trySets(Module &M, GateSession &S, const std::vector<GateSet> &Sets,
        BestSets &Best, std::optional<mlgo::Error> &Missing) {
  std::vector<MeasuredObject> Measured;
  for (const GateSet &Set : Sets) {
    const GateChoices Choices = Best.with(Set);
    auto Found = runGateTrials(
        M, S, {[&Choices](GateSession &Trial) { Trial.beginTrial(Choices); }});
    if (!Found)
      return std::nullopt;
    GateTrial &Trial = Found->front();
    if (Trial.IsOfMachine && !Missing)
      Missing = Trial.Failure;
    Measured.push_back(std::move(Trial.Object));
    Best.learn(Measured.back(), Choices);
  }
  return Measured;
}

Status chooseSets(Module &M, GateSession &S, std::vector<GateSet> Sets,
                  size_t Effort) {
  const bool HasPolicy = S.hasPolicyFor(M);
  std::vector<TrialStart> First = {
      [](GateSession &Trial) { Trial.beginTrial(GateSet()); }};
  if (HasPolicy) {
    First.push_back(
        [](GateSession &Trial) { Trial.beginPolicyTrial({}, false); });
    Sets.resize(std::min(Sets.size(), Effort - 1));
  }
  const auto Begun = runGateTrials(M, S, First);
  if (!Begun)
    return Success();
  for (const GateTrial &Trial : *Begun)
    if (Trial.Failure)
      return *Trial.Failure;
  const MeasuredObject &Stock = Begun->front().Object;
  const GateTrial &Policy = Begun->back();
  // What decides if no choice of ours holds.
  const uint64_t StockBytes = sumBytes(Stock),
                 PolicyBytes = sumBytes(Policy.Object);
  const bool KeepsPolicy = HasPolicy && PolicyBytes < StockBytes;
  BestSets Best(Stock, S.options().Slower);
  if (HasPolicy)
    Best.learnPolicy(Policy.Object, Policy.choices());
  std::optional<mlgo::Error> Missing;
  const auto Measured = trySets(M, S, Sets, Best, Missing);
  if (!Measured)
    return Success();
  if (!S.options().Measured.empty())
    writeMeasured(M, S, Stock, *Measured, Sets);
  const auto Holds =
      confirm(M, S, Stock, KeepsPolicy ? PolicyBytes : StockBytes - 1, Best);
  if (!Holds)
    return Success();
  if (*Holds && **Holds)
    S.setChoices(Best.choices());
  else if (!KeepsPolicy)
    S.setChoices(GateChoices());
  if (!*Holds)
    getGateKit().note(Holds->error(), KeepsPolicy ? "the policy decides alone"
                                                  : "running all passes");
  else if (Missing)
    getGateKit().note(*Missing, "another machine may find a smaller object");
  return Success();
}
} // namespace mlgo
