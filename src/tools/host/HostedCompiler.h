// Lets a compiler ask
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"

namespace mlgo {
/// A compiler's command line with what makes it ask.
struct HostedCompiler {
  std::vector<std::string> Arguments;
  std::vector<std::pair<std::string, std::string>> Environment;
  /// Without its host it would wait for ever, as LLVM's own runners do.
  bool NeedsHost = true;
};

/// Makes \p Command ask through the channel \p Base. `{channel}` in arguments
/// becomes \p Base, and nothing else changes then. Otherwise mlgo's plugins are
/// told by the environment, and LLVM's opt, clang, llc and lld by flags after
/// the program's name. \p IncludeDefault: the stock decision is to be among the
/// inputs. Fails where that cannot be, and for programs that cannot do \p T,
/// which is null for the first task that the program can do.
Result<HostedCompiler> prepareCompiler(const std::vector<std::string> &Command,
                                       const Task *T, bool IncludeDefault,
                                       const std::string &Base);
} // namespace mlgo
