// What plugins did in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/RustCompiler.h"
#include "mlgo/support/LLVMMajors.h"
#include "mlgo/support/Result.h"
#include "task/Task.h"
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace mlgo {
/// What one task's lines of a statistics file say, summed.
struct TaskCounts {
  uint64_t Modules = 0;   ///< In which it was asked.
  uint64_t Functions = 0; ///< With a decision; only of evictions.
  uint64_t Decisions = 0;
  uint64_t Inlined = 0; ///< Only of inlining.
  uint64_t Differ = 0;  ///< Decided otherwise than stock would have.
  /// Live ranges that got another register, and what that saves, as modelled;
  /// only of evictions.
  uint64_t Reassigned = 0;
  int64_t SavedBytes = 0;
  /// Modules in which nobody was asked, by the reason: a level, a target,
  /// "link", or "rustc-link".
  std::map<std::string, uint64_t> Unserved;
  std::set<std::string> Names; ///< Of all modules that have a line.
};

/// Sums the lines `mlgo-<prefix>-stats module=<name> <count>=<number>...` of
/// \p Text. Other lines are passed over.
TaskCounts sumStatistics(std::string_view Text);

/// Files that a build has written, by who made them.
struct BuiltFiles {
  uint64_t ByClang = 0, ByGCC = 0; ///< Relocatable objects.
  uint64_t ByAssembler = 0;        ///< Without a compiler's name.
  std::set<unsigned> ClangMajors;  ///< Of those by clang.
  uint64_t Bitcode = 0;            ///< For LTO.
  /// Programs and shared libraries, sorted.
  std::vector<std::string> Linked;
};

/// Looks at ELF and bitcode files of \p Folder written since \p Start.
BuiltFiles findBuiltFiles(const std::filesystem::path &Folder,
                          std::filesystem::file_time_type Start);

/// What is told of a build.
struct RunSummary {
  std::map<std::string, TaskCounts> ByTask; ///< By its name, where counted.
  BuiltFiles Files;
  unsigned LLVMMajor = DefaultLLVMMajor;
  /// The option that gives files another level, and whether it was given.
  const char *LevelOption = "--oz";
  bool HasLevel = false;
  std::vector<std::string> Command;   ///< That built.
  std::filesystem::path Folder = "."; ///< Where it built.
  /// What it printed, and compilers of other versions that it called: files, or
  /// empty if nobody has kept that.
  std::string BuildLog, OthersLog;
  /// What cargo, if the build calls it, compiles with.
  std::optional<RustCompiler> Rust;
  std::string Price; ///< What programs give up; empty: nothing.

  /// All zero where nothing was counted.
  const TaskCounts &of(const Task &T) const;
};

/// \p Summary in lines for people: what was decided, what was linked and how
/// large it is, and what was not covered and why.
std::string describe(const RunSummary &Summary);

/// The same without what was decided and linked.
std::string describeUncovered(const RunSummary &Summary);
} // namespace mlgo
