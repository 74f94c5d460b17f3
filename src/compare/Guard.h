// Sizes that programs have to keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/LinkedSizes.h"
#include <map>
#include <optional>

namespace mlgo {
/// How much a program may grow from the one build to the other.
struct SizeRule {
  std::string Text; ///< As the user wrote it.
  SizeColumn Column;
  double Most = 0; ///< In % or in bytes.
  bool IsPercent = false;
};

/// Parses what breaks a rule, for example "code > +0.5%" or "total > 0", which
/// is in bytes.
Result<SizeRule> parseSizeRule(const std::string &Text);

/// The most bytes by program and column.
using SizeBudget = std::map<std::string, std::map<std::string, uint64_t>>;

/// Reads {"program": {"code": 1234, "total": 5678}}. Other values and unknown
/// columns are errors that name them.
Result<SizeBudget> parseSizeBudget(std::string_view Text);

std::string formatSizeBudget(const SizeBudget &Budget);

/// A program by the name that budgets call it.
struct GuardedProgram {
  std::string Name;
  LinkedSizes Sizes;
};

/// One rule, or a number of the budget, and what a program made of it.
struct SizeCheck {
  std::string Program;
  std::string Column;
  std::string Rule;              ///< Its text, or "budget".
  std::optional<uint64_t> Found; ///< Bytes of the variant, if they are known.
  bool IsBroken = false;
  std::string Message; ///< What is wrong if it is broken; without the program.
};

/// Checks \p Programs by \p Rules and \p Budget. What cannot be measured, and a
/// program of the budget that is not there, breaks it.
std::vector<SizeCheck> checkSizes(const std::vector<GuardedProgram> &Programs,
                                  const std::vector<SizeRule> &Rules,
                                  const SizeBudget &Budget);

/// The variants' sizes: total and code, and what \p Columns say.
SizeBudget makeSizeBudget(const std::vector<GuardedProgram> &Programs,
                          const std::vector<SizeColumn> &Columns);
} // namespace mlgo
