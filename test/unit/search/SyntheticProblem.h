// Programs that are a formula
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Random.h"
#include "search/DecisionSearch.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace mlgo {

/// A program whose size is 1000 plus what each inlined site costs, what pairs
/// of inlined sites cost together, and the bodies of callees that have calls
/// left. Its own policy inlines every third site.
struct SyntheticProblem : DecisionProblem {
  struct Site {
    uint32_t Caller = 0, Callee = 0;
    double Cost = 0;
    int Needs = -1; ///< Exists only when this one is inlined.
  };
  struct Pair {
    size_t A, B;
    double Cost;
  };
  std::vector<Site> Sites;
  std::vector<Pair> Pairs;
  std::map<uint32_t, double> Bodies; ///< By callee.
  std::set<std::string> Crashing;    ///< Trials that inline these fail.
  unsigned FailOnceEvery = 0;        ///< Every so many trials, the first time.
  double Noise = 0;                  ///< How wrong trials are, as slices are.
  std::atomic<bool> Stop{false};     ///< Set after StopAfter trials.
  uint64_t StopAfter = ~uint64_t(0);
  bool IsHasty = false; ///< Answers no more once Stop is set.
  /// Answers so many trials, and no more before the deadline.
  uint64_t SlowAfter = ~uint64_t(0);
  std::map<std::string, double> Promises; ///< By key.
  uint64_t Asked = 0, Evaluations = 0;
  std::set<uint64_t> FailedOnce;

  static std::string key(size_t I) {
    return "f" + std::to_string(100 + I) + "\tg\tg#0";
  }

  Evaluated measure(const Decisions &D) const {
    std::vector<int> State(Sites.size(), -1); // Gone, left or inlined.
    Evaluated E;
    E.Size = 1000;
    std::map<uint32_t, bool> Called;
    for (size_t I = 0; I < Sites.size(); ++I) {
      const Site &S = Sites[I];
      if (S.Needs >= 0 && State[static_cast<size_t>(S.Needs)] != 1)
        continue;
      auto Known = D.find(key(I));
      State[I] = Known == D.end() ? I % 3 == 0 : int(Known->second);
      E.Sites.push_back({key(I), State[I], S.Caller, S.Callee});
      E.Size += State[I] ? S.Cost : 0;
      Called[S.Callee] |= State[I] == 0;
    }
    for (const Pair &P : Pairs)
      E.Size += State[P.A] == 1 && State[P.B] == 1 ? P.Cost : 0;
    for (const auto &[Callee, Bytes] : Bodies)
      E.Size += Called[Callee] ? Bytes : 0;
    std::reverse(E.Sites.begin(), E.Sites.end()); // Any order will do.
    return E;
  }

  Result<Evaluated> evaluate(const Decisions &D) override {
    ++Evaluations;
    for (const DecidedSite &S : measure(D).Sites)
      if (S.Decision && Crashing.count(S.Key))
        return Error("crashed");
    return measure(D);
  }

  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override {
    std::vector<std::optional<double>> Sizes;
    const auto Before = FailedOnce;
    for (const Move &M : Moves) {
      if ((Stop && IsHasty) || (Asked >= SlowAfter && waitForDeadline())) {
        Sizes.push_back(std::nullopt);
        continue;
      }
      Decisions D = Base;
      bool Fails = false;
      uint64_t Name = 1;
      for (const auto &[Key, Decision] : M.Changes) {
        D[Key] = Decision;
        Fails |= Decision && Crashing.count(Key);
        for (const char C : Key)
          Name = mixBits(Name + static_cast<unsigned char>(C) + Decision);
      }
      if (FailOnceEvery && Name % FailOnceEvery == 0)
        Fails |= FailedOnce.insert(Name).second;
      if (Fails)
        Sizes.push_back(std::nullopt);
      else
        Sizes.push_back(measure(D).Size +
                        Noise * (Random(Name).uniform() - 0.5));
      if (++Asked >= StopAfter)
        Stop = true;
    }
    if (Stop) // Will be asked again, and is to answer the same.
      FailedOnce = Before;
    return Sizes;
  }

  double promiseOf(const DecidedSite &Site) override {
    auto Known = Promises.find(Site.Key);
    return Known == Promises.end() ? 0 : Known->second;
  }

  /// True, when that is over.
  bool waitForDeadline() const {
    using namespace std::chrono;
    while (duration<double>(system_clock::now().time_since_epoch()).count() <
           Deadline)
      std::this_thread::sleep_for(milliseconds(1));
    return true;
  }

  /// The least size, by trying everything; at most 20 sites.
  double optimum() const {
    double Best = measure({}).Size;
    for (uint32_t Bits = 0; Bits < uint32_t(1) << Sites.size(); ++Bits) {
      Decisions D;
      for (size_t I = 0; I < Sites.size(); ++I)
        D[key(I)] = Bits >> I & 1;
      Best = std::min(Best, measure(D).Size);
    }
    return Best;
  }
};

/// \p Count sites between a few functions, each with a cost of its own.
inline void fillAdditive(SyntheticProblem &P, size_t Count, uint64_t Seed) {
  Random R(Seed);
  const uint64_t Functions = 3 + Count / 3;
  for (size_t I = 0; I < Count; ++I) {
    const auto Caller = static_cast<uint32_t>(R.below(Functions));
    const auto Callee = static_cast<uint32_t>(R.below(Functions));
    P.Sites.push_back({Caller, Callee, double(R.below(60)) - 25, -1});
  }
}

/// The same, with pairs of sites that share a function and help or hinder each
/// other, and callees that die with their last call.
inline void fillInteracting(SyntheticProblem &P, size_t Count, uint64_t Seed) {
  fillAdditive(P, Count, Seed);
  Random R(Seed, 1);
  for (size_t A = 0; A < Count; ++A)
    for (size_t B = A + 1; B < Count; ++B) {
      const auto &X = P.Sites[A], &Y = P.Sites[B];
      const bool Shares = X.Caller == Y.Caller || X.Caller == Y.Callee ||
                          X.Callee == Y.Caller || X.Callee == Y.Callee;
      if (Shares && R.below(2))
        P.Pairs.push_back({A, B, double(R.below(40)) - 20});
    }
  for (const auto &S : P.Sites)
    P.Bodies[S.Callee] = double(10 + 7 * (S.Callee % 5));
}

} // namespace mlgo
