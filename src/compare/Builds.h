// Any build, made twice
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/ClangEdits.h"
#include "compare/ComparedBuild.h"

namespace mlgo {
struct CompareBuildOptions {
  std::vector<std::string> Command; ///< Builds the current folder.
  std::vector<std::string> Runs;    ///< For a shell, after each build.
  bool Count = false;               ///< Also count what these execute.
  std::string Work;                 ///< Absolute; for the copies of the folder.
  std::string Keep; ///< Linked programs are copied here; empty: nowhere.
  ClangEdits Stock, Variant;
  bool Compress = false; ///< Also measure programs compressed.
  /// Also record the decisions on inlining: the variant's, and, in a third
  /// build with its plugins, stock's.
  bool Record = false;
  /// Told about long steps, for example "less: building stock".
  std::function<void(const std::string &)> Progress = [](auto &) {};
};

/// Builds copies of the current folder twice, with the edits of Stock and of
/// Variant, runs Options.Runs in both, and measures all programs and shared
/// libraries that both have linked. A build that fails, links nothing or does
/// something else than the other when it is run is an error. \p Use gets what
/// was found; the copies are gone afterwards.
Status compareBuilds(const CompareBuildOptions &Options,
                     const std::function<Status(const ComparedBuild &)> &Use);
} // namespace mlgo
