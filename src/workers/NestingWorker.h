// Workers of workers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/AffinityQueue.h"
#include <chrono>

namespace mlgo {
/// How much of the time that workers were there for was used.
struct Utilisation {
  double SlotSeconds = 0; ///< Slots times the time since the first item.
  double BusySeconds = 0; ///< While slots had an item.
  /// Shares of BusySeconds, in order of attach.
  std::vector<double> ByExperiment;

  double share() const { return SlotSeconds ? BusySeconds / SlotSeconds : 0; }
};

/// Manages workers of any kind, known by ids, and serves several experiments
/// with them: while one has nothing to do, all workers serve the others. A free
/// slot goes to the experiment that occupies the fewest, and among these to the
/// one that was served for the shortest time.
///
/// Is itself a worker, of an experiment of its own, and so may nest.
class NestingWorker : public Worker {
public:
  NestingWorker();
  ~NestingWorker() override;

  /// Fails if the id is taken.
  Status add(std::string WorkerId, std::unique_ptr<Worker> W);

  /// The worker of that id; unknown ones are an error that names the known.
  Result<Worker *> find(const std::string &WorkerId) const;

  /// Has one worker serve \p Item, as soon as it is free and before other
  /// items.
  Status submitTo(const std::string &WorkerId, WorkItem Item);

  /// Another experiment, with item ids of its own. All that it waits for is
  /// abandoned with the returned object, which this must outlive.
  std::unique_ptr<Worker> attach();

  Utilisation utilisation() const;

  size_t slots() const override;
  void submit(WorkItem Item) override { submit(0, std::move(Item)); }
  size_t pending() const override { return pending(0); }
  std::vector<WorkDone> advance() override { return advance(0); }
  void watch(WaitSet &Set) const override;
  void abandon() override { abandon(0); }

private:
  class Attached;
  using Clock = std::chrono::steady_clock;

  struct Experiment {
    AffinityQueue Queue;
    std::vector<WorkDone> Done;
    size_t Running = 0; ///< Slots that work for it.
    size_t Waited = 0;  ///< Those of them whose answers are wanted.
    size_t Reserved = 0;
    double Served = 0; ///< Seconds.
  };
  struct Child {
    std::string Id;
    std::unique_ptr<Worker> W;
    /// For this one only, with their experiments.
    std::deque<std::pair<size_t, WorkItem>> Reserved;
  };
  /// An item that a child has.
  struct Ticket {
    size_t Experiment;
    uint64_t Id;
    bool IsWanted;
    Clock::time_point Begin;
  };

  void submit(size_t Experiment, WorkItem Item);
  size_t pending(size_t Experiment) const;
  std::vector<WorkDone> advance(size_t Experiment);
  void abandon(size_t Experiment);
  void watchChildren(WaitSet &Set) const;
  void collect();
  void feed();
  void begin(Child &C, size_t Experiment, WorkItem Item);
  const size_t *chooseExperiment();

  std::vector<Child> Children;
  std::vector<Experiment> Experiments;
  std::map<uint64_t, Ticket> Tickets;
  uint64_t NextTicket = 0;
  size_t Chosen = 0;
  bool HasBegun = false;
  Clock::time_point FirstItem;
  double Busy = 0;
};
} // namespace mlgo
