// Experiments that share workers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/ExperimentProcesses.h"
#include "support/Archive.h"
#include "support/ServerProcess.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace mlgo {
namespace {
// The first byte of what an experiment writes.
constexpr char SharedText = 's', Item = 'i', Abandon = 'a', Outcome = 'o';

/// An experiment's side of its pipes.
class PipedWorker final : public Worker {
public:
  PipedWorker(size_t Slots, int In, int Out) : Slots(Slots), In(In), Out(Out) {}

  size_t slots() const override { return Slots; }
  size_t pending() const override { return Pending; }

  void submit(WorkItem I) override {
    if (I.Shared != Shared) {
      Shared = I.Shared;
      send(SharedText + (Shared ? *Shared : std::string()));
    }
    send(Item + toBytes(Epoch, I.Id, I.Affinity, I.DeadlineSeconds, I.Request));
    ++Pending;
  }

  std::vector<WorkDone> advance() override {
    std::vector<WorkDone> Done;
    pollfd Ready{In, POLLIN, 0};
    while (::poll(&Ready, 1, 0) > 0 && Ready.revents)
      if (!Reader.readMore(In))
        ::_exit(1); // The coordinator is gone.
    for (std::string Message; Reader.next(Message);) {
      uint64_t Of = 0, Id = 0;
      bool IsAnswer = false;
      std::string Bytes;
      if (!fromBytes(Message, Of, Id, IsAnswer, Bytes) || Of != Epoch)
        continue;
      --Pending;
      Done.push_back({Id, IsAnswer ? Result<std::string>(std::move(Bytes))
                                   : Result<std::string>(Error(Bytes))});
    }
    return Done;
  }

  void watch(WaitSet &Set) const override { Set.addReadable(In); }

  void abandon() override {
    if (Pending == 0)
      return;
    // Answers that are on their way are of another epoch.
    ++Epoch;
    Pending = 0;
    send(std::string(1, Abandon));
  }

private:
  void send(const std::string &Message) {
    // The coordinator always reads, so this does not wait for long.
    if (!sendMessage(Out, Message))
      ::_exit(1);
  }

  const size_t Slots;
  const int In, Out;
  MessageReader Reader;
  std::shared_ptr<const std::string> Shared;
  size_t Pending = 0;
  uint64_t Epoch = 0;
};

/// The coordinator's side of one experiment.
class Guest {
public:
  Guest(NestingWorker &Pool, const WorkExperiment &Run) : W(Pool.attach()) {
    const size_t Slots = Pool.slots();
    Status Started = Server.start([&](int In, int Out) {
      PipedWorker Piped(Slots, In, Out);
      const std::string Text = Run(Piped);
      sendMessage(Out, Outcome + Text);
    });
    if (Started)
      ::fcntl(Server.requestPipe(), F_SETFL, O_NONBLOCK);
    else
      end(Started.error().message());
  }

  bool isRunning() const { return IsRunning; }
  void interrupt() const { ::kill(Server.process(), SIGTERM); }
  const TaskOutcome &outcome() const { return Found; }

  /// Hands over what has come, both ways.
  void advance() {
    pollfd Ready{Server.answerPipe(), POLLIN, 0};
    bool IsThere = true;
    while (IsThere && ::poll(&Ready, 1, 0) > 0 && Ready.revents)
      IsThere = Server.Answers.readMore(Server.answerPipe());
    for (std::string Message; IsRunning && Server.Answers.next(Message);)
      accept(std::move(Message));
    for (WorkDone &Done : W->advance()) {
      auto Known = Ids.find(Done.Id);
      Unsent.push(
          toBytes(Known->second, bool(Done.Answer),
                  Done.Answer ? *Done.Answer : Done.Answer.error().message()));
      Ids.erase(Known);
    }
    if (IsRunning && (!IsThere || !Unsent.writeMore(Server.requestPipe())))
      end(Server.awaitEnd());
  }

  void watch(WaitSet &Set) const {
    Set.addReadable(Server.answerPipe());
    if (!Unsent.empty())
      Set.addWritable(Server.requestPipe());
    W->watch(Set);
  }

private:
  void accept(std::string Message) {
    const char Kind = Message.empty() ? Abandon : Message.front();
    Message.erase(0, 1);
    if (Kind == SharedText) {
      Shared = std::make_shared<const std::string>(std::move(Message));
    } else if (Kind == Item) {
      WorkItem New;
      std::pair<uint64_t, uint64_t> Theirs;
      fromBytes(Message, Theirs, New.Affinity, New.DeadlineSeconds,
                New.Request);
      New.Id = NextId++;
      Ids[New.Id] = Theirs;
      New.Shared = Shared;
      W->submit(std::move(New));
    } else if (Kind == Abandon) {
      W->abandon();
      Ids.clear();
    } else {
      Found.Ok = true;
      Found.Output = std::move(Message);
      end("");
    }
  }

  void end(std::string Failure) {
    IsRunning = false;
    Found.Failure = std::move(Failure);
    W->abandon();
    Ids.clear();
    Server.stop();
  }

  std::unique_ptr<Worker> W;
  ServerProcess Server;
  std::shared_ptr<const std::string> Shared;
  /// Epoch and id of the experiment, by ours.
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> Ids;
  uint64_t NextId = 0;
  MessageQueue Unsent;
  bool IsRunning = true;
  TaskOutcome Found;
};
} // namespace

std::vector<TaskOutcome>
runExperiments(NestingWorker &Pool,
               const std::vector<WorkExperiment> &Experiments,
               const std::function<bool()> &ShouldStop) {
  std::vector<std::unique_ptr<Guest>> Guests;
  for (const WorkExperiment &Run : Experiments)
    Guests.push_back(std::make_unique<Guest>(Pool, Run));
  auto AnyRuns = [&] {
    return std::any_of(Guests.begin(), Guests.end(),
                       [](const auto &G) { return G->isRunning(); });
  };
  bool IsStopping = false;
  while (AnyRuns()) {
    if (!IsStopping && ShouldStop && ShouldStop()) {
      IsStopping = true;
      for (const auto &G : Guests)
        if (G->isRunning())
          G->interrupt();
    }
    WaitSet Set;
    if (ShouldStop)
      Set.limit(0.2);
    for (const auto &G : Guests)
      if (G->isRunning())
        G->advance();
    for (const auto &G : Guests)
      if (G->isRunning())
        G->watch(Set);
    if (AnyRuns())
      Set.wait();
  }
  std::vector<TaskOutcome> Outcomes;
  for (const auto &G : Guests)
    Outcomes.push_back(G->outcome());
  return Outcomes;
}
} // namespace mlgo
