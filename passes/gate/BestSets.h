// What is best left out of each function, among what was tried.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "GateChoice.h"
#include "llvm/ADT/StringMap.h"

namespace mlgo {
/// The set of passes to leave out of each function, by its name; all passes run
/// on the others.
using GateChoices = llvm::StringMap<GateSet>;

/// Climbs for all functions of a module at once: each trial may leave another
/// set out of each function.
class BestSets {
public:
  /// Beside \p Stock, which must outlive this. What executes more than \p
  /// Slower per cent more code than there, see isFastEnough(), and more than
  /// what is best so far, is not taken, nor what needs stack where stock jumps,
  /// see keepsJumps().
  BestSets(const MeasuredObject &Stock, unsigned Slower)
      : Stock(Stock), Costs(Stock), Slower(Slower) {}

  /// What is best so far, with \p Set beside it.
  GateChoices with(const GateSet &Set) const;
  /// What is best so far, of the functions that it makes smaller.
  GateChoices choices() const;

  /// Takes what is smaller in \p Trial, where \p Chosen was left out. An empty
  /// trial, one that failed, changes nothing.
  void learn(const MeasuredObject &Trial, const GateChoices &Chosen) {
    learn(Trial, Chosen, /*IsGuarded=*/false);
  }
  /// The same of a policy, which is guarded against slow code by itself.
  void learnPolicy(const MeasuredObject &Trial, const GateChoices &Chosen) {
    learn(Trial, Chosen, /*IsGuarded=*/true);
  }

  /// Has all passes run on \p Name; true if that is new.
  bool drop(const std::string &Name) { return Best.erase(Name) != 0; }
  bool empty() const { return Best.empty(); }

private:
  struct Found {
    GateSet Set;
    int64_t Change = 0; ///< Of bytes, below 0.
    uint64_t Executed = 0;
  };

  void learn(const MeasuredObject &Trial, const GateChoices &Chosen,
             bool IsGuarded);
  bool isFastEnough(const MeasuredFunction &Was, const MeasuredFunction &Is,
                    const Found *Known) const;

  const MeasuredObject &Stock;
  const GateCosts Costs;
  const unsigned Slower;
  std::map<std::string, Found> Best;
};
} // namespace mlgo
