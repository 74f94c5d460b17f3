//===- ModelScope.h - For which code a policy is ----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_MODEL_MODELSCOPE_H
#define MLGO_MODEL_MODELSCOPE_H

#include "mlgo/support/Result.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlgo {

/// For which code a policy is, as its model file says. Elsewhere the stock
/// heuristic decides.
struct ModelScope {
  /// "Oz": functions with minsize; "Os": other functions with optsize; "O2":
  /// functions with neither, at whatever level. Empty: the file says nothing.
  std::vector<std::string> Levels;
  /// Names of BuildTarget, for example "x86-64". Empty: any.
  std::vector<std::string> Targets;
  /// Of inlining policies: the cost below which the heuristic inlines whose
  /// answers the policy corrects, in place of LLVM's -inline-threshold and
  /// -inlinehint-threshold. Empty: LLVM's own for the level.
  std::optional<int> Threshold = std::nullopt;
  /// The same of calls in loops that run often (runsOften), unless the caller
  /// has minsize. The policy is not asked about these. Empty: it is.
  std::optional<int> LoopThreshold = std::nullopt;
  /// Thresholds are within this distance from 0.
  static constexpr int MaxThreshold = 10000;
  /// Of policies of the register allocator: stock decides in functions that
  /// have a block of more machine instructions, which are under pressure that
  /// no estimate of single choices sees. Empty: the policy does.
  std::optional<int> LargestBlock = std::nullopt;
  /// The same of functions with more machine instructions for each call; the
  /// function itself counts as one call.
  std::optional<int> InstructionsPerCall = std::nullopt;
  /// Both are at most this, and not negative.
  static constexpr int MaxShape = 1000000;

  /// Files that say nothing are for Oz, which all were when files said nothing.
  bool servesLevel(std::string_view Level) const {
    return Levels.empty() ? Level == "Oz" : contains(Levels, Level);
  }
  bool servesTarget(std::string_view Target) const {
    return Targets.empty() || contains(Targets, Target);
  }

  bool limitsShape() const { return LargestBlock || InstructionsPerCall; }
  /// Whether the policy is for a function whose largest block has \p Largest
  /// of its \p Instructions, \p Calls of them calls.
  bool servesShape(uint64_t Largest, uint64_t Instructions,
                   uint64_t Calls) const {
    return (!LargestBlock || Largest <= uint64_t(*LargestBlock)) &&
           (!InstructionsPerCall ||
            Instructions <= uint64_t(*InstructionsPerCall) * (Calls + 1));
  }

  /// Whether LoopThreshold is for a call that runs \p Frequency times in 64
  /// executions of its caller: 16 times in each, or more.
  bool runsOften(int64_t Frequency) const {
    return LoopThreshold && Frequency >= int64_t(16) * 64;
  }

  bool operator==(const ModelScope &Other) const {
    return Levels == Other.Levels && Targets == Other.Targets &&
           Threshold == Other.Threshold &&
           LoopThreshold == Other.LoopThreshold &&
           LargestBlock == Other.LargestBlock &&
           InstructionsPerCall == Other.InstructionsPerCall;
  }

private:
  static bool contains(const std::vector<std::string> &Words,
                       std::string_view Word) {
    return std::find(Words.begin(), Words.end(), Word) != Words.end();
  }
};

/// An error if \p Scope has a level that is none, a name of a target that
/// cannot be one, or a number outside its bounds. Thread-safe.
Status validate(const ModelScope &Scope);

} // namespace mlgo

#endif // MLGO_MODEL_MODELSCOPE_H
