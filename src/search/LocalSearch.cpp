// Flip, keep what helps, combine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Descent.h"
#include "search/SearchMethods.h"

namespace mlgo {
/// 0 for all that the start asked about, and for what comes up then.
static std::optional<std::pair<Decisions, Evaluated>>
decideNothing(SearchSession &S) {
  std::pair<Decisions, Evaluated> Slate{S.options().Start, S.start()};
  // Sites appear when others are not inlined, and seldom more than once.
  for (int Pass = 0; Pass < 16; ++Pass) {
    bool Changed = false;
    for (const DecidedSite &Site : Slate.second.Sites)
      if (Site.Decision && (Site.Choices & 1)) {
        Slate.first[Site.Key] = 0;
        Changed = true;
      }
    if (!Changed)
      break;
    auto E = S.evaluate(Slate.first);
    if (!E)
      return std::nullopt;
    Slate.second = std::move(*E);
  }
  return Slate;
}

void searchLocally(SearchSession &S) {
  const LocalSearchOptions &O = S.options().Local;
  S.setReserve(0.125);
  std::optional<Descent> FromStart, FromNothing;
  if (O.FromStart) {
    FromStart.emplace(S, "from the start", S.options().Start, S.start(), true);
    FromStart->run();
  }
  if (!O.FromNothing || S.mustStopTrying())
    return;
  S.setPhase("from nothing", 0);
  auto Slate = decideNothing(S);
  if (!Slate)
    return;
  FromNothing.emplace(S, "from nothing", std::move(Slate->first),
                      std::move(Slate->second), false);
  FromNothing->run();
  if (!FromStart || S.mustStopTrying())
    return;
  const bool StartWins = FromStart->at().Size <= FromNothing->at().Size;
  Descent &Better = StartWins ? *FromStart : *FromNothing;
  if (Better.takeFrom(toDecisions((StartWins ? FromNothing : FromStart)->at())))
    Better.run();
}
} // namespace mlgo
