// What is best left out of each function, among what was tried.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BestSets.h"

namespace mlgo {
GateChoices BestSets::choices() const {
  GateChoices Changed;
  for (const auto &[Name, Found] : Best)
    Changed[Name] = Found.Set;
  return Changed;
}

GateChoices BestSets::with(const GateSet &Set) const {
  GateChoices All;
  for (const auto &[Name, Unit] : Base) {
    const auto Known = Best.find(Name);
    All[Name] =
        Set | (Known == Best.end() ? Choices.lookup(Name) : Known->second.Set);
  }
  return All;
}

MeasuredObject BestSets::object() const {
  MeasuredObject Object = Base;
  for (const auto &[Name, Found] : Best)
    Object[Name] = Found.Unit;
  return Object;
}

bool BestSets::isFastEnough(const MeasuredFunction &Was,
                            const MeasuredFunction &Is,
                            const Found *Known) const {
  return mlgo::isFastEnough(Was, Is, Slower) ||
         (Known && Is.Executed <= Known->Unit.Executed);
}

void BestSets::learn(const MeasuredObject &Trial, const GateChoices &Chosen) {
  for (const auto &[Name, Was] : Base) {
    const auto Change = Costs.change(Name, Trial);
    const auto Choice = Chosen.find(Name);
    if (!Change || Choice == Chosen.end())
      continue;
    const auto Place = Best.find(Name);
    const Found *Known = Place == Best.end() ? nullptr : &Place->second;
    const MeasuredFunction &Is = Trial.find(Name)->second;
    if (*Change < (Known ? Known->Change : 0) && Is.Kept == Was.Kept &&
        isFastEnough(Was, Is, Known) && keepsJumps(Name, Was.Calls, Is.Calls))
      Best[Name] = {Choice->second, *Change, Is};
  }
}
} // namespace mlgo
