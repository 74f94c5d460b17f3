//===- TrialRequests.h - What tests ask of module servers -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TEST_UNIT_PASSES_TRIALREQUESTS_H
#define MLGO_TEST_UNIT_PASSES_TRIALREQUESTS_H

#include "evaluate/inline/ModuleServers.h"

#include <catch2/catch.hpp>

namespace mlgo {

inline Result<ModuleTrials> ask(ModuleServers &Servers, ModuleRequest Request) {
  Result<ModuleTrials> Answer = Error("no answer");
  Servers.run({std::move(Request)}, [&](size_t, Result<ModuleTrials> Trials) {
    Answer = std::move(Trials);
  });
  return Answer;
}

/// The first module's own decisions, all fixed, and a flip of each.
inline ModuleRequest requestFlips(ModuleServers &Servers) {
  ModuleRequest Request;
  Request.Policies = {{}};
  auto Base = ask(Servers, Request);
  REQUIRE(Base);
  REQUIRE(Base->Policies[0].Failure == "");
  InlineDecisions::Map Fixed;
  for (const TrialSite &Site : Base->Policies[0].Sites) {
    Fixed[Site.Key] = Site.Decision;
    Request.Moves.push_back({{Site.Key, !Site.Decision}});
  }
  Request.Policies[0].Decisions =
      std::make_shared<const InlineDecisions>(Fixed);
  return Request;
}

} // namespace mlgo

#endif // MLGO_TEST_UNIT_PASSES_TRIALREQUESTS_H
