// Kills a host while a compiler talks to it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: kill-host OUTPUT COMPILER ARGUMENT...
//
// Runs the compiler, which is to write OUTPUT and to have mlgo's inliner
// plugin, again and again with a host that is killed: before the compiler
// comes, at the header and at ten moments that a seed chooses. The compiler has
// to succeed each time, soon, and with one diagnostic.

#include "mlgo/support/File.h"
#include "mlgo/support/Random.h"
#include "runner/InteractiveHost.h"
#include "support/ChildProcess.h"

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlgo;

namespace {

constexpr uint64_t Never = std::numeric_limits<uint64_t>::max();
constexpr uint64_t Seed = 5;

enum class Phase { Unanswered, HalfAnswered, Answered };
constexpr const char *PhaseNames[] = {"unanswered", "half answered",
                                      "answered"};

/// When the host dies.
struct Moment {
  bool AtStart = false;         ///< Before the compiler comes.
  bool AtHeader = false;        ///< When it has said what it will send.
  uint64_t Observation = Never; ///< Which of all observations; or
  Phase How = Phase::Unanswered;
};

struct MortalPolicy final : HostPolicy {
  Status start(const std::vector<TensorSpec> &, const TensorSpec &) override {
    if (When.AtHeader)
      ::raise(SIGKILL);
    return Success();
  }
  Status decide(const TrainingLogObservation &, void *Advice) override {
    if (Count == When.Observation && When.How == Phase::Unanswered)
      ::raise(SIGKILL);
    const int64_t Answer = static_cast<int64_t>(Count % 2);
    if (Count == When.Observation) {
      (void)Channel->write(&Answer, When.How == Phase::Answered ? 8 : 3,
                           Deadline::after(1));
      ::raise(SIGKILL);
    }
    ++Count;
    *static_cast<int64_t *>(Advice) = Answer;
    return Success();
  }

  Moment When;
  InteractiveChannel *Channel = nullptr;
  uint64_t Count = 0;
};

[[noreturn]] void fail(const std::string &Why) {
  std::cerr << "kill-host: " << Why << '\n';
  std::exit(1);
}

/// The life of a host. Writes the base of its channel to \p Pipe, and how much
/// was asked, if it survives.
[[noreturn]] void serveUntil(const Moment &When, int Pipe, int EndPipe) {
  auto Host = InteractiveHost::create();
  if (!Host)
    fail(Host.error().message());
  MortalPolicy Policy;
  Policy.When = When;
  Policy.Channel = &(*Host)->channel();
  (void)sendMessage(Pipe, Policy.Channel->base());
  if (When.AtStart)
    ::raise(SIGKILL);
  std::string Ended;
  const Status Served = (*Host)->serve(Policy, [&] {
    pollfd Polled = {EndPipe, POLLIN, 0};
    return ::poll(&Polled, 1, 0) > 0;
  });
  if (!Served)
    fail(Served.error().message());
  (void)sendMessage(Pipe, std::to_string(Policy.Count));
  Host->reset();
  ::_exit(0);
}

size_t countDiagnostics(const std::string &Text) {
  size_t Count = 0;
  for (size_t At = 0;
       (At = Text.find("mlgo inline: ", At)) != std::string::npos; ++At)
    ++Count;
  return Count;
}

/// Compiles with a host that dies at \p When; returns how much was asked if it
/// does not.
uint64_t compile(const Moment &When, const std::string &Name,
                 const std::string &Output, ChildCommand Command) {
  int Bases[2], Ends[2];
  if (::pipe(Bases) != 0 || ::pipe(Ends) != 0)
    fail("cannot make pipes");
  const pid_t Host = ::fork();
  if (Host == 0) {
    ::close(Ends[1]);
    serveUntil(When, Bases[1], Ends[0]);
  }
  ::close(Bases[1]);
  std::string Base, Count = "0";
  if (!receiveMessage(Bases[0], Base))
    fail("there is no host");
  int State = 0;
  if (When.AtStart)
    ::waitpid(Host, &State, 0);
  ::unlink(Output.c_str());
  Command.Environment = {{"MLGO_INLINE_MODE", "interactive"},
                         {"MLGO_INLINE_CHANNEL", Base},
                         {"MLGO_INLINE_CHANNEL_DEADLINE", "20"}};
  Command.DeadlineSeconds = 100;
  const Result<ChildOutcome> Outcome = runChild(Command);
  ::close(Ends[1]);
  if (!Outcome)
    fail(Name + ": " + Outcome.error().message());
  const bool Survives =
      When.Observation == Never && !When.AtHeader && !When.AtStart;
  if (Survives && !receiveMessage(Bases[0], Count))
    fail(Name + ": the host is gone");
  if (!When.AtStart)
    ::waitpid(Host, &State, 0);
  ::close(Bases[0]);
  ::close(Ends[0]);
  if (Outcome->ExitCode != 0)
    fail(Name + ": exit code is " + std::to_string(Outcome->ExitCode) +
         ", expected 0\n" + Outcome->ErrorOutput);
  if (const auto Object = readFile(Output); !Object || Object->empty())
    fail(Name + ": there is no output");
  const size_t Told = countDiagnostics(Outcome->ErrorOutput);
  const size_t Expected = Survives ? 0 : 1;
  if (Told != Expected)
    fail(Name + ": " + std::to_string(Told) + " diagnostics, expected " +
         std::to_string(Expected) + "\n" + Outcome->ErrorOutput);
  return std::strtoull(Count.c_str(), nullptr, 10);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    fail("usage: kill-host OUTPUT COMPILER ARGUMENT...");
  ::signal(SIGPIPE, SIG_IGN);
  ChildCommand Command;
  Command.Arguments.assign(Argv + 2, Argv + Argc);
  const uint64_t Total = compile({}, "alive", Argv[1], Command);
  if (Total < 10)
    fail("the compiler asks " + std::to_string(Total) +
         " times, expected 10 or more");
  Moment When;
  When.AtStart = true;
  compile(When, "killed at the start", Argv[1], Command);
  When = {};
  When.AtHeader = true;
  compile(When, "killed at the header", Argv[1], Command);
  Random Chance(Seed);
  for (int I = 0; I < 10; ++I) {
    When = {};
    // Not after the last answer: nobody would notice.
    When.Observation = Chance.below(Total - 1);
    When.How = static_cast<Phase>(Chance.below(3));
    const std::string Name =
        "killed at observation " + std::to_string(When.Observation) + " of " +
        std::to_string(Total) + ", " + PhaseNames[static_cast<int>(When.How)];
    compile(When, Name, Argv[1], Command);
    std::cout << Name << ": compiles" << std::endl;
  }
  return 0;
}
