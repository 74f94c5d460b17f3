//===- InlineOptions.h - What a user may tell the plugin --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINEOPTIONS_H
#define MLGO_PASSES_INLINER_INLINEOPTIONS_H

#include <string>

namespace mlgo {

/// Each option is a flag (`-mllvm -mlgo-inline-...` for clang and lld, without
/// `-mllvm` for opt) and an environment variable (`MLGO_INLINE_...`), for build
/// systems and for compilers that read -mllvm before they load plugins. The
/// flag wins.
struct InlineOptions {
  enum class ModeKind { Release, Default };
  ModeKind Mode = ModeKind::Release;
  std::string Model;       ///< A model file instead of the built-in policy.
  std::string TrainingLog; ///< A log file, or a folder for a log a module.
  std::string Decisions;   ///< A decisions file to replay.
  std::string Record;      ///< All decisions are appended to this file.
  std::string StatsFile;   ///< Statistics are appended to this file.
  bool Everywhere = false;
  /// The policy decides also before an LTO link, not only in it.
  bool BeforeLink = false;
  bool Stats = false;        ///< Statistics go to standard error.
  bool RequireModel = false; ///< A bad model is an error, not a warning.
};

/// What was given to this process. Thread safe after the command line is read.
InlineOptions getInlineOptions();

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINEOPTIONS_H
