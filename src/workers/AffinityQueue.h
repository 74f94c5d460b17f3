// Items that wait for their server
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "workers/Worker.h"
#include <deque>
#include <map>
#include <set>

namespace mlgo {
/// Items that wait. A server is given those whose affinity it served last, then
/// those that nobody served yet, then another's: no server waits while there
/// are items.
class AffinityQueue {
public:
  void push(WorkItem Item);

  /// The next item for \p Server, by number; only if not empty.
  WorkItem take(size_t Server);

  bool empty() const { return Size == 0; }
  size_t size() const { return Size; }
  /// Drops the items, and keeps what was served where.
  void clear();

private:
  /// Items of one affinity, or a single one without.
  struct Group {
    size_t Home;
    std::deque<WorkItem> Items;
  };
  using GroupMap = std::map<uint64_t, Group>;

  uint64_t choose(size_t Server) const;

  static constexpr size_t Nobody = size_t(-1);
  uint64_t Clock = 0;
  size_t Size = 0;
  GroupMap Groups;                         ///< By age.
  std::map<uint64_t, uint64_t> GroupOf;    ///< For affinities that wait.
  std::map<uint64_t, size_t> LastServer;   ///< By affinity.
  std::map<size_t, std::set<uint64_t>> Of; ///< Groups by home.
};
} // namespace mlgo
