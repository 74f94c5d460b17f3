// What decisions are judged by
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <string_view>
#include <vector>

namespace mlgo {
/// A number that decisions make smaller. Its baseline is the stock compiler's.
struct Objective {
  std::string Name; ///< On command lines: size, score, cycles.
  std::string Unit; ///< For people.
  std::string Description;
};

/// All objectives.
const std::vector<Objective> &allObjectives();

/// The error names all.
Result<const Objective *> findObjective(std::string_view Name);
} // namespace mlgo
