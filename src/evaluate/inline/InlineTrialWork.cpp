//===- InlineTrialWork.cpp - Trials of inlining as work -------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/TrialMessages.h"
#include "support/ServerProcess.h"
#include "workers/StartWorkers.h"

#include <algorithm>
#include <functional>

namespace mlgo {
namespace {

/// How often a request is served whose process somebody kills.
constexpr unsigned MaxAttempts = 4;

/// A process for each module and setting that was asked for lately.
class ModuleProcesses {
public:
  explicit ModuleProcesses(size_t MaxAlive)
      : MaxAlive(std::max<size_t>(1, MaxAlive)) {}

  Result<std::string> answer(std::string_view Shared,
                             std::string_view Request) {
    std::string Path;
    CodeSetting Setting;
    InlineTrialOptions Options;
    InputArchive In(Request);
    In(Path, Setting, Options);
    if (!In.ok())
      return Error("this is no request for trials");
    if (isTooLate(Options))
      return Error("the time is over");
    if (Shared != Policies) {
      Policies = Shared;
      ++Generation;
    }
    for (unsigned Attempt = 1;; ++Attempt) {
      Module *M = MLGO_TRY(prepare(Path, Setting));
      std::string Answer;
      if (ask(*M, Request, Answer))
        return Answer;
      const std::string End = M->Process.awaitEnd();
      // What the request does to a compiler, it does again; others do not.
      if (!M->Process.wasKilled() || Attempt == MaxAttempts)
        return Error(Path + ": its compiler process " + End);
    }
  }

private:
  struct Module {
    ServerProcess Process;
    uint64_t LastUse = 0;
    uint64_t Generation = 0; ///< The one whose policies it was sent last.
  };

  Result<Module *> prepare(const std::string &Path,
                           const CodeSetting &Setting) {
    const std::string Key = toBytes(Path, Setting);
    if (!Modules.count(Key) && Modules.size() >= MaxAlive)
      Modules.erase(std::min_element(
          Modules.begin(), Modules.end(), [](const auto &A, const auto &B) {
            return A.second.LastUse < B.second.LastUse;
          }));
    Module &M = Modules[Key];
    M.LastUse = ++Clock;
    if (M.Process.isRunning())
      return &M;
    M.Generation = 0;
    MLGO_TRY(M.Process.start([&](int RequestPipe, int AnswerPipe) {
      serveModuleTrials(Path, Setting, RequestPipe, AnswerPipe);
    }));
    return &M;
  }

  bool ask(Module &M, std::string_view Request, std::string &Answer) {
    const int Pipe = M.Process.requestPipe();
    if (M.Generation != Generation && !sendSharedPolicies(Pipe, Policies))
      return false;
    M.Generation = Generation;
    return sendRequest(Pipe, Request) &&
           receiveMessage(M.Process.answerPipe(), Answer);
  }

  const size_t MaxAlive;
  std::map<std::string, Module> Modules; ///< By path and setting.
  std::string Policies;                  ///< What requests have in common.
  uint64_t Generation = 0;               ///< The one that Policies are of.
  uint64_t Clock = 0;
};

} // namespace

WorkFunctionMaker makeInlineTrialWork(size_t KeepReady) {
  return [KeepReady]() -> WorkFunction {
    auto Processes = std::make_shared<ModuleProcesses>(KeepReady);
    return [Processes](std::string_view Shared, std::string_view Request) {
      return Processes->answer(Shared, Request);
    };
  };
}

void runTrials(Worker &Work, const std::vector<ModuleRequest> &Requests,
               const std::function<void(size_t, Result<ModuleTrials>)> &Done,
               const std::function<bool()> &ShouldStop,
               const std::vector<InlinePolicy> &Shared) {
  const auto SharedBytes =
      Shared.empty() ? nullptr
                     : std::make_shared<const std::string>(toBytes(Shared));
  std::vector<WorkItem> Items;
  for (const ModuleRequest &Request : Requests) {
    WorkItem &Item = Items.emplace_back();
    Item.Affinity = std::hash<std::string>()(
        toBytes(Request.Path, Request.Setting, Request.Part));
    Item.Shared = SharedBytes;
    Item.Request = requestOf(InlineTrialWork, toBytes(Request));
    Item.DeadlineSeconds = Request.DeadlineSeconds;
  }
  runItems(
      Work, std::move(Items),
      [&](size_t Index, Result<std::string> Answer) {
        Done(Index, Answer ? TrialAnswer::read(*Answer)
                           : Result<ModuleTrials>(Answer.error()));
      },
      ShouldStop);
}

} // namespace mlgo
