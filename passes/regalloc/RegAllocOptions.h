//===- RegAllocOptions.h - What a user may tell the plugin ------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_REGALLOCOPTIONS_H
#define MLGO_PASSES_REGALLOC_REGALLOCOPTIONS_H

#include <string>

namespace mlgo {

/// Each option is a flag (`-mllvm -mlgo-regalloc-...` for clang and lld,
/// without
/// `-mllvm` for llc) and an environment variable (`MLGO_REGALLOC_...`), for
/// build systems. The flag wins.
struct RegAllocOptions {
  enum class ModeKind { Release, Development, Interactive, Default };
  ModeKind Mode = ModeKind::Release;
  std::string Model;       ///< The policy, or the one under training.
  std::string TrainingLog; ///< A log file, or a folder for a log a module.
  std::string Channel;     ///< <Channel>.in and <Channel>.out reach the host.
  unsigned ChannelDeadline = 60; ///< Seconds to wait for the host.
  std::string StatsFile;         ///< Statistics are appended to this file.
  bool Stats = false;            ///< Statistics go to standard error.
  bool RequireModel = false;     ///< A bad model is an error, not a warning.
};

/// What was given to this process. Thread safe after the command line is read.
RegAllocOptions getRegAllocOptions();

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_REGALLOCOPTIONS_H
