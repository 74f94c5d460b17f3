// Changes, and what they touch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/DecisionProblem.h"

namespace mlgo {
/// A move, and what came of it.
struct Candidate {
  Move M;
  std::vector<uint32_t> Functions; ///< Callers and callees; sorted, no repeats.
  double Delta = 0;                ///< Bytes it adds.

  /// Whether it is a single flip.
  bool isFlip() const { return M.Changes.size() == 1; }
  /// What tells it from other moves: sites and what becomes of them.
  std::string name() const;
};

/// Groups of what is decided 0 and promises something, those that promise most
/// first: \p First sites, and in each group \p First times as many as before.
std::vector<Candidate>
groupByPromise(const std::vector<DecidedSite> &Sites,
               const std::function<double(const DecidedSite &)> &PromiseOf,
               size_t First);

/// Flips every one of \p Sites, in their order.
std::vector<Candidate> flipSites(const std::vector<DecidedSite> &Sites);

/// Makes up to two moves for each callee that 2 to \p MaxGroup of \p Sites
/// call: one inlines all its calls that are not inlined, the other leaves all
/// that are. A move changes at least two decisions.
std::vector<Candidate> flipCallees(const std::vector<DecidedSite> &Sites,
                                   unsigned MaxGroup);

/// The changes of both.
Candidate merge(const Candidate &A, const Candidate &B);

/// The site \p Key of \p Sites, which are sorted; null if there is none.
const DecidedSite *findSite(const std::vector<DecidedSite> &Sites,
                            const std::string &Key);

/// Whether all sites that \p C changes are there and decided otherwise.
bool applies(const Candidate &C, const std::vector<DecidedSite> &Sites);

/// Adds \p M's changes to \p D.
void apply(const Move &M, Decisions &D);

/// The callers and callees of sites that differ; sorted, no repeats.
std::vector<uint32_t> touched(const std::vector<DecidedSite> &Before,
                              const std::vector<DecidedSite> &After);

/// Splits \p Found into layers within which no two moves share a function. The
/// best come first, by delta, then by name. Of two moves that change the same
/// site only the better one is in a layer.
std::vector<std::vector<Candidate>> layer(std::vector<Candidate> Found);
} // namespace mlgo
