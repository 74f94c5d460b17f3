// From somewhere to a local optimum
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/SearchMoves.h"
#include "search/SearchSession.h"
#include <set>

namespace mlgo {
/// A descent from one place to a local optimum.
class Descent {
public:
  Descent(SearchSession &S, const char *Phase, Decisions D, Evaluated E,
          bool IsStart)
      : S(S), O(S.options().Local), Phase(Phase), D(std::move(D)),
        At(std::move(E)), IsStart(IsStart) {}

  void run();

  /// Tries what is decided otherwise in \p Other, all of a caller together.
  /// True if something helped.
  bool takeFrom(const Decisions &Other);

  const Evaluated &at() const { return At; }

private:
  std::vector<Candidate> towards(const Decisions &Other) const;
  std::vector<Candidate> movesOfRound();
  bool tryAndApply(std::vector<Candidate> Moves, size_t Every);
  bool tryPairs();
  bool isDue(const Candidate &C) const;
  std::vector<Candidate> measure(std::vector<Candidate> Moves);
  void label(const Candidate &C);
  bool applyFound(std::vector<Candidate> Found);
  bool applyLayers(const std::vector<std::vector<Candidate>> &Layers,
                   std::set<std::string> &Done);
  bool applyHalves(const Candidate *First, size_t Count,
                   std::set<std::string> &Done);
  std::optional<Evaluated> evaluateWith(const Candidate *First, size_t Count);
  bool isEnough(const std::optional<Evaluated> &E, const Candidate *First,
                size_t Count) const;
  void accept(const Candidate *First, size_t Count, Evaluated E);

  /// When a move was last tried.
  struct Trial {
    uint64_t Step = 0;
    unsigned Round = 0;
    unsigned Failures = 0;
  };

  SearchSession &S;
  const LocalSearchOptions &O;
  const char *Phase;
  Decisions D;
  Evaluated At;
  const bool IsStart;
  unsigned Round = 0;
  uint64_t Step = 0;                        ///< Changes so far.
  std::map<uint32_t, uint64_t> TouchedAt;   ///< Function -> step.
  std::map<std::string, Trial> Tried;       ///< By Candidate::name.
  std::map<std::string, double> LastDeltas; ///< What flips brought, by key.
};
} // namespace mlgo
