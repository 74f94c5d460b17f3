// Which set of passes makes each function smallest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateChoice.h"

#include <algorithm>
#include <unordered_map>

namespace mlgo {
namespace {

/// Strings and constants that linkers merge are named by their section and
/// their content.
bool isConstant(const std::string &Name, const LinkUnit &Unit) {
  return Unit.IsWeak && Unit.IsHidden && Unit.Defines.size() == 1 &&
         Unit.Defines.front() == Name && Name.find(':') != Name.npos;
}

/// How many units refer to a constant.
using Sharing = std::unordered_map<std::string, unsigned>;

Sharing countUses(const MeasuredObject &Object) {
  Sharing Uses;
  for (const auto &[Name, Unit] : Object)
    for (const auto &[Constant, Bytes] : Unit.Constants)
      ++Uses[Constant];
  return Uses;
}

bool refersTo(const MeasuredUnit &Unit, const std::string &Constant) {
  return std::any_of(Unit.Constants.begin(), Unit.Constants.end(),
                     [&](const auto &C) { return C.first == Constant; });
}

/// Bytes of \p Trial's \p Unit in a module that is else as stock's, where
/// it was \p Was.
uint64_t cost(const MeasuredUnit &Unit, const MeasuredUnit &Was,
              const Sharing &Stock) {
  uint64_t Bytes = Unit.Bytes;
  for (const auto &[Constant, Size] : Unit.Constants) {
    const auto Uses = Stock.find(Constant);
    const bool IsOwn =
        Uses == Stock.end() || (Uses->second == 1 && refersTo(Was, Constant));
    Bytes += IsOwn ? Size : 0;
  }
  return Bytes;
}

} // namespace

MeasuredObject measureObject(const ObjectUnits &Units) {
  MeasuredObject Object;
  for (const auto &[Name, Unit] : Units) {
    if (isConstant(Name, Unit))
      continue;
    MeasuredUnit &Measured = Object[Name];
    Measured.Bytes = Unit.Size;
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

std::map<std::string, size_t>
chooseTrials(const MeasuredObject &Stock,
             const std::vector<MeasuredObject> &Trials) {
  const Sharing Uses = countUses(Stock);
  std::map<std::string, size_t> Chosen;
  for (const auto &[Name, Unit] : Stock) {
    uint64_t Least = cost(Unit, Unit, Uses);
    for (size_t I = 0; I < Trials.size(); ++I) {
      const auto Tried = Trials[I].find(Name);
      if (Tried == Trials[I].end())
        continue;
      const uint64_t Bytes = cost(Tried->second, Unit, Uses);
      if (Bytes >= Least)
        continue;
      Least = Bytes;
      Chosen[Name] = I;
    }
  }
  return Chosen;
}

std::vector<std::string> findGrown(const MeasuredObject &Stock,
                                   const MeasuredObject &Object) {
  const Sharing Uses = countUses(Stock);
  std::vector<std::string> Grown;
  for (const auto &[Name, Unit] : Object) {
    const auto Was = Stock.find(Name);
    if (Was != Stock.end() &&
        cost(Unit, Was->second, Uses) > cost(Was->second, Was->second, Uses))
      Grown.push_back(Name);
  }
  return Grown;
}

} // namespace mlgo
