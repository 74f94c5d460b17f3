// What decisions are judged by
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "task/Objective.h"

namespace mlgo {
const std::vector<Objective> &allObjectives() {
  static const std::vector<Objective> Objectives = {
      {"size", "bytes", "code, read-only data and unwind tables at -Oz"},
      {"score", "score",
       "LLVM's weighted copies, loads and stores of a function at -O2"},
      {"cycles", "cycles",
       "what a program executes at -O2 or -O3, by its profile and LLVM's "
       "model of the processor"},
  };
  return Objectives;
}

Result<const Objective *> findObjective(std::string_view Name) {
  std::string Known;
  for (const Objective &O : allObjectives()) {
    if (O.Name == Name)
      return &O;
    Known += (Known.empty() ? "" : ", ") + O.Name;
  }
  return Error("objective is '" + std::string(Name) + "', expected one of " +
               Known);
}
} // namespace mlgo
