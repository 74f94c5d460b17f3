// Compiles a module several times in forked processes, to choose by size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateTrials.h"

#include "ExecutedBytes.h"
#include "GateChoice.h"
#include "GateLabels.h"

#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "mlgo/support/File.h"
#include "support/Archive.h"
#include "support/ProcessPool.h"
#include "llvm/LinkUnits.h"
#include "llvm/ModulePipeline.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/RelLookupTableConverter.h"

#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {

/// The trial that this process is; none in the compiler.
std::optional<ForkedProcess> CurrentTrial;

/// What the compiler may take beside what it has when it is forked.
constexpr rlim_t TrialBytes = rlim_t(8) << 30;

/// The compiler is told about its code when it compiles it in earnest.
struct SilentHandler final : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};

void limitMemory() {
  rlimit Limit = {};
  if (::getrlimit(RLIMIT_AS, &Limit) != 0)
    return;
  rlim_t Pages = 0;
  if (FILE *File = std::fopen("/proc/self/statm", "re")) {
    unsigned long Read = 0;
    if (std::fscanf(File, "%lu", &Read) == 1)
      Pages = Read;
    std::fclose(File);
  }
  const rlim_t Bytes =
      Pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + TrialBytes;
  if (Limit.rlim_cur == RLIM_INFINITY || Bytes < Limit.rlim_cur) {
    Limit.rlim_cur = Bytes;
    ::setrlimit(RLIMIT_AS, &Limit);
  }
}

/// Lets this process, a copy of the compiler, do nothing that can be seen: no
/// messages, and none of the compiler's own clean-up if it fails.
void hide(LLVMContext &Context, unsigned Seconds) {
  for (int Signal = 1; Signal < NSIG; ++Signal)
    ::signal(Signal, SIG_DFL);
  remove_fatal_error_handler();
  install_fatal_error_handler([](void *, const char *, bool) { ::_exit(1); });
  if (const int Nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
      Nowhere >= 0) {
    ::dup2(Nowhere, STDOUT_FILENO);
    ::dup2(Nowhere, STDERR_FILENO);
  }
  limitProcessorTime(Seconds);
  limitMemory();
  Context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  PluginKit::beginTrial();
}

unsigned countThreads() {
  unsigned Threads = 0;
  DIR *Folder = ::opendir("/proc/self/task");
  if (!Folder)
    return 1;
  while (const dirent *Entry = ::readdir(Folder))
    Threads += Entry->d_name[0] != '.';
  ::closedir(Folder);
  return Threads;
}

/// What a trial begins with.
using TrialStart = std::function<void(GateSession &)>;

/// Forks a trial; true in it.
Result<bool> forkTrial(Module &M, GateSession &S, const TrialStart &Start,
                       std::vector<ForkedProcess> &Running) {
  const ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (!Forked.IsChild) {
    Running.push_back(Forked);
    return false;
  }
  CurrentTrial = Forked;
  hide(M.getContext(), S.options().Seconds);
  Start(S);
  return true;
}

Result<GateTrial> awaitTrial(const ForkedProcess &Trial) {
  const TaskOutcome Outcome = awaitChild(Trial);
  if (!Outcome.Ok)
    return mlgo::Error("a trial " + Outcome.Failure);
  InputArchive In(Outcome.Output);
  GateTrial Found;
  std::string Failure;
  In(Failure, Found);
  if (!In.atEnd())
    return mlgo::Error("a trial sent " + std::to_string(Outcome.Output.size()) +
                       " bytes that make no sense");
  if (!Failure.empty())
    return mlgo::Error("a trial: " + Failure);
  return Found;
}

/// Runs trials, as many at the same time as the user wants. Nothing in a trial.
std::optional<std::vector<Result<GateTrial>>>
runTrials(Module &M, GateSession &S, const std::vector<TrialStart> &Starts) {
  std::vector<Result<GateTrial>> Objects;
  std::vector<ForkedProcess> Running;
  auto Collect = [&] {
    Objects.push_back(awaitTrial(Running.front()));
    Running.erase(Running.begin());
  };
  for (const TrialStart &Start : Starts) {
    const auto IsTrial = forkTrial(M, S, Start, Running);
    if (IsTrial && *IsTrial)
      return std::nullopt;
    if (!IsTrial) {
      while (!Running.empty())
        Collect();
      Objects.push_back(IsTrial.error());
    }
    if (Running.size() >= S.options().Jobs)
      Collect();
  }
  while (!Running.empty())
    Collect();
  return Objects;
}

/// What is to be tried: for labels each pass alone, else at most Effort sets.
Result<std::vector<GateSet>> getSets(const GateOptions &Options) {
  const bool IsLabelling = !Options.Labels.empty();
  std::vector<GateSet> Sets;
  if (!Options.Sets.empty())
    Sets = MLGO_TRY(
        parseGateSets(MLGO_TRY(readFile(Options.Sets))).in(Options.Sets));
  else if (!IsLabelling)
    Sets = getGateSets();
  else
    for (size_t Pass = 0; Pass < NumGatePasses; ++Pass)
      if (getDecidedPasses().test(Pass))
        Sets.push_back(GateSet().set(Pass));
  if (IsLabelling)
    return Sets;
  Sets.resize(std::min<size_t>(Sets.size(), Options.Effort));
  return Sets;
}

std::string describeUnit(const MeasuredUnit &Unit) {
  return std::to_string(Unit.Bytes) + "\t" + std::to_string(Unit.Executed);
}

/// A line for each function and each set that changes it: the file, the
/// function, its bytes with all passes and what it executes, the same without
/// the set and what was best before it was tried, the set.
std::string formatMeasured(const Module &M, const MeasuredObject &Stock,
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
std::optional<bool> confirm(Module &M, GateSession &S,
                            const MeasuredObject &Stock, BestSets &Best) {
  constexpr unsigned Rounds = 3;
  for (unsigned Round = 0; Round < Rounds && !Best.empty(); ++Round) {
    const auto Objects = runTrials(
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

/// What a pipeline does behind its last extension point that changes sizes.
void runLastPasses(Module &M, TargetMachine &TM) {
  PassAnalyses Analyses;
  PassBuilder PB(&TM);
  Analyses.registerAll(PB);
  ModulePassManager MPM;
  MPM.addPass(GlobalDCEPass());
  MPM.addPass(ConstantMergePass());
  MPM.addPass(RelLookupTableConverterPass());
  MPM.run(M, Analyses.Modules);
}

Result<MeasuredObject> compileToMemory(Module &M, TargetMachine *TM) {
  std::unique_ptr<TargetMachine> Own;
  if (!TM) {
    Own = MLGO_TRY(createTargetMachine(M));
    TM = Own.get();
  }
  addBlockFrequencies(TM->Options);
  // What a function takes is told by its sections.
  TM->Options.FunctionSections = TM->Options.DataSections = true;
  TM->Options.UniqueSectionNames = true;
  runLastPasses(M, *TM);
  SmallVector<char, 0> Bytes;
  MLGO_TRY(generateObject(M, *TM, Bytes));
  const std::string_view Object(Bytes.data(), Bytes.size());
  return measureObject(MLGO_TRY(readLinkUnits(Object)),
                       readExecutedBytes(Object));
}

/// Where PassBuilder keeps its machine, of which it has no accessor: access is
/// not checked where a template is instantiated explicitly.
TargetMachine *PassBuilder::*getMachineMember();
template <TargetMachine *PassBuilder::*Member> struct MachineMember {
  friend TargetMachine *PassBuilder::*getMachineMember() { return Member; }
};
template struct MachineMember<&PassBuilder::TM>;

} // namespace

TargetMachine *getMachine(const PassBuilder &PB) {
  return PB.*getMachineMember();
}

void endGateTrial(Module &M, const GateSession &S, TargetMachine *Machine) {
  if (!CurrentTrial)
    return;
  GateTrial Done;
  std::string Failure;
  if (auto Object = compileToMemory(M, Machine))
    Done.Object = Object.take();
  else
    Failure = Object.error().message();
  Done.Rows = S.rows();
  Done.LeftOut = S.leftOut();
  OutputArchive Out;
  Out(Failure, Done);
  endChild(*CurrentTrial, Out.take());
}

namespace {

/// Why trials cannot be made of \p M.
Status checkTrials(const Module &M, bool MayHaveThreads) {
  if (const unsigned Threads = MayHaveThreads ? 1 : countThreads();
      Threads != 1)
    return mlgo::Error("trials need a compiler of one thread, found " +
                       std::to_string(Threads));
  const Triple Target(M.getTargetTriple());
  if (!Target.isOSBinFormatELF() && !Target.isOSBinFormatWasm())
    return mlgo::Error("trials need an ELF or WebAssembly target, found " +
                       Target.str());
  return Success();
}

/// Labels the policy's decisions, or stock's, in \p M. Returns in each trial,
/// too.
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
  auto Trials = runTrials(M, S, Starts);
  if (!Trials)
    return Success();
  if (!Trials->front())
    return Trials->front().error();
  std::map<size_t, MeasuredObject> Flipped;
  for (size_t I = 0; I < Sets.size(); ++I)
    if (Result<GateTrial> &Trial = (*Trials)[I + 1])
      Flipped.emplace(Sets[I]._Find_first(), std::move(Trial->Object));
  // Where the file is says nothing of what was learned.
  return writeGateLabels(S.options().Labels,
                         sys::path::filename(M.getModuleIdentifier()).str(),
                         *Trials->front(), Flipped);
}

/// For the user who asked for it.
void writeMeasured(Module &M, const GateSession &S, const MeasuredObject &Stock,
                   const std::vector<MeasuredObject> &Trials,
                   const std::vector<GateSet> &Sets) {
  if (Status Appended = appendToFile(S.options().Measured, "",
                                     formatMeasured(M, Stock, Trials, Sets));
      !Appended)
    getGateKit().fail(M.getContext(), Appended.error());
}

/// So many sets are tried beside the same, so that what comes of it does not
/// depend on how many trials run at the same time.
constexpr size_t RoundSize = 4;

/// Leaves out of each function what makes it smallest: what the policy says, if
/// there is one, then one set after the other beside what was best so far.
/// Returns in each trial, too.
Status chooseSets(Module &M, GateSession &S, std::vector<GateSet> Sets) {
  const bool HasPolicy = S.hasPolicy();
  std::vector<TrialStart> First = {
      [](GateSession &Trial) { Trial.beginTrial(GateSet()); }};
  if (HasPolicy) {
    First.push_back(
        [](GateSession &Trial) { Trial.beginPolicyTrial({}, false); });
    Sets.resize(std::min<size_t>(Sets.size(), S.options().Effort - 1));
  }
  auto Begun = runTrials(M, S, First);
  if (!Begun)
    return Success();
  if (!Begun->front())
    return Begun->front().error();
  const MeasuredObject Stock = std::move(Begun->front()->Object);
  BestSets Best(Stock, S.options().Slower);
  if (HasPolicy && Begun->back())
    Best.learn(Begun->back()->Object, Begun->back()->choices());
  std::vector<MeasuredObject> Measured;
  for (size_t I = 0; I < Sets.size(); I += RoundSize) {
    std::vector<GateChoices> Round;
    std::vector<TrialStart> Starts;
    for (size_t J = I; J < std::min(I + RoundSize, Sets.size()); ++J)
      Round.push_back(Best.with(Sets[J]));
    for (const GateChoices &Choices : Round)
      Starts.push_back(
          [&Choices](GateSession &Trial) { Trial.beginTrial(Choices); });
    auto Found = runTrials(M, S, Starts);
    if (!Found)
      return Success();
    for (size_t J = 0; J < Round.size(); ++J) {
      Measured.push_back((*Found)[J] ? std::move((*Found)[J]->Object)
                                     : MeasuredObject());
      Best.learn(Measured.back(), Round[J]);
    }
  }
  if (!S.options().Measured.empty())
    writeMeasured(M, S, Stock, Measured, Sets);
  const std::optional<bool> Holds = confirm(M, S, Stock, Best);
  if (Holds && *Holds)
    S.setChoices(Best.choices());
  return Success();
}

} // namespace

void runGateTrials(Module &M, GateSession &S, bool MayHaveThreads) {
  const GateOptions &Options = S.options();
  const bool IsLabelling = !Options.Labels.empty();
  if (CurrentTrial || (!Options.Effort && !IsLabelling))
    return;
  // Whatever fails, all passes run, as the warning says.
  if (!IsLabelling)
    S.setChoices({});
  auto Do = [&]() -> Status {
    MLGO_TRY(checkTrials(M, MayHaveThreads));
    const std::vector<GateSet> Sets = MLGO_TRY(getSets(Options));
    return IsLabelling ? labelDecisions(M, S, Sets) : chooseSets(M, S, Sets);
  };
  if (Status Done = Do(); Done || CurrentTrial)
    return;
  else if (IsLabelling)
    getGateKit().fail(M.getContext(), Done.error());
  else
    getGateKit().warn(M.getContext(), Done.error(), "running all passes");
}

} // namespace mlgo
