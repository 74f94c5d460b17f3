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

bool BestSets::isFastEnough(const MeasuredFunction &Was,
                            const MeasuredFunction &Is,
                            const Found *Known) const {
  return mlgo::isFastEnough(Was, Is, Slower) ||
         (Known && Is.Executed <= Known->Executed);
}

void BestSets::learn(const MeasuredObject &Trial, const GateChoices &Chosen,
                     bool IsGuarded) {
  for (const auto &[Name, Was] : Stock) {
    const auto Change = Costs.change(Name, Trial);
    const auto Choice = Chosen.find(Name);
    if (!Change || Choice == Chosen.end())
      continue;
    const auto Place = Best.find(Name);
    const Found *Known = Place == Best.end() ? nullptr : &Place->second;
    const MeasuredFunction &Is = Trial.find(Name)->second;
    if (*Change < (Known ? Known->Change : 0) &&
        (IsGuarded || isFastEnough(Was, Is, Known)) &&
        keepsJumps(Name, Was.Calls, Is.Calls))
      Best[Name] = {Choice->second, *Change, Is.Executed};
  }
}
} // namespace mlgo
