// A decided call, as recorded
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "runner/InlineDecisions.h"
#include <optional>
#include <vector>

namespace mlgo {
/// A line of a decisions file that a plugin recorded, with its inputs.
struct RecordedDecision {
  InlineSiteName Site;
  bool Inlined = false;
  /// The policy was asked; else stock's answer was beyond doubt, or a decisions
  /// file had one.
  bool WasAsked = false;
  std::optional<bool> Stock; ///< None in records of older versions.
  /// Inputs that are not 0, in the file's order.
  std::vector<std::pair<std::string, int64_t>> Inputs;

  /// An input's value; 0 for those that are not there.
  int64_t input(std::string_view Name) const;
  /// What the heuristic says that the policy corrects, whose threshold the
  /// policy's file may have set.
  bool heuristicInlines() const { return input("inlining_default") != 0; }
  /// What stock would have done with this call at its level.
  bool stockInlines() const { return Stock.value_or(heuristicInlines()); }
};

/// Parses the text of a decisions file, in its order. Lines without inputs, as
/// a search writes them, are left out.
Result<std::vector<RecordedDecision>>
parseRecordedDecisions(std::string_view Text);
} // namespace mlgo
