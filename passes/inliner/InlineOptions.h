//===- InlineOptions.h - What a user may tell the plugin --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINEOPTIONS_H
#define MLGO_PASSES_INLINER_INLINEOPTIONS_H

#include "mlgo/support/Result.h"

#include <optional>
#include <string>

namespace mlgo {

/// Each option is a flag (`-mllvm -mlgo-inline-...` for clang and lld, without
/// `-mllvm` for opt) and an environment variable (`MLGO_INLINE_...`), for build
/// systems and for compilers that read -mllvm before they load plugins. The
/// flag wins.
struct InlineOptions {
  /// Who decides.
  enum class ModeKind {
    Release,     ///< The built-in policy or a model file.
    Development, ///< The model under training, or stock if there is none.
    Interactive, ///< A host at the other end of a channel.
    Default,     ///< The stock heuristic.
  };
  /// What the training log says of the value of the decisions.
  enum class RewardKind { None, Native, Functions, IR2Native };
  /// What the policy sees, and where it is asked.
  enum class FeatureKind {
    MLGO, ///< LLVM's features and ours; asked where our policies know best.
    LLVM, ///< LLVM's alone; asked wherever LLVM's own ML advisor asks.
  };

  ModeKind Mode = ModeKind::Release;
  FeatureKind Features = FeatureKind::MLGO;
  std::string Model;       ///< A model file instead of the built-in policy.
  std::string TrainingLog; ///< A log file, or a folder for a log a module.
  RewardKind Reward = RewardKind::None;
  std::string RewardModel; ///< The estimator of RewardKind::IR2Native.
  std::string OutputSpec;  ///< Describes the outputs of a model under training.
  std::string Channel;     ///< Stands before .in and .out of the host's FIFOs.
  double ChannelDeadline = 60; ///< Seconds that one answer may take.
  std::string Decisions;       ///< A decisions file to replay.
  std::string Record;          ///< All decisions are appended to this file.
  std::string StatsFile;       ///< Statistics are appended to this file.
  /// The channel and the log have `inlining_default` as their last input.
  bool IncludeDefault = false;
  bool Everywhere = false;
  /// The policy decides also before an LTO link, not only in it.
  bool BeforeLink = false;
  bool Stats = false;        ///< Statistics go to standard error.
  bool RequireModel = false; ///< A bad model is an error, not a warning.
  /// The first value that no option has; stock is to decide then.
  std::optional<Error> Fault;
};

/// What was given to this process. Thread safe after the command line is read.
InlineOptions getInlineOptions();

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINEOPTIONS_H
