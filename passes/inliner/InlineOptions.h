// What a user may tell the plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "PluginKit.h"

namespace mlgo {
/// What the task has besides the options of all tasks.
struct InlineOptions : TaskOptions {
  /// What the training log says of the value of the decisions.
  enum class RewardKind { None, Native, Functions, IR2Native };
  /// What the policy sees, and where it is asked.
  enum class FeatureKind {
    MLGO, ///< LLVM's features and ours; asked where our policies know best.
    LLVM, ///< LLVM's alone; asked wherever LLVM's own ML advisor asks.
  };

  FeatureKind Features = FeatureKind::MLGO;
  RewardKind Reward = RewardKind::None;
  std::string RewardModel; ///< The estimator of RewardKind::IR2Native.
  std::string Decisions;   ///< A decisions file to replay.
  std::string Record;      ///< All decisions are appended to this file.
  /// The channel and the log have `inlining_default` as their last input.
  bool IncludeDefault = false;
  bool Everywhere = false;
  /// The policy decides also before an LTO link, not only in it.
  bool BeforeLink = false;
  /// Calls that run often and that stock inlines are inlined.
  bool GuardHot = true;
  /// Code that repeats becomes a function on WebAssembly.
  bool Outline = false;
  /// Functions of Rust's standard library get the level of an LTO link.
  bool SmallStd = false;

  bool wantsDecisions() const { return !Decisions.empty() || !Record.empty(); }
};

/// The kit of this plugin; the flags are there from the first call on.
PluginKit &getInlineKit();

/// What was given to this process. Thread safe after the command line is read.
InlineOptions getInlineOptions();
} // namespace mlgo
