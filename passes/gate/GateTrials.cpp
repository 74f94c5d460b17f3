// Compiles a module several times in forked processes, to choose by size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateTrials.h"
#include "ExecutedInstructions.h"
#include "compile/LinkUnits.h"
#include "compile/ModulePipeline.h"
#include "mlgo/llvm/LLVMCompat.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "support/ProcessPool.h"
#include "task/KeptRegisters.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace mlgo {
namespace {
/// The trial that this process is; none in the compiler.
std::optional<ForkedProcess> CurrentTrial;

/// What it is of; none: all functions.
std::optional<ModulePart> CurrentPart;

/// What the compiler may take beside what it has when it is forked.
constexpr rlim_t TrialBytes = rlim_t(8) << 30;

/// The compiler is told about its code when it compiles it in earnest.
struct SilentHandler final : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};

/// Leaves nothing open but \p Pipe: who waits for the end of a file that the
/// compiler has, or for a lock, is not to wait for us. The numbers stay taken,
/// as parts of the compiler still know them, and lead nowhere.
bool hideFiles(int Pipe) {
  const int Nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  DIR *Folder = ::opendir("/proc/self/fd");
  if (Nowhere < 0 || !Folder)
    return false;
  while (const dirent *Entry = ::readdir(Folder)) {
    const int File = std::atoi(Entry->d_name);
    if (Entry->d_name[0] != '.' && File != Pipe && File != Nowhere &&
        File != ::dirfd(Folder))
      ::dup3(Nowhere, File, File > STDERR_FILENO ? O_CLOEXEC : 0);
  }
  ::closedir(Folder);
  return true;
}

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

/// Lets this process, a copy of the compiler with \p Pipe to it, do nothing
/// that can be seen: no messages, remarks and core files, and none of the
/// compiler's own clean-up if it fails.
void hide(LLVMContext &Context, unsigned Seconds, int Pipe) {
  const rlimit NoCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  remove_fatal_error_handler();
  install_fatal_error_handler([](void *, const char *, bool) { ::_exit(1); });
  if (!hideFiles(Pipe))
    ::_exit(1);
  limitProcessorTime(Seconds);
  limitMemory();
  Context.setDiagnosticHandler(std::make_unique<SilentHandler>());
  // -fsave-optimization-record has a file that both would write.
  Context.setLLVMRemarkStreamer(nullptr);
  PluginKit::beginTrial();
}

/// Forks a trial; true in it.
Result<bool> forkTrial(Module &M, GateSession &S, const TrialStart &Start,
                       std::vector<ForkedProcess> &Running) {
  const ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (!Forked.IsChild) {
    Running.push_back(Forked);
    return false;
  }
  CurrentTrial = Forked;
  CurrentPart.reset();
  hide(M.getContext(), S.options().Seconds, Forked.Pipe);
  Start(S);
  return true;
}

GateTrial makeFailure(const std::string &Why, bool IsOfMachine) {
  GateTrial Trial;
  Trial.Failure = mlgo::Error(Why);
  Trial.IsOfMachine = IsOfMachine;
  return Trial;
}

GateTrial awaitTrial(const ForkedProcess &Trial) {
  const TaskOutcome Outcome = awaitChild(Trial);
  if (!Outcome.Ok)
    return makeFailure("a trial " + Outcome.Failure, Outcome.IsOfMachine);
  InputArchive In(Outcome.Output);
  GateTrial Found;
  std::string Failure;
  In(Failure, Found);
  if (!In.atEnd())
    return makeFailure("a trial sent " + std::to_string(Outcome.Output.size()) +
                           " bytes that make no sense",
                       false);
  if (!Failure.empty())
    return makeFailure(Failure, false);
  return Found;
}

/// Says what callers are to know of local functions before any code is
/// generated: that of some will not be.
void setKeptRegisters(Module &M, const GateSession &S) {
  for (Function &F : M)
    if (const std::string Kept = S.keptRegistersOf(F); !Kept.empty())
      F.addFnAttr(KeptRegistersAttribute, Kept);
}

/// What callers of functions of \p M have been told.
GateSession::KeptRegisters findKeptRegisters(const Module &M) {
  GateSession::KeptRegisters All;
  for (const Function &F : M) {
    const StringRef Kept =
        F.getFnAttribute(KeptRegistersAttribute).getValueAsString();
    // The allocator's plugin may not be there.
    if (!Kept.empty() && Kept != AnyKeptRegisters)
      All.emplace(F.getName().str(), Kept.str());
  }
  return All;
}

Result<MeasuredObject> compileToMemory(Module &M, const GateSession &S,
                                       TargetMachine *TM) {
  std::unique_ptr<TargetMachine> Own;
  if (!TM) {
    Own = MLGO_TRY(createTargetMachine(M));
    TM = Own.get();
  }
  // What a function takes is told by its sections.
  TM->Options.FunctionSections = TM->Options.DataSections = true;
  TM->Options.UniqueSectionNames = true;
  runLastPasses(M, *TM);
  SmallVector<char, 0> Bytes;
  Status Generated = Success();
  setKeptRegisters(M, S);
  const ExecutedInstructions Executed = countExecuted([&] {
    auto Generate = [&] { Generated = generateObject(M, *TM, Bytes); };
    CurrentPart ? generatePart(*CurrentPart, Generate) : Generate();
  });
  MLGO_TRY(std::move(Generated));
  const std::string_view Code(Bytes.data(), Bytes.size());
  return measureObject(MLGO_TRY(readLinkUnits(Code)), Executed);
}

/// Members of PassBuilder that have no accessor: access is not checked where a
/// template is instantiated explicitly.
struct Machine {
  using Type = TargetMachine *PassBuilder::*;
  friend Type getMember(Machine);
};
struct Profile {
  using Type = std::optional<PGOOptions> PassBuilder::*;
  friend Type getMember(Profile);
};
template <typename Of, typename Of::Type Member> struct MemberOf {
  friend typename Of::Type getMember(Of) { return Member; }
};
template struct MemberOf<Machine, &PassBuilder::TM>;
template struct MemberOf<Profile, &PassBuilder::PGOOpt>;
} // namespace

std::optional<std::vector<GateTrial>>
runGateTrials(Module &M, GateSession &S,
              const std::vector<TrialStart> &Starts) {
  std::vector<GateTrial> Objects;
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
      Objects.push_back(makeFailure("a trial " + IsTrial.error().message(),
                                    /*IsOfMachine=*/true));
    }
    if (Running.size() >= S.options().Jobs)
      Collect();
  }
  while (!Running.empty())
    Collect();
  return Objects;
}

TargetMachine *getMachine(const PassBuilder &PB) {
  return PB.*getMember(Machine());
}

bool matchesProfile(const PassBuilder &PB) {
  const std::optional<PGOOptions> &Wanted = PB.*getMember(Profile());
  return Wanted && (Wanted->Action == PGOOptions::IRInstr ||
                    Wanted->Action == PGOOptions::IRUse);
}

void setTrialPart(std::optional<ModulePart> Part) {
  CurrentPart = std::move(Part);
}

[[noreturn]] static void sendAndEnd(GateTrial Done, std::string Failure) {
  OutputArchive Out;
  Out(Failure, Done);
  endChild(*CurrentTrial, Out.take());
}

void endGateTrial(Module &M, const GateSession &S, TargetMachine *Machine) {
  if (!CurrentTrial)
    return;
  GateTrial Done;
  std::string Failure;
  if (auto Object = compileToMemory(M, S, Machine))
    Done.Object = Object.take();
  else
    Failure = "a trial: " + Object.error().message();
  Done.Kept = findKeptRegisters(M);
  for (auto &[Name, Unit] : Done.Object) {
    Unit.Calls = S.callsOf(Name);
    if (const auto Kept = Done.Kept.find(Name); Kept != Done.Kept.end())
      Unit.Kept = Kept->second;
  }
  Done.Rows = S.rows();
  Done.LeftOut = S.leftOut();
  sendAndEnd(std::move(Done), Failure);
}

void endGateTrial(GateTrial Done) {
  const std::string Failure = Done.Failure ? Done.Failure->message() : "";
  sendAndEnd(std::move(Done), Failure);
}
} // namespace mlgo
