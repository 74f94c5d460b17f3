// What is best left out of each function, among what was tried.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BestSets.h"

namespace mlgo {
GateChoices BestSets::with(const GateSet &Set) const {
  GateChoices Choices;
  for (const auto &[Name, Unit] : Stock) {
    const auto Known = Best.find(Name);
    Choices[Name] = Known == Best.end() ? Set : Set | Known->second.Set;
  }
  return Choices;
}

GateChoices BestSets::choices() const {
  GateChoices Choices;
  for (const auto &[Name, Found] : Best)
    Choices[Name] = Found.Set;
  return Choices;
}

void BestSets::learn(const MeasuredObject &Trial, const GateChoices &Chosen) {
  for (const auto &[Name, Unit] : Stock) {
    const auto Change = Costs.change(Name, Trial);
    const auto Choice = Chosen.find(Name);
    const auto Known = Best.find(Name);
    if (!Change || Choice == Chosen.end() ||
        *Change >= (Known == Best.end() ? 0 : Known->second.Change) ||
        !isFastEnough(Unit, Trial.find(Name)->second, Slower) ||
        !keepsJumps(Name, Unit.Calls, Trial.find(Name)->second.Calls))
      continue;
    Best[Name] = {Choice->second, *Change};
  }
}
} // namespace mlgo
