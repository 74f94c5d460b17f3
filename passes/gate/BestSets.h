// What is best left out of each function, among what was tried.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateChoice.h"
#include "llvm/ADT/StringMap.h"

namespace mlgo {
/// The set of passes to leave out of each function, by its name; all passes run
/// on the others.
using GateChoices = llvm::StringMap<GateSet>;

/// Climbs for all functions of a module at once, from what is left out of them
/// anyway: each trial may leave another set out of each function.
class BestSets {
public:
  /// From \p Base, where \p Choices were left out, or nothing. Not taken is
  /// what executes more than \p Slower per cent more code than there, see
  /// isFastEnough(), and more than what is best so far; what needs stack where
  /// the base jumps, see keepsJumps(); and what changes which registers callers
  /// keep.
  BestSets(MeasuredObject Base, GateChoices Choices, unsigned Slower)
      : Base(std::move(Base)), Costs(this->Base), Choices(std::move(Choices)),
        Slower(Slower) {}
  BestSets(const BestSets &) = delete;
  BestSets &operator=(const BestSets &) = delete;

  /// What is best so far, with \p Set beside it in the functions of the base.
  GateChoices with(const GateSet &Set) const;
  /// What is best so far, of the functions that it makes smaller.
  GateChoices choices() const;
  /// The base with what is best so far.
  MeasuredObject object() const;

  /// Takes what is smaller in \p Trial, where \p Chosen was left out. An empty
  /// trial, one that failed, changes nothing.
  void learn(const MeasuredObject &Trial, const GateChoices &Chosen);

  /// Forgets what was found for \p Name; true if something was.
  bool drop(const std::string &Name) { return Best.erase(Name) != 0; }
  void clear() { Best.clear(); }
  /// Whether nothing is better than the base.
  bool empty() const { return Best.empty(); }
  const MeasuredObject &base() const { return Base; }

private:
  struct Found {
    GateSet Set;
    int64_t Change = 0; ///< Of bytes, below 0.
    MeasuredFunction Unit;
  };

  bool isFastEnough(const MeasuredFunction &Was, const MeasuredFunction &Is,
                    const Found *Known) const;

  const MeasuredObject Base;
  const GateCosts Costs;
  const GateChoices Choices;
  const unsigned Slower;
  std::map<std::string, Found> Best;
};
} // namespace mlgo
