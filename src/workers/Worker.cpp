// Something that answers requests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "workers/Worker.h"
#include <algorithm>
#include <poll.h>

namespace mlgo {
/// How often those who wait are asked whether to stop.
constexpr double StopInterval = 0.2;

WaitSet::WaitSet() = default;
WaitSet::~WaitSet() = default;

void WaitSet::addReadable(int Descriptor) {
  Descriptors.push_back({Descriptor, POLLIN, 0});
}

void WaitSet::addWritable(int Descriptor) {
  Descriptors.push_back({Descriptor, POLLOUT, 0});
}

void WaitSet::limit(double NewSeconds) {
  NewSeconds = std::max(0.0, NewSeconds);
  Seconds = Seconds < 0 ? NewSeconds : std::min(Seconds, NewSeconds);
}

void WaitSet::wait() {
  timespec Limit;
  Limit.tv_sec = static_cast<time_t>(std::max(0.0, Seconds));
  Limit.tv_nsec =
      static_cast<long>((std::max(0.0, Seconds) - double(Limit.tv_sec)) * 1e9);
  ::ppoll(Descriptors.data(), Descriptors.size(),
          Seconds < 0 ? nullptr : &Limit, nullptr);
}

std::vector<WorkDone> awaitWork(Worker &W,
                                const std::function<bool()> &ShouldStop) {
  while (W.pending() > 0 && !(ShouldStop && ShouldStop())) {
    std::vector<WorkDone> Done = W.advance();
    if (!Done.empty())
      return Done;
    WaitSet Set;
    if (ShouldStop)
      Set.limit(StopInterval);
    W.watch(Set);
    Set.wait();
  }
  return {};
}

void runItems(Worker &W, std::vector<WorkItem> Items,
              const std::function<void(size_t, Result<std::string>)> &OnAnswer,
              const std::function<bool()> &ShouldStop) {
  std::vector<bool> IsMissing(Items.size(), true);
  const bool IsStopped = ShouldStop && ShouldStop();
  for (size_t I = 0; I < Items.size() && !IsStopped; ++I) {
    Items[I].Id = I;
    W.submit(std::move(Items[I]));
  }
  for (size_t Left = IsMissing.size(); Left > 0;) {
    std::vector<WorkDone> Done = awaitWork(W, ShouldStop);
    if (Done.empty())
      break;
    for (WorkDone &D : Done) {
      IsMissing[D.Id] = false;
      --Left;
      OnAnswer(D.Id, std::move(D.Answer));
    }
  }
  W.abandon();
  for (size_t I = 0; I < IsMissing.size(); ++I)
    if (IsMissing[I])
      OnAnswer(I, Error("interrupted"));
}

std::vector<Result<std::string>>
runItems(Worker &W, std::vector<WorkItem> Items,
         const std::function<bool()> &ShouldStop) {
  std::vector<Result<std::string>> Answers(Items.size(), Error("none"));
  runItems(
      W, std::move(Items),
      [&](size_t I, Result<std::string> Answer) {
        Answers[I] = std::move(Answer);
      },
      ShouldStop);
  return Answers;
}
} // namespace mlgo
