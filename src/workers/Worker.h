// Something that answers requests
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work is cut into items whose answers depend on their requests alone. Which
// worker serves an item, and when, therefore changes no result: one function in
// this process, forked processes, ranks of MPI, or workers of workers.

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

struct pollfd;

namespace mlgo {
/// What a worker is asked.
struct WorkItem {
  uint64_t Id = 0; ///< The caller's name for it; unique while it is pending.
  /// Items of the same number profit from being served by the same process,
  /// which may remember something. 0: it does not matter.
  uint64_t Affinity = 0;
  /// The part of the request that many items have in common, for example all
  /// candidates of a generation; sent to each process once. May be null.
  std::shared_ptr<const std::string> Shared;
  std::string Request;
  /// Where it is served in another process: one that takes longer is killed. 0:
  /// no limit.
  double DeadlineSeconds = 0;
};

/// What became of an item.
struct WorkDone {
  uint64_t Id = 0;
  Result<std::string> Answer;
};

/// Answers a request, given the part that it has in common with others. What it
/// returns, failures included, is to depend on these bytes alone.
using WorkFunction = std::function<Result<std::string>(
    std::string_view Shared, std::string_view Request)>;

/// Makes a function in the process that is to call it.
using WorkFunctionMaker = std::function<WorkFunction()>;

/// What to wait for until a worker can go on.
class WaitSet {
public:
  WaitSet();
  ~WaitSet();

  void addReadable(int Descriptor);
  void addWritable(int Descriptor);
  /// Go on after this time at the latest.
  void limit(double Seconds);
  /// Returns when one of them is ready, the time is over or a signal came.
  void wait();

private:
  std::vector<pollfd> Descriptors;
  double Seconds = -1;
};

/// Takes items and hands back what became of them, in any order. Not thread
/// safe; unless said otherwise, the caller must have no other threads.
class Worker {
public:
  virtual ~Worker() = default;

  /// Items that it can serve at the same time; the others wait.
  virtual size_t slots() const = 0;

  virtual void submit(WorkItem Item) = 0;

  /// Items that were submitted and not yet handed back.
  virtual size_t pending() const = 0;

  /// Does what can be done without waiting for others, and hands back what is
  /// done.
  virtual std::vector<WorkDone> advance() = 0;

  /// What to wait for before the next advance.
  virtual void watch(WaitSet &Set) const = 0;

  /// Forgets all that is pending: none of it is handed back.
  virtual void abandon() = 0;
};

/// Waits until something pending is done; none if nothing is pending, or \p
/// ShouldStop, which is asked now and then and after every signal, says so.
std::vector<WorkDone> awaitWork(Worker &W,
                                const std::function<bool()> &ShouldStop = {});

/// Has \p W, which has nothing pending, serve \p Items, whose ids are set here,
/// and hands each answer, with its item's index, to \p OnAnswer when it comes.
/// If \p ShouldStop says so, those that are missing fail as interrupted.
void runItems(Worker &W, std::vector<WorkItem> Items,
              const std::function<void(size_t, Result<std::string>)> &OnAnswer,
              const std::function<bool()> &ShouldStop);

/// The same; returns the answers in the order of the items.
std::vector<Result<std::string>>
runItems(Worker &W, std::vector<WorkItem> Items,
         const std::function<bool()> &ShouldStop = {});
} // namespace mlgo
