//===- HostChannel.cpp - The host that decides for a process --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostChannel.h"

#include "mlgo/runner/InteractiveModelRunner.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace mlgo {
namespace {

/// What the modules of a process share.
struct SharedChannel {
  std::mutex Mutex;
  std::condition_variable Changed;
  bool IsTaken = false;
  bool HasFailed = false;
  unsigned Turns = 0; ///< How often it was taken.
};

SharedChannel &shared() {
  static SharedChannel Channel;
  return Channel;
}

void giveBack(void *) {
  SharedChannel &Channel = shared();
  std::lock_guard<std::mutex> Lock(Channel.Mutex);
  Channel.IsTaken = false;
  Channel.Changed.notify_one();
}

/// Waits for the channel; it is given back when the lease ends.
Result<std::shared_ptr<void>> takeChannel(const std::string &Base,
                                          double Seconds) {
  SharedChannel &Channel = shared();
  std::unique_lock<std::mutex> Lock(Channel.Mutex);
  // Twice the time that a holder needs to find out that its host is gone; and
  // whoever sees others come and go will have a turn.
  const std::chrono::duration<double> Patience(2 * Seconds);
  unsigned TurnsSeen;
  bool IsFree;
  do {
    TurnsSeen = Channel.Turns;
    IsFree = Channel.Changed.wait_for(
        Lock, Patience, [&] { return Channel.HasFailed || !Channel.IsTaken; });
  } while (!IsFree && TurnsSeen != Channel.Turns);
  if (Channel.HasFailed)
    return Error(Base + ": the host has failed before");
  if (!IsFree)
    return Error(Base + ": the channel is still taken by another module of "
                        "this process, expected one at a time");
  ++Channel.Turns;
  Channel.IsTaken = true;
  return std::shared_ptr<void>(&Channel, giveBack);
}

} // namespace

void noteHostFailure() {
  SharedChannel &Channel = shared();
  std::lock_guard<std::mutex> Lock(Channel.Mutex);
  Channel.HasFailed = true;
  Channel.Changed.notify_all();
}

Result<std::unique_ptr<MLModelRunner>>
createHostRunner(std::vector<TensorSpec> Inputs, const std::string &Base,
                 double Seconds) {
  auto Lease = takeChannel(Base, Seconds);
  if (!Lease)
    return Lease.error();
  auto Host = InteractiveHostAddress::at(Base);
  Host.DeadlineSeconds = Seconds;
  Host.AdviceBound = 2;
  Host.Lease = std::move(*Lease);
  auto Runner = InteractiveModelRunner::create(
      std::move(Inputs),
      TensorSpec::createSpec<int64_t>("inlining_decision", {1}),
      std::move(Host));
  if (Runner)
    return std::unique_ptr<MLModelRunner>(std::move(*Runner));
  noteHostFailure();
  return Runner.error();
}

} // namespace mlgo
