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
#include <poll.h>
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

void ModuleServers::run(
    std::vector<ModuleRequest> Requests,
    const std::function<void(size_t, Result<ModuleTrials>)> &Done) {
  // With fewer modules than processors, the moves of one are tried in parallel.
  const unsigned JobsEach =
      std::max<size_t>(1, Jobs / std::max<size_t>(1, Requests.size()));
  size_t Next = 0;
  std::vector<size_t> Busy;
  while (Next < Requests.size() || !Busy.empty()) {
    while (Next < Requests.size() && Busy.size() < Jobs) {
      const size_t Index = Next++;
      ModuleRequest &Request = Requests[Index];
      if (ShouldStop && ShouldStop()) {
        Done(Index, Error("interrupted"));
        continue;
      }
      Request.Jobs = JobsEach;
      Server &S = Servers[Request.Module];
      ByteWriter Out;
      encode(Out, Request);
      Status Started = start(Request.Module);
      if (Started && !sendMessage(S.RequestPipe, Out.take()))
        Started = Error(Paths[Request.Module] + ": its server " +
                        describeEnd(S.Process));
      if (!Started) {
        S.Process = -1;
        Done(Index, Started.error());
        continue;
      }
      S.IsBusy = true;
      S.Request = Index;
      S.LastUse = ++Clock;
      Busy.push_back(Request.Module);
    }
    std::vector<pollfd> Waiting;
    for (const size_t Module : Busy)
      Waiting.push_back({Servers[Module].AnswerPipe, POLLIN, 0});
    if (::poll(Waiting.data(), Waiting.size(), -1) < 0)
      continue;
    for (size_t I = Busy.size(); I-- > 0;) {
      if (!Waiting[I].revents)
        continue;
      Server &S = Servers[Busy[I]];
      bool IsWhole = false;
      const bool IsThere = readAnswer(S, IsWhole);
      if (IsThere && !IsWhole)
        continue;
      const size_t Index = S.Request;
      const std::string Path = Paths[Busy[I]];
      Busy.erase(Busy.begin() + I);
      S.IsBusy = false;
      if (!IsThere) {
        ::close(S.RequestPipe);
        ::close(S.AnswerPipe);
        const std::string End = describeEnd(S.Process);
        S = Server();
        Done(Index, Error(Path + ": its compiler process " + End));
        continue;
      }
      const std::string Answer = std::move(S.Answer);
      S.Answer.clear();
      auto Trials =
          decodeAnswer(std::string_view(Answer).substr(sizeof(uint64_t)));
      Done(Index, std::move(Trials));
    }
  }
}

} // namespace mlgo
