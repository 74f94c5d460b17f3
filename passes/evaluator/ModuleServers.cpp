//===- ModuleServers.cpp - Modules kept ready to be compiled --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleServers.h"

#include "TrialMessages.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <poll.h>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlgo {

ModuleServers::ModuleServers(std::vector<std::string> ThePaths, unsigned Jobs,
                             size_t MaxAlive, InlineTrialOptions Options)
    : Paths(std::move(ThePaths)), Jobs(std::max(1u, Jobs)),
      MaxAlive(std::max<size_t>(MaxAlive, this->Jobs)),
      Options(std::move(Options)), Servers(Paths.size()) {
  // A server that died is noticed on reading its answer.
  ::signal(SIGPIPE, SIG_IGN);
}

ModuleServers::~ModuleServers() {
  for (Server &S : Servers)
    stop(S);
}

void ModuleServers::stop(Server &S) {
  if (S.Process < 0)
    return;
  ::close(S.RequestPipe);
  ::close(S.AnswerPipe);
  ::kill(S.Process, SIGKILL);
  while (::waitpid(S.Process, nullptr, 0) < 0 && errno == EINTR)
    ;
  S = Server();
}

void ModuleServers::makeRoom() {
  Server *Oldest = nullptr;
  size_t Alive = 0;
  for (Server &S : Servers) {
    Alive += S.Process >= 0;
    if (S.Process >= 0 && !S.IsBusy && (!Oldest || S.LastUse < Oldest->LastUse))
      Oldest = &S;
  }
  if (Alive >= MaxAlive && Oldest)
    stop(*Oldest);
}

Status ModuleServers::start(size_t Module) {
  Server &S = Servers[Module];
  if (S.Process >= 0)
    return Success();
  makeRoom();
  int Requests[2], Answers[2];
  if (::pipe2(Requests, O_CLOEXEC) != 0)
    return Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  if (::pipe2(Answers, O_CLOEXEC) != 0) {
    ::close(Requests[0]);
    ::close(Requests[1]);
    return Error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  std::fflush(nullptr);
  const pid_t Process = ::fork();
  if (Process == 0) {
    // The pipes of the other servers: while a copy of its end is open
    // elsewhere, none of them would notice that its requests have ended.
    for (const Server &Other : Servers)
      if (Other.Process >= 0) {
        ::close(Other.RequestPipe);
        ::close(Other.AnswerPipe);
      }
    ::close(Requests[1]);
    ::close(Answers[0]);
    // An interrupt is the parent's affair, whose end is the servers' end.
    ::signal(SIGINT, SIG_IGN);
    // Whatever the parent does when it crashes is not to be done here.
    for (const int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM})
      ::signal(Signal, SIG_DFL);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    serveModuleTrials(Paths[Module], Requests[0], Answers[1], Options);
  }
  ::close(Requests[0]);
  ::close(Answers[1]);
  if (Process < 0) {
    ::close(Requests[1]);
    ::close(Answers[0]);
    return Error(std::string("cannot fork: ") + std::strerror(errno));
  }
  S.Process = Process;
  S.RequestPipe = Requests[1];
  S.AnswerPipe = Answers[0];
  return Success();
}

std::string ModuleServers::describeEnd(int Process) {
  int State = 0;
  while (::waitpid(Process, &State, 0) < 0 && errno == EINTR)
    ;
  if (WIFSIGNALED(State))
    return "killed by signal " + std::to_string(WTERMSIG(State));
  return "exited with code " + std::to_string(WEXITSTATUS(State));
}

/// Takes what has come; false if the server is gone.
bool ModuleServers::readAnswer(Server &S, bool &IsWhole) {
  char Buffer[1 << 16];
  const ssize_t N = ::read(S.AnswerPipe, Buffer, sizeof(Buffer));
  if (N < 0 && errno == EINTR)
    return true;
  if (N <= 0)
    return false;
  S.Answer.append(Buffer, static_cast<size_t>(N));
  uint64_t Size = 0;
  if (S.Answer.size() < sizeof(Size))
    return true;
  std::memcpy(&Size, S.Answer.data(), sizeof(Size));
  IsWhole = S.Answer.size() == sizeof(Size) + Size;
  return true;
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
  if (!sendMessage(S.RequestPipe, Out.take())) {
    const int Process = S.Process;
    forget(S);
    return Error(Paths[Request.Module] + ": its compiler process " +
                 describeEnd(Process));
  }
  S.IsBusy = true;
  S.Request = Index;
  S.LastUse = ++Clock;
  return Success();
}

/// Of a server that has ended by itself.
void ModuleServers::forget(Server &S) {
  ::close(S.RequestPipe);
  ::close(S.AnswerPipe);
  S = Server();
}

/// Waits for answers of the modules in \p Busy, and takes those that are done
/// out of it.
void ModuleServers::await(
    std::vector<size_t> &Busy,
    const std::function<void(size_t, Result<ModuleTrials>)> &Done) {
  std::vector<pollfd> Waiting;
  for (const size_t Module : Busy)
    Waiting.push_back({Servers[Module].AnswerPipe, POLLIN, 0});
  if (Busy.empty() || ::poll(Waiting.data(), Waiting.size(), -1) < 0)
    return;
  for (size_t I = Busy.size(); I-- > 0;) {
    if (!Waiting[I].revents)
      continue;
    const size_t Module = Busy[I];
    Server &S = Servers[Module];
    bool IsWhole = false;
    const bool IsThere = readAnswer(S, IsWhole);
    if (IsThere && !IsWhole)
      continue;
    const size_t Index = S.Request;
    Busy.erase(Busy.begin() + I);
    S.IsBusy = false;
    if (!IsThere) {
      const int Process = S.Process;
      forget(S);
      Done(Index, Error(Paths[Module] + ": its compiler process " +
                        describeEnd(Process)));
      continue;
    }
    const std::string Answer = std::move(S.Answer);
    S.Answer.clear();
    Done(Index,
         decodeAnswer(std::string_view(Answer).substr(sizeof(uint64_t))));
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
