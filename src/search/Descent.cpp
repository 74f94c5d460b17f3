// From somewhere to a local optimum
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Descent.h"
#include <algorithm>

namespace mlgo {
void Descent::run() {
  if (IsStart && O.FirstGroup >= 2) {
    S.setPhase(Phase, 0);
    const auto PromiseOf = [&](const DecidedSite &Site) {
      return S.promiseOf(Site);
    };
    tryAndApply(groupByPromise(At.Sites, PromiseOf, O.FirstGroup), 0);
  }
  while (Round < O.MaxRounds) {
    S.setPhase(Phase, ++Round);
    const bool Helped = tryAndApply(movesOfRound(), O.ApplyEvery);
    if (S.mustStopTrying() || (!Helped && !tryPairs()))
      return;
  }
}

/// The changes that make the callers, one by one, what they are in \p Other.
std::vector<Candidate> Descent::towards(const Decisions &Other) const {
  std::map<uint32_t, Candidate> ByCaller;
  for (const Candidate &C : flipSites(At.Sites)) {
    const auto &[Key, Decision] = *C.M.Changes.begin();
    const auto Theirs = Other.find(Key);
    if (Theirs == Other.end() || Theirs->second != Decision)
      continue;
    auto [Group, Added] = ByCaller.emplace(findSite(At.Sites, Key)->Caller, C);
    if (!Added)
      Group->second = merge(Group->second, C);
  }
  std::vector<Candidate> Moves;
  for (auto &[Caller, C] : ByCaller)
    Moves.push_back(std::move(C));
  return Moves;
}

/// All flips and groups of them, those that promise most first.
std::vector<Candidate> Descent::movesOfRound() {
  std::vector<Candidate> Moves = flipSites(At.Sites);
  for (Candidate &C : flipCallees(At.Sites, O.MaxGroup))
    Moves.push_back(std::move(C));
  if (Round == 1)
    for (const Decisions &Other : S.options().Others)
      for (Candidate &C : towards(Other))
        if (!C.isFlip())
          Moves.push_back(std::move(C));
  std::map<std::string_view, double> Promises;
  for (const DecidedSite &Site : At.Sites)
    Promises[Site.Key] = S.promiseOf(Site);
  std::vector<std::pair<double, size_t>> Order;
  for (size_t I = 0; I < Moves.size(); ++I) {
    double Promise = 0;
    for (const auto &[Key, Decision] : Moves[I].M.Changes)
      Promise += Promises[Key];
    Order.emplace_back(-Promise, I);
  }
  std::sort(Order.begin(), Order.end());
  std::vector<Candidate> Sorted;
  for (const auto &[Promise, I] : Order)
    Sorted.push_back(std::move(Moves[I]));
  return Sorted;
}

bool Descent::takeFrom(const Decisions &Other) {
  Phase = "merging";
  S.setPhase(Phase, ++Round);
  return tryAndApply(towards(Other), 0);
}

/// Tries those of \p Moves that are due and applies what helps, after \p Every
/// of them, after twice as many more, and so on.
bool Descent::tryAndApply(std::vector<Candidate> Moves, size_t Every) {
  Moves.erase(std::remove_if(Moves.begin(), Moves.end(),
                             [&](const Candidate &C) { return !isDue(C); }),
              Moves.end());
  if (!Every)
    Every = std::max<size_t>(1, Moves.size());
  bool Helped = false;
  for (size_t I = 0; I < Moves.size() && !S.mustStopTrying();) {
    S.setMovesLeft(Moves.size() - I, Moves.size());
    const size_t End = I + std::min(Moves.size() - I, Every);
    Helped |= applyFound(measure({Moves.begin() + I, Moves.begin() + End}));
    I = End;
    Every *= 2;
  }
  S.setMovesLeft(0, 0);
  return Helped;
}

/// Tries pairs of the flips that cost least, of each function.
bool Descent::tryPairs() {
  std::map<uint32_t, std::vector<Candidate>> ByFunction;
  for (Candidate &C : flipSites(At.Sites)) {
    auto Last = LastDeltas.find(C.M.Changes.begin()->first);
    if (Last == LastDeltas.end())
      continue;
    C.Delta = Last->second;
    for (const uint32_t F : C.Functions)
      ByFunction[F].push_back(C);
  }
  std::map<std::string, Candidate> Pairs; // Once each, in an order.
  for (auto &[Function, Flips] : ByFunction) {
    std::stable_sort(Flips.begin(), Flips.end(),
                     [](const Candidate &A, const Candidate &B) {
                       return A.Delta < B.Delta;
                     });
    const size_t Count = std::min<size_t>(Flips.size(), O.PairsOf);
    for (size_t I = 0; I < Count; ++I)
      for (size_t J = I + 1; J < Count; ++J) {
        if (Flips[I].M.Changes.begin()->first ==
            Flips[J].M.Changes.begin()->first)
          continue;
        Candidate Pair = merge(Flips[I], Flips[J]);
        Pairs.emplace(Pair.name(), std::move(Pair));
      }
  }
  std::vector<Candidate> Moves;
  for (auto &[Name, Pair] : Pairs)
    Moves.push_back(std::move(Pair));
  // The likeliest, and no more than a round of flips costs.
  std::stable_sort(
      Moves.begin(), Moves.end(),
      [](const Candidate &A, const Candidate &B) { return A.Delta < B.Delta; });
  Moves.resize(std::min(Moves.size(), std::max<size_t>(At.Sites.size(), 64)));
  return tryAndApply(std::move(Moves), O.ApplyEvery);
}

/// False if nothing it touches has changed since the last try.
bool Descent::isDue(const Candidate &C) const {
  auto Last = Tried.find(C.name());
  if (Last == Tried.end())
    return true;
  const Trial &T = Last->second;
  if (T.Failures == 1 && T.Round < Round)
    return true; // It may have been bad luck, once.
  return std::any_of(C.Functions.begin(), C.Functions.end(), [&](uint32_t F) {
    auto Touched = TouchedAt.find(F);
    return Touched != TouchedAt.end() && Touched->second > T.Step;
  });
}

/// Returns the members of \p Moves that could be measured, with Delta.
std::vector<Candidate> Descent::measure(std::vector<Candidate> Moves) {
  Moves.erase(
      std::remove_if(Moves.begin(), Moves.end(),
                     [&](const Candidate &C) { return !applies(C, At.Sites); }),
      Moves.end());
  std::vector<Move> Questions;
  for (const Candidate &C : Moves)
    Questions.push_back(C.M);
  const auto Answers = S.tryMoves(D, Questions);
  std::vector<Candidate> Measured;
  for (size_t I = 0; I < Answers.size(); ++I) {
    if (!Answers[I].IsKnown)
      continue;
    const auto &Size = Answers[I].Size;
    Candidate &C = Moves[I];
    Trial &T = Tried[C.name()];
    T = {Step, Round, Size ? 0 : T.Failures + 1};
    if (!Size)
      continue;
    C.Delta = *Size - At.Size;
    if (C.isFlip())
      label(C);
    Measured.push_back(std::move(C));
  }
  return Measured;
}

void Descent::label(const Candidate &C) {
  const auto &[Key, Decision] = *C.M.Changes.begin();
  LastDeltas[Key] = C.Delta;
  if (S.options().OnLabel)
    S.options().OnLabel(
        {Key, Decision, C.Delta, At.Size, Round, IsStart && Step == 0});
}

/// Applies what helps of \p Found until nothing is left of it. What was touched
/// by what was applied is measured again.
bool Descent::applyFound(std::vector<Candidate> Found) {
  bool Helped = false;
  for (;;) {
    std::set<std::string> Done;
    auto IsUseless = [&](const Candidate &C) {
      return !(C.Delta < -O.MinGain) || !applies(C, At.Sites) ||
             Done.count(C.name());
    };
    auto DropUseless = [&] {
      Found.erase(std::remove_if(Found.begin(), Found.end(), IsUseless),
                  Found.end());
    };
    DropUseless();
    if (Found.empty() || S.mustStop())
      return Helped;
    Helped |= applyLayers(layer(Found), Done);
    DropUseless();
    if (S.mustStopTrying())
      continue; // Too late to measure again: as they were.
    std::vector<Candidate> Due, Rest;
    for (Candidate &C : Found)
      (isDue(C) ? Due : Rest).push_back(std::move(C));
    Found = std::move(Rest);
    for (Candidate &C : measure(std::move(Due)))
      Found.push_back(std::move(C));
  }
}

/// Applies all layers, else the first half of them, and so on; of the first
/// layer, whatever helps. Adds to \p Done what was applied or found useless.
bool Descent::applyLayers(const std::vector<std::vector<Candidate>> &Layers,
                          std::set<std::string> &Done) {
  for (size_t Count = Layers.size(); Count > 1; Count /= 2) {
    std::vector<Candidate> Together;
    for (size_t I = 0; I < Count; ++I)
      Together.insert(Together.end(), Layers[I].begin(), Layers[I].end());
    auto E = evaluateWith(Together.data(), Together.size());
    if (!isEnough(E, Together.data(), Together.size()))
      continue;
    accept(Together.data(), Together.size(), std::move(*E));
    for (const Candidate &C : Together)
      Done.insert(C.name());
    return true;
  }
  return applyHalves(Layers[0].data(), Layers[0].size(), Done);
}

bool Descent::applyHalves(const Candidate *First, size_t Count,
                          std::set<std::string> &Done) {
  auto E = evaluateWith(First, Count);
  if (!E && S.mustStop())
    return false;
  if (isEnough(E, First, Count)) {
    for (size_t I = 0; I < Count; ++I)
      Done.insert(First[I].name());
    accept(First, Count, std::move(*E));
    return true;
  }
  if (Count == 1) {
    Done.insert(First->name());
    return false;
  }
  bool Helped = applyHalves(First, Count / 2, Done);
  Helped |= applyHalves(First + Count / 2, Count - Count / 2, Done);
  // Rare: less than hoped for, and still more than the halves.
  if (E && E->Size < At.Size) {
    accept(First, Count, std::move(*E));
    return true;
  }
  return Helped;
}

std::optional<Evaluated> Descent::evaluateWith(const Candidate *First,
                                               size_t Count) {
  Decisions With = D;
  for (size_t I = 0; I < Count; ++I)
    apply(First[I].M, With);
  return S.evaluate(With);
}

bool Descent::isEnough(const std::optional<Evaluated> &E,
                       const Candidate *First, size_t Count) const {
  if (!E || !(At.Size - E->Size > O.MinGain))
    return false;
  double Promised = 0;
  for (size_t I = 0; I < Count; ++I)
    Promised -= First[I].Delta;
  return Count == 1 || At.Size - E->Size >= O.MinShare * Promised;
}

void Descent::accept(const Candidate *First, size_t Count, Evaluated E) {
  ++Step;
  for (size_t I = 0; I < Count; ++I) {
    apply(First[I].M, D);
    for (const uint32_t F : First[I].Functions)
      TouchedAt[F] = Step;
    // Until it is tried, flipping back is thought to undo the gain.
    for (const auto &[Key, Decision] : First[I].M.Changes)
      if (auto Last = LastDeltas.find(Key); Last != LastDeltas.end())
        Last->second = -Last->second;
  }
  for (const uint32_t F : touched(At.Sites, E.Sites))
    TouchedAt[F] = Step;
  At = std::move(E);
}
} // namespace mlgo
