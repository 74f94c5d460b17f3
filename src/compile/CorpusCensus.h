// What the modules of a corpus hold
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <vector>

namespace mlgo {
/// What is counted in modules.
struct ModuleCounts {
  uint64_t Bytes = 0;     ///< Size of the bitcode file.
  uint64_t Functions = 0; ///< With a body.
  /// Direct calls to functions with a body in the same module: what an inliner
  /// can decide on.
  uint64_t CallSites = 0;

  ModuleCounts &operator+=(const ModuleCounts &Other);
};

/// Counts one module.
Result<ModuleCounts> countModule(const std::string &Path);

/// Counts each of \p Modules of the corpus in the folder \p Corpus, in a
/// process of its own, up to \p Jobs at a time: bitcode that crashes its reader
/// or takes it longer than \p DeadlineSeconds is an error of that module. The
/// caller must have no other threads.
std::vector<Result<ModuleCounts>>
countModules(const std::string &Corpus, const std::vector<std::string> &Modules,
             unsigned Jobs, unsigned DeadlineSeconds = 300);
} // namespace mlgo
