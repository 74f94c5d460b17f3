// Forked processes that serve items
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/ForkedWorkers.h"
#include "support/Text.h"
#include <poll.h>

namespace mlgo {
/// A process that served one item is given up with the second.
constexpr unsigned MaxDeaths = 2;

// The first byte of a message.
constexpr char SharedPart = 's', Request = 'r', Answer = 'a', Failure = 'f';

/// The life of a process.
static void serve(const WorkFunctionMaker &Make, int RequestPipe,
                  int AnswerPipe) {
  const WorkFunction Function = Make();
  std::string Shared, Message;
  while (receiveMessage(RequestPipe, Message) && !Message.empty()) {
    if (Message.front() == SharedPart) {
      Shared.assign(Message, 1);
      continue;
    }
    Result<std::string> Answered =
        Function(Shared, std::string_view(Message).substr(1));
    const std::string Reply =
        Answered ? Answer + *Answered : Failure + Answered.error().message();
    if (!sendMessage(AnswerPipe, Reply))
      return;
  }
}

static bool isReadable(int Pipe) {
  pollfd Ready{Pipe, POLLIN, 0};
  return ::poll(&Ready, 1, 0) > 0 && Ready.revents != 0;
}

ForkedWorkers::ForkedWorkers(size_t Count, WorkFunctionMaker Make)
    : Make(std::move(Make)), Slots(std::max<size_t>(1, Count)) {
  for (Slot &S : Slots)
    // What cannot be started now is tried again with its first item.
    (void)bool(
        S.Server.start([&](int In, int Out) { serve(this->Make, In, Out); }));
}

void ForkedWorkers::submit(WorkItem Item) {
  Queue.push(std::move(Item));
  feed();
}

void ForkedWorkers::feed() {
  for (size_t I = 0; I < Slots.size() && !Queue.empty(); ++I) {
    Slot &S = Slots[I];
    if (S.IsBusy)
      continue;
    S.Item = Queue.take(I);
    S.Deaths = 0;
    S.IsBusy = true;
    ++Busy;
    begin(S);
  }
}

/// Sends the item of \p S, to a new process if the old one is gone.
void ForkedWorkers::begin(Slot &S) {
  if (S.Server.isRunning() && send(S))
    return;
  // It died with nothing to do, which no item is to blame for.
  S.Shared = nullptr;
  Status Started =
      S.Server.start([&](int In, int Out) { mlgo::serve(Make, In, Out); });
  if (!Started)
    fail(S, Started.error().message());
  else if (Status Sent = send(S); !Sent)
    fail(S, Sent.error().message());
}

Status ForkedWorkers::send(Slot &S) {
  const int Pipe = S.Server.requestPipe();
  bool IsSent = true;
  if (S.Item.Shared != S.Shared) {
    S.Shared = S.Item.Shared;
    IsSent = sendMessage(Pipe, S.Shared ? SharedPart + *S.Shared
                                        : std::string(1, SharedPart));
  }
  S.Begin = std::chrono::steady_clock::now();
  if (!IsSent || !sendMessage(Pipe, Request + S.Item.Request))
    return Error("worker process does not take its item");
  return Success();
}

void ForkedWorkers::fail(Slot &S, const std::string &Why) {
  Failed.push_back({S.Item.Id, Error(Why)});
  S.IsBusy = false;
  --Busy;
}

/// The process of \p S is gone.
void ForkedWorkers::die(Slot &S, const std::string &How) {
  if (++S.Deaths >= MaxDeaths)
    return fail(S, "worker process " + How);
  begin(S);
}

void ForkedWorkers::read(Slot &S, std::vector<WorkDone> &Done) {
  const bool IsThere = S.Server.Answers.readMore(S.Server.answerPipe());
  std::string Message;
  if (S.Server.Answers.next(Message) && !Message.empty()) {
    std::string Rest = Message.substr(1);
    if (Message.front() == Answer)
      Done.push_back({S.Item.Id, std::move(Rest)});
    else
      Done.push_back({S.Item.Id, Error(std::move(Rest))});
    S.IsBusy = false;
    --Busy;
  } else if (!IsThere) {
    die(S, S.Server.awaitEnd());
  }
}

/// Until its item, which has a deadline, is late.
double ForkedWorkers::secondsLeft(const Slot &S) {
  const std::chrono::duration<double> Past =
      std::chrono::steady_clock::now() - S.Begin;
  return S.Item.DeadlineSeconds - Past.count();
}

std::vector<WorkDone> ForkedWorkers::advance() {
  std::vector<WorkDone> Done;
  for (Slot &S : Slots) {
    while (S.IsBusy && isReadable(S.Server.answerPipe()))
      read(S, Done);
    if (S.IsBusy && S.Item.DeadlineSeconds > 0 && secondsLeft(S) < 0) {
      S.Server.end();
      die(S, std::string("took longer than ") +
                 formatText("%g", S.Item.DeadlineSeconds) + " s");
    }
  }
  feed();
  Done.insert(Done.end(), std::make_move_iterator(Failed.begin()),
              std::make_move_iterator(Failed.end()));
  Failed.clear();
  return Done;
}

void ForkedWorkers::watch(WaitSet &Set) const {
  if (!Failed.empty())
    Set.limit(0);
  for (const Slot &S : Slots) {
    if (!S.IsBusy)
      continue;
    Set.addReadable(S.Server.answerPipe());
    if (S.Item.DeadlineSeconds > 0)
      Set.limit(secondsLeft(S) + 0.001);
  }
}

void ForkedWorkers::abandon() {
  Queue.clear();
  Failed.clear();
  for (Slot &S : Slots)
    if (S.IsBusy) {
      // Begun for nothing; a new process is there sooner than its end.
      S.Server.end();
      S.IsBusy = false;
      --Busy;
    }
}

std::vector<int> ForkedWorkers::processes() const {
  std::vector<int> All;
  for (const Slot &S : Slots)
    All.push_back(S.Server.process());
  return All;
}
} // namespace mlgo
