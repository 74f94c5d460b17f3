// For which code a policy is
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
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
  /// Numbers that the advisor of the task reads, by the names that the task
  /// declares (Task::Limits). What is not here is not limited.
  std::map<std::string, int, std::less<>> Limits = {};

  std::optional<int> limit(std::string_view Name) const {
    const auto Found = Limits.find(Name);
    return Found == Limits.end() ? std::nullopt : std::optional(Found->second);
  }

  /// Files without levels are older than the field and mean Oz.
  bool servesLevel(std::string_view Level) const {
    return Levels.empty() ? Level == "Oz" : contains(Levels, Level);
  }
  bool servesTarget(std::string_view Target) const {
    return Targets.empty() || contains(Targets, Target);
  }

  bool operator==(const ModelScope &Other) const {
    return Levels == Other.Levels && Targets == Other.Targets &&
           Limits == Other.Limits;
  }

private:
  static bool contains(const std::vector<std::string> &Words,
                       std::string_view Word) {
    return std::find(Words.begin(), Words.end(), Word) != Words.end();
  }
};

/// An error if \p Scope has a level that is none, or a name of a target or a
/// limit that cannot be one. Thread-safe.
Status validate(const ModelScope &Scope);

/// A limit that a task declares.
struct ScopeLimit {
  std::string Name;    ///< Small letters and underscores.
  std::string Meaning; ///< A phrase for people.
  int Low, High;       ///< What it may be.
};

/// An error if \p Scope has a limit that is not among \p Declared, or is
/// outside its bounds. Thread-safe.
Status checkLimits(const ModelScope &Scope,
                   const std::vector<ScopeLimit> &Declared);
} // namespace mlgo
