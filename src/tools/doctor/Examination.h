// What works together on this machine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tools/doctor/Probe.h"

namespace mlgo {
/// A line of the table.
struct FindingRow {
  std::string Name, Version;
  std::string State; ///< "ok", "no", or "-" for what is not there.
  std::string What;  ///< For people.
};

struct FindingTable {
  std::string Title;
  std::vector<FindingRow> Rows;
};

/// What could be installed, and what it is good for.
struct Advice {
  std::string Packages, Why;
};

/// All that was found.
struct Examination {
  std::vector<FindingTable> Tables;
  std::vector<Advice> Missing;
  /// How to compile with learned decisions here; empty: not at all.
  std::string Works;
};

/// Looks for compilers, linkers, plugins, caches and targets, and tries each on
/// a tiny program. Takes a second or two.
Examination examineMachine(const Probe &P);
} // namespace mlgo
