// Modules compiled in many ways, as work
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/TaskBackEnd.h"
#include "support/ProcessPool.h"
#include <chrono>

namespace mlgo {
namespace {
/// How often a request is served whose process somebody kills.
constexpr unsigned MaxAttempts = 4;

// The first byte of a message to the process of a module.
constexpr char SharedMessage = 's', RequestMessage = 'r';

/// The modules that one process keeps ready.
class ReadyModules {
public:
  explicit ReadyModules(size_t MaxLarge)
      : MaxLarge(std::max<size_t>(1, MaxLarge)) {}

  Result<std::string> answer(std::string_view Common,
                             std::string_view Request) {
    TrialPlace At;
    double Deadline = 0;
    std::string Asked;
    if (!fromBytes(Request, At, Deadline, Asked))
      return Error("this is no request for trials");
    if (isTooLate(Deadline))
      return Error("the time is over");
    if (Common != Shared || Number == 0) {
      Shared = Common;
      ++Number;
    }
    ReadyModule *M = MLGO_TRY(find(At));
    return M->answer({Shared, Number}, Asked);
  }

private:
  struct Entry {
    std::unique_ptr<ReadyModule> Module;
    uint64_t LastUse = 0;
  };

  Result<ReadyModule *> find(const TrialPlace &At) {
    // Places may have whole models in them.
    const auto Key = hashModelName(toBytes(At));
    auto Known = Modules.find(Key);
    if (Known == Modules.end()) {
      const TaskBackEnd *BackEnd = MLGO_TRY(findBackEnd(At.Task));
      auto Made = MLGO_TRY(BackEnd->prepare(At));
      if (Made->isLarge())
        makeRoom();
      Known = Modules.emplace(Key, Entry{std::move(Made)}).first;
    }
    Known->second.LastUse = ++Clock;
    return Known->second.Module.get();
  }

  /// Drops the large module that was used first, if there is no room for more.
  void makeRoom() {
    size_t Count = 0;
    auto Oldest = Modules.end();
    for (auto I = Modules.begin(); I != Modules.end(); ++I) {
      if (!I->second.Module->isLarge())
        continue;
      ++Count;
      if (Oldest == Modules.end() || I->second.LastUse < Oldest->second.LastUse)
        Oldest = I;
    }
    if (Count >= MaxLarge)
      Modules.erase(Oldest);
  }

  const size_t MaxLarge;
  std::map<std::pair<uint64_t, uint64_t>, Entry> Modules; ///< By place.
  std::string Shared; ///< What requests have in common.
  uint64_t Number = 0;
  uint64_t Clock = 0;
};

class ServedModule final : public ReadyModule {
public:
  ServedModule(const std::string &Path, ServerProcess::Service Serve)
      : Path(Path), Serve(std::move(Serve)) {}

private:
  bool isLarge() const override { return true; }

  Result<std::string> answer(const TrialsShared &Shared,
                             std::string_view Asked) override {
    for (unsigned Attempt = 1;; ++Attempt) {
      if (!Process.isRunning()) {
        Sent = 0;
        MLGO_TRY(Process.start(Serve));
      }
      std::string Answer;
      if (ask(Shared, Asked, Answer))
        return Answer;
      const std::string End = Process.awaitEnd();
      // What the request does to a compiler, it does again; others do not.
      if (!Process.wasKilled() || Attempt == MaxAttempts)
        return Error(Path + ": its compiler process " + End);
    }
  }

  bool send(char Kind, std::string_view Bytes) {
    return sendMessage(Process.requestPipe(), Kind + std::string(Bytes));
  }

  bool ask(const TrialsShared &Shared, std::string_view Asked,
           std::string &Answer) {
    if (Sent != Shared.Number && !send(SharedMessage, Shared.Bytes))
      return false;
    Sent = Shared.Number;
    return send(RequestMessage, Asked) &&
           receiveMessage(Process.answerPipe(), Answer);
  }

  const std::string Path;
  const ServerProcess::Service Serve;
  ServerProcess Process;
  uint64_t Sent = 0; ///< The number of the shared part that it has.
};
} // namespace

double secondsOfClock() {
  using namespace std::chrono;
  return duration<double>(system_clock::now().time_since_epoch()).count();
}

bool isTooLate(double Deadline) {
  return Deadline > 0 && secondsOfClock() > Deadline;
}

WorkFunctionMaker makeTrialWork(size_t KeepReady) {
  return [KeepReady]() -> WorkFunction {
    auto Ready = std::make_shared<ReadyModules>(KeepReady);
    return [Ready](std::string_view Shared, std::string_view Request) {
      return Ready->answer(Shared, Request);
    };
  };
}

void runTrials(Worker &Work, const std::vector<TrialRequest> &Requests,
               std::string Shared,
               const std::function<void(size_t, Result<std::string>)> &Done,
               const std::function<bool()> &ShouldStop) {
  const auto Common = std::make_shared<const std::string>(std::move(Shared));
  std::vector<WorkItem> Items;
  for (const TrialRequest &R : Requests) {
    WorkItem &Item = Items.emplace_back();
    Item.Affinity = std::hash<std::string>()(toBytes(R.At, R.Part));
    Item.Shared = Common;
    Item.Request = toBytes(R.At, R.Deadline, R.Asked);
    Item.DeadlineSeconds = R.DeadlineSeconds;
  }
  runItems(Work, std::move(Items), Done, ShouldStop);
}

Result<std::string>
tryInFork(const char *What, unsigned Seconds,
          const std::function<Result<std::string>()> &Trial) {
  ForkedProcess Forked = MLGO_TRY(forkProcess(0));
  if (Forked.IsChild) {
    limitProcessorTime(Seconds);
    Result<std::string> Found = Trial();
    endChild(Forked, Found ? "ok " + *Found : Found.error().message());
  }
  const TaskOutcome Outcome = awaitChild(Forked);
  if (!Outcome.Ok)
    return Error(std::string(What) + ": " + Outcome.Failure);
  if (Outcome.Output.compare(0, 3, "ok ") != 0)
    return Error(Outcome.Output);
  return Outcome.Output.substr(3);
}

std::unique_ptr<ReadyModule> serveInProcess(const std::string &Path,
                                            ServerProcess::Service Serve) {
  return std::make_unique<ServedModule>(Path, std::move(Serve));
}

bool receiveTrials(int Pipe,
                   const std::function<void(std::string_view)> &OnShared,
                   std::string &Asked) {
  while (receiveMessage(Pipe, Asked) && !Asked.empty()) {
    const bool IsRequest = Asked.front() == RequestMessage;
    Asked.erase(0, 1);
    if (IsRequest)
      return true;
    OnShared(Asked);
  }
  return false;
}
} // namespace mlgo
