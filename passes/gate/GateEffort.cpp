// Which sets of passes are left out, by trying them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateEffort.h"
#include "mlgo/support/File.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlgo {
uint64_t countInstructions(const Function &F) {
  uint64_t Instructions = 0;
  for (const BasicBlock &BB : F)
    Instructions += BB.sizeWithoutDebug();
  return Instructions;
}

static std::string describeUnit(const MeasuredFunction &Unit) {
  return std::to_string(Unit.Bytes) + "\t" + std::to_string(Unit.Executed);
}

/// A line for each function and each set that changes it: the file, the
/// function, its bytes without trials and what it executes, the same without
/// the set and what was best before it was tried, the set.
static std::string formatMeasured(const Module &M, const MeasuredObject &Base,
                                  const std::vector<MeasuredObject> &Trials,
                                  const std::vector<GateSet> &Sets) {
  std::string Lines;
  for (const Function &F : M) {
    const auto Was = Base.find(F.getName().str());
    if (F.isDeclaration() || Was == Base.end())
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

/// For the user who asked for it.
static void writeMeasured(Module &M, const GateSession &S,
                          const MeasuredObject &Base,
                          const std::vector<MeasuredObject> &Trials,
                          const std::vector<GateSet> &Sets) {
  if (S.options().Measured.empty() || Trials.empty())
    return;
  if (Status Appended = appendToFile(S.options().Measured, "",
                                     formatMeasured(M, Base, Trials, Sets));
      !Appended)
    getGateKit().fail(M.getContext(), Appended.error());
}

/// The part of \p M that \p Budget allows to be tried; all or nothing if it
/// \p NeedsAll. Leaves as many of \p Sets as it allows.
static ModulePart choosePart(const Module &M, const EffortBudget &Budget,
                             bool NeedsAll, std::vector<GateSet> &Sets) {
  std::vector<StringRef> Names;
  std::vector<uint64_t> Instructions;
  for (const Function &F : M)
    if (!F.isDeclarationForLinker()) {
      Names.push_back(F.getName());
      Instructions.push_back(countInstructions(F));
    }
  const EffortPlan Plan =
      planEffort(Budget, Instructions, Sets.size(), NeedsAll);
  Sets.resize(Plan.Sets);
  ModulePart Part;
  for (const size_t Function : Plan.Functions)
    Part.Functions.insert(Names[Function]);
  return Part;
}

static GateChoices takePart(const GateChoices &Choices,
                            const ModulePart &Part) {
  GateChoices Taken;
  for (const auto &Choice : Choices)
    if (Part.Functions.contains(Choice.first()))
      Taken[Choice.first()] = Choice.second;
  return Taken;
}

/// What sets are compared with. No function is to execute more than it may
/// beside what it does without trials, in \p Reference, if there is one.
static MeasuredObject takePart(const MeasuredObject &Object,
                               const ModulePart &Part,
                               const std::optional<MeasuredObject> &Reference) {
  MeasuredObject Taken;
  for (const auto &[Name, Unit] : Object) {
    if (!Part.Functions.contains(Name))
      continue;
    MeasuredFunction &Was = Taken[Name] = Unit;
    if (!Reference)
      continue;
    if (const auto Known = Reference->find(Name); Known != Reference->end())
      Was.Executed = std::min(Was.Executed, Known->second.Executed);
  }
  return Taken;
}

GateEffort::GateEffort(std::vector<GateSet> Sets, EffortBudget Budget)
    : Budget(Budget) {
  for (GateSet &Set : Sets)
    ((Set & ~getCodePasses()).none() ? Late : Whole).push_back(Set);
  // What runs it all costs a compilation.
  if (Budget.PerCent)
    Whole.clear();
}

/// Tries \p Sets, one after the other, beside what is \p Best so far; \p Also
/// begins a trial, too. Nothing in a trial.
std::optional<GateEffort::Trials>
GateEffort::trySets(Module &M, GateSession &S, const std::vector<GateSet> &Sets,
                    BestSets &Best,
                    const std::function<void(GateSession &)> &Also) {
  Trials Measured;
  for (const GateSet &Set : Sets) {
    const GateChoices Choices = Best.with(Set);
    auto Found = runGateTrials(M, S, {[&](GateSession &Trial) {
                                 Trial.beginTrial(Choices);
                                 Also(Trial);
                               }});
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

/// Compiles with all of \p Best at once, takes from it what does not hold, and
/// has \p S decide by what then holds and makes no larger object. Nothing in a
/// trial.
std::optional<Status> GateEffort::confirm(Module &M, GateSession &S,
                                          BestSets &Best) {
  constexpr unsigned Rounds = 3;
  size_t Growing = 0;
  for (unsigned Round = 0; Round < Rounds && !Best.empty(); ++Round) {
    auto Trials = runGateTrials(M, S, {[&](GateSession &Trial) {
                                  Trial.beginTrial(Best.choices());
                                  TriesLate = true;
                                  Reference = Best.base();
                                }});
    if (!Trials)
      return std::nullopt;
    GateTrial &Trial = Trials->front();
    if (Trial.Failure)
      return *Trial.Failure;
    Growing = 0;
    for (const std::string &Grown : findGrown(Best.base(), Trial.Object))
      Growing += Best.drop(Grown);
    if (Growing)
      continue;
    if (!Trial.Missing.empty() && !Missing)
      Missing = mlgo::Error(Trial.Missing);
    if (sumBytes(Trial.Object) <= sumBytes(Best.base())) {
      S.setChoices(Best.choices());
      if (!Late.empty())
        Later = std::move(Trial);
    }
    return Success();
  }
  if (Growing)
    return mlgo::Error("with all choices together functions grow, found " +
                       std::to_string(Growing) + " after " +
                       std::to_string(Rounds) + " trials");
  // Nothing is as if it had not been tried.
  TriesLate = true;
  return Success();
}

void GateEffort::noteMissing() const {
  if (Missing)
    getGateKit().note(*Missing, "another machine may find a smaller object");
}

Status GateEffort::begin(Module &M, GateSession &S) {
  TriesLate = Whole.empty();
  if (TriesLate)
    return Success();
  auto Begun =
      runGateTrials(M, S, {[](GateSession &Trial) { Trial.beginBaseTrial(); }});
  if (!Begun)
    return Success();
  GateTrial &Base = Begun->front();
  if (Base.Failure)
    return *Base.Failure;
  // Callees are not the same in all trials.
  for (auto &[Name, Unit] : Base.Object)
    Unit.Kept.clear();
  BestSets Best(Base.Object, Base.choices(), S.options().Slower);
  const auto Measured = trySets(M, S, Whole, Best, [](GateSession &) {});
  if (!Measured)
    return Success();
  writeMeasured(M, S, Base.Object, *Measured, Whole);
  auto Holds = confirm(M, S, Best);
  if (Holds && *Holds && !TriesLate)
    noteMissing();
  return Holds ? std::move(*Holds) : Status(Success());
}

/// Whether code of a function is the same whatever is done to the others, but
/// for what KeptRegistersAttribute says.
static bool generatesOneByOne(const TargetMachine *Machine) {
  if (!Machine || Machine->getTargetTriple().getArch() != Triple::x86_64 ||
      Machine->Options.EnableIPRA)
    return false;
  // Outliners look for what functions have in common.
  const auto &Options = cl::getRegisteredOptions();
  const auto Outliner = Options.find("enable-machine-outliner");
  return Outliner == Options.end() || !Outliner->second->getNumOccurrences();
}

/// Generates code with all of \p Best at once, takes from it what makes
/// functions larger, and then all if that does not hold or cannot be said. In a
/// trial of this: nothing.
std::optional<Status> GateEffort::confirmCode(Module &M, GateSession &S,
                                              const MeasuredObject &Base,
                                              BestSets &Best) {
  constexpr unsigned Rounds = 3;
  for (unsigned Round = 0; Round < Rounds && !Best.empty(); ++Round) {
    const auto Trials = runGateTrials(
        M, S, {[&](GateSession &Trial) { Trial.beginTrial(Best.choices()); }});
    if (!Trials)
      return std::nullopt;
    if (const auto &Failure = Trials->front().Failure)
      return *Failure;
    size_t Growing = 0;
    const std::vector<std::string> Grown =
        findGrown(Base, Trials->front().Object);
    for (const std::string &Name : Grown)
      Growing += Best.drop(Name);
    if (Growing)
      continue;
    if (Grown.empty() && sumBytes(Trials->front().Object) <= sumBytes(Base))
      return Success();
    break;
  }
  Best.clear();
  return Success();
}

Status GateEffort::finish(Module &M, GateSession &S,
                          const TargetMachine *Machine) {
  if (Later) {
    S.setKeptRegisters(Later->Kept);
    S.setChoices(Later->choices());
    Later.reset();
  }
  if (!std::exchange(TriesLate, false) || Late.empty())
    return Success();
  const bool IsOneByOne = generatesOneByOne(Machine);
  const ModulePart Part = choosePart(M, Budget, !IsOneByOne, Late);
  if (Part.Functions.empty())
    return Success();
  ModulePart BasePart = Part;
  BasePart.HasCallees = true;
  auto Begun = runGateTrials(M, S, {[&](GateSession &Trial) {
                               Trial.beginBaseTrial();
                               if (IsOneByOne)
                                 setTrialPart(std::move(BasePart));
                             }});
  if (!Begun)
    return Success();
  GateTrial &Base = Begun->front();
  if (Base.Failure)
    return *Base.Failure;
  BestSets Best(takePart(Base.Object, Part, Reference),
                takePart(Base.choices(), Part), S.options().Slower);
  const auto Measured = trySets(M, S, Late, Best, [&](GateSession &Trial) {
    Trial.setKeptRegisters(Base.Kept);
    if (IsOneByOne)
      setTrialPart(Part);
  });
  if (!Measured)
    return Success();
  writeMeasured(M, S, Best.base(), *Measured, Late);
  if (!IsOneByOne) {
    auto Confirmed = confirmCode(M, S, Base.Object, Best);
    if (!Confirmed)
      return Success();
    MLGO_TRY(std::move(*Confirmed));
  }
  if (PluginKit::isTrial())
    endGateTrial(describe(S, std::move(Base), Best));
  if (!Best.empty()) {
    S.setKeptRegisters(Base.Kept);
    S.setChoices(Best.choices());
  }
  noteMissing();
  return Success();
}

/// What a trial says where code is like \p Base with \p Best: of choices, those
/// that differ from what is decided without them.
GateTrial GateEffort::describe(const GateSession &S, GateTrial Base,
                               const BestSets &Best) const {
  for (auto &[Name, Unit] : Best.object())
    Base.Object[Name] = Unit;
  Base.LeftOut.clear();
  const GateChoices Changed = Best.choices();
  for (const GateChoices *Choices : {&S.choices(), &Changed})
    for (const auto &Choice : *Choices)
      Base.LeftOut[Choice.first().str()] = Choice.second.to_string();
  if (Missing)
    Base.Missing = Missing->message();
  return Base;
}
} // namespace mlgo
