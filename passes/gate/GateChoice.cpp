// Which set of passes makes each function smallest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateChoice.h"
#include <algorithm>

namespace mlgo {
/// Strings and constants that linkers merge are named by their section and
/// their content.
static bool isConstant(const std::string &Name, const LinkUnit &Unit) {
  return Unit.IsWeak && Unit.IsHidden && Unit.Defines.size() == 1 &&
         Unit.Defines.front() == Name && Name.find(':') != Name.npos;
}

static bool refersTo(const MeasuredFunction &Unit,
                     const std::string &Constant) {
  return std::any_of(Unit.Constants.begin(), Unit.Constants.end(),
                     [&](const auto &C) { return C.first == Constant; });
}

MeasuredObject
measureObject(const ObjectUnits &Units,
              const std::map<std::string, uint64_t, std::less<>> &Executed) {
  MeasuredObject Object;
  for (const auto &[Name, Unit] : Units) {
    if (isConstant(Name, Unit))
      continue;
    MeasuredFunction &Measured = Object[Name];
    Measured.Bytes = Unit.Size;
    if (const auto Found = Executed.find(Name); Found != Executed.end())
      Measured.Executed = Found->second;
    for (const auto *References : {&Unit.Uses, &Unit.Units})
      for (const std::string &Reference : *References)
        if (const auto Constant = Units.find(Reference);
            Constant != Units.end() && isConstant(Reference, Constant->second))
          Measured.Constants.emplace_back(Reference, Constant->second.Size);
  }
  return Object;
}

uint64_t sumBytes(const MeasuredObject &Object) {
  uint64_t Bytes = 0;
  std::map<std::string, uint64_t> Constants;
  for (const auto &[Name, Unit] : Object) {
    Bytes += Unit.Bytes;
    Constants.insert(Unit.Constants.begin(), Unit.Constants.end());
  }
  for (const auto &[Name, Size] : Constants)
    Bytes += Size;
  return Bytes;
}

GateCosts::GateCosts(const MeasuredObject &Stock) : Stock(Stock) {
  for (const auto &[Name, Unit] : Stock)
    for (const auto &[Constant, Bytes] : Unit.Constants)
      ++Uses[Constant];
}

/// Bytes of \p Unit in a module that is else as stock's, where it was \p Was.
uint64_t GateCosts::cost(const MeasuredFunction &Unit,
                         const MeasuredFunction &Was) const {
  uint64_t Bytes = Unit.Bytes;
  for (const auto &[Constant, Size] : Unit.Constants) {
    const auto Known = Uses.find(Constant);
    const bool IsOwn =
        Known == Uses.end() || (Known->second == 1 && refersTo(Was, Constant));
    Bytes += IsOwn ? Size : 0;
  }
  return Bytes;
}

std::optional<int64_t> GateCosts::change(const std::string &Name,
                                         const MeasuredObject &Trial) const {
  const auto Was = Stock.find(Name), Is = Trial.find(Name);
  if (Was == Stock.end() || Is == Trial.end())
    return std::nullopt;
  return static_cast<int64_t>(cost(Is->second, Was->second)) -
         static_cast<int64_t>(cost(Was->second, Was->second));
}

bool isFastEnough(const MeasuredFunction &Was, const MeasuredFunction &Is,
                  unsigned Slower) {
  // Deep loops are guessed to run so often that integers overflow.
  return !Was.Executed ||
         100.0 * static_cast<double>(Is.Executed) <=
             (100.0 + Slower) * static_cast<double>(Was.Executed);
}

std::vector<std::string> findGrown(const MeasuredObject &Stock,
                                   const MeasuredObject &Object) {
  const GateCosts Costs(Stock);
  std::vector<std::string> Grown;
  for (const auto &[Name, Unit] : Object)
    if (const auto Change = Costs.change(Name, Object);
        Change &&
        (*Change > 0 ||
         !keepsJumps(Name, Stock.find(Name)->second.Calls, Unit.Calls)))
      Grown.push_back(Name);
  return Grown;
}
} // namespace mlgo
