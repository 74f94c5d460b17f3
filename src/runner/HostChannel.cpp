// The host that decides for a process
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/HostChannel.h"
#include <condition_variable>
#include <mutex>

namespace mlgo {
namespace {
/// What the runners of one channel share.
struct SharedChannel {
  std::mutex Mutex;
  std::condition_variable Changed;
  bool IsTaken = false;
  bool HasFailed = false;
  unsigned Turns = 0; ///< How often it was taken.

  void giveBack() {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsTaken = false;
    Changed.notify_one();
  }

  void fail() {
    std::lock_guard<std::mutex> Lock(Mutex);
    HasFailed = true;
    Changed.notify_all();
  }

  /// Waits for the channel \p Base; it is given back when the lease ends.
  Result<std::shared_ptr<void>> take(const std::string &Base, double Seconds);
};

/// Channels are never forgotten: a lease may end when the process does.
SharedChannel &channelAt(const std::string &Base) {
  static std::mutex Mutex;
  static auto &Channels = *new std::map<std::string, SharedChannel>();
  std::lock_guard<std::mutex> Lock(Mutex);
  return Channels[Base];
}

Result<std::shared_ptr<void>> SharedChannel::take(const std::string &Base,
                                                  double Seconds) {
  std::unique_lock<std::mutex> Lock(Mutex);
  // Twice the time that a holder needs to find out that its host is gone; and
  // whoever sees others come and go will have a turn.
  const std::chrono::duration<double> Patience(2 * Seconds);
  unsigned TurnsSeen;
  bool IsFree;
  do {
    TurnsSeen = Turns;
    IsFree =
        Changed.wait_for(Lock, Patience, [&] { return HasFailed || !IsTaken; });
  } while (!IsFree && TurnsSeen != Turns);
  if (HasFailed)
    return Error(Base + ": the host has failed before");
  if (!IsFree)
    return Error(Base + ": the channel is still taken by another module of "
                        "this process, expected one at a time");
  ++Turns;
  IsTaken = true;
  return std::shared_ptr<void>(this, [](void *Channel) {
    static_cast<SharedChannel *>(Channel)->giveBack();
  });
}
} // namespace

Result<std::unique_ptr<MLModelRunner>>
createHostRunner(std::vector<TensorSpec> Inputs, const TensorSpec &Advice,
                 int64_t Choices, const std::string &Base, double Seconds) {
  SharedChannel &Channel = channelAt(Base);
  auto Lease = MLGO_TRY(Channel.take(Base, Seconds));
  auto Host = InteractiveHostAddress::at(Base);
  Host.DeadlineSeconds = Seconds;
  Host.AdviceBound = Choices;
  Host.Lease = std::move(Lease);
  Host.OnFailure = [&Channel] { Channel.fail(); };
  auto Runner = InteractiveModelRunner::create(std::move(Inputs), Advice,
                                               std::move(Host));
  if (Runner)
    return std::unique_ptr<MLModelRunner>(std::move(*Runner));
  Channel.fail();
  return Runner.error();
}
} // namespace mlgo
