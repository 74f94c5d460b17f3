// Which passes a program is smaller without
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "tune/PassSearch.h"
#include <map>

namespace mlgo {
/// What the plugin's own trials found for all modules.
struct PassEffort {
  std::string Decisions; ///< Text of a decisions file.
  /// Programs with what the policy leaves out, and with Decisions.
  std::vector<BuiltProgram> Before, After;
};

/// The lines of \p Lines, the text of a file of decisions about passes, by the
/// function that they are about.
std::map<std::string, std::string> groupPassDecisions(std::string_view Lines);

/// Has the plugin try, for each module of \p Build, many sets of passes beside
/// each other, and notes what it leaves out. Modules that are begun after the
/// seconds of \p Budget are as the policy has them, and of each module no more
/// sets are tried than that lasts for. Everything lies in the folder \p Work.
/// Nobody runs the programs.
Result<PassEffort> tryPassesForSize(const CorpusBuild &Build,
                                    const std::string &Work,
                                    const PassBudget &Budget);
} // namespace mlgo
