//===- ModuleServers.cpp - Modules kept ready to be compiled --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "evaluate/inline/ModuleServers.h"

#include "evaluate/inline/TrialMessages.h"

#include <algorithm>
#include <list>
#include <poll.h>
#include <set>

namespace mlgo {

ModuleServers::ModuleServers(std::vector<std::string> ThePaths, unsigned Jobs,
                             size_t MaxAlive, InlineTrialOptions Options)
    : Paths(std::move(ThePaths)), Jobs(std::max(1u, Jobs)),
      MaxAlive(std::max<size_t>(MaxAlive, this->Jobs)),
      Options(std::move(Options)), Servers(Paths.size()) {}

void ModuleServers::makeRoom() {
  Server *Oldest = nullptr;
  size_t Alive = 0;
  for (Server &S : Servers) {
    Alive += S.Process.isRunning();
    if (S.Process.isRunning() && !S.IsBusy &&
        (!Oldest || S.LastUse < Oldest->LastUse))
      Oldest = &S;
  }
  if (Alive >= MaxAlive && Oldest)
    Oldest->Process.stop();
}

Status ModuleServers::start(size_t Module) {
  if (Servers[Module].Process.isRunning())
    return Success();
  makeRoom();
  return Servers[Module].Process.start([&](int RequestPipe, int AnswerPipe) {
    serveModuleTrials(Paths[Module], RequestPipe, AnswerPipe, Options);
  });
}

/// Sends \p Request, which is the one of number \p Index.
Status ModuleServers::begin(const ModuleRequest &Request, size_t Index) {
  if (isStopping())
    return Error("interrupted");
  Server &S = Servers[Request.Module];
  ByteWriter Out;
  encode(Out, Request);
  if (Status Started = start(Request.Module); !Started)
    return Started;
  if (!sendMessage(S.Process.requestPipe(), Out.take()))
    return Error(Paths[Request.Module] + ": its compiler process " +
                 S.Process.awaitEnd());
  S.IsBusy = true;
  S.Request = Index;
  S.LastUse = ++Clock;
  return Success();
}

/// Waits for answers of the modules in \p Busy, and takes those that are done
/// out of it.
void ModuleServers::await(
    std::vector<size_t> &Busy,
    const std::function<void(size_t, Result<ModuleTrials>)> &Done) {
  std::vector<pollfd> Waiting;
  for (const size_t Module : Busy)
    Waiting.push_back({Servers[Module].Process.answerPipe(), POLLIN, 0});
  if (Busy.empty() || ::poll(Waiting.data(), Waiting.size(), -1) < 0)
    return;
  for (size_t I = Busy.size(); I-- > 0;) {
    if (!Waiting[I].revents)
      continue;
    const size_t Module = Busy[I];
    Server &S = Servers[Module];
    const bool IsThere = S.Process.Answers.readMore(S.Process.answerPipe());
    std::string Answer;
    const bool IsWhole = S.Process.Answers.next(Answer);
    if (IsThere && !IsWhole)
      continue;
    Busy.erase(Busy.begin() + I);
    S.IsBusy = false;
    if (IsWhole)
      Done(S.Request, decodeAnswer(Answer));
    else
      Done(S.Request, Error(Paths[Module] + ": its compiler process " +
                            S.Process.awaitEnd()));
  }
}

void ModuleServers::run(
    std::vector<ModuleRequest> Requests,
    const std::function<void(size_t, Result<ModuleTrials>)> &Done) {
  std::list<size_t> Left;
  for (size_t I = 0; I < Requests.size(); ++I)
    Left.push_back(I);
  std::vector<size_t> Busy;
  while (!Left.empty() || !Busy.empty()) {
    // With fewer modules than processors, the moves of one are tried in
    // parallel.
    std::set<size_t> Modules(Busy.begin(), Busy.end());
    for (const size_t Index : Left)
      Modules.insert(Requests[Index].Module);
    for (auto I = Left.begin(); I != Left.end() && Busy.size() < Jobs;) {
      ModuleRequest &Request = Requests[*I];
      // A module answers one request after the other.
      if (Servers[Request.Module].IsBusy) {
        ++I;
        continue;
      }
      Request.Jobs = std::max<size_t>(1, Jobs / Modules.size());
      Status Begun = begin(Request, *I);
      if (Begun)
        Busy.push_back(Request.Module);
      else
        Done(*I, Begun.error());
      I = Left.erase(I);
    }
    await(Busy, Done);
  }
}

} // namespace mlgo
