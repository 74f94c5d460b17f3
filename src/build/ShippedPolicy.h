// Where the model files are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"
#include <set>

namespace mlgo {
/// The file of the policy that is shipped for \p T and \p Level, a word of
/// ModelScope, beside this program or in the tree it was built from; "stock" if
/// there is none.
std::string findShippedPolicy(const Task &T, std::string_view Level);

/// The files of all policies that are shipped for \p T, as far as they are
/// there.
std::vector<std::string> listShippedPolicies(const Task &T);

/// The files of the policies that are compiled into the plugin for \p T,
/// likewise: those for any of \p Targets, words of ModelScope, and of these the
/// first for the same levels. One that is missing is an error.
Result<std::vector<std::string>>
findShippedPolicies(const Task &T, const std::set<std::string> &Targets);

/// The file of the policy of \p T for \p Objective that decides only if the
/// plugin is given it; empty if one is compiled in. The error lists objectives.
Result<std::string> findPolicyToAskFor(const Task &T,
                                       const std::string &Objective);
} // namespace mlgo
