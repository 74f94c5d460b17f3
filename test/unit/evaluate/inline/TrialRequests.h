// What tests ask of workers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/inline/InlineTrials.h"
#include "workers/ForkedWorkers.h"
#include "workers/InProcessWorker.h"
#include "workers/StartWorkers.h"
#include <catch2/catch.hpp>

namespace mlgo {

inline WorkFunctionMaker makeTestTrials() { return makeTrialWork(4); }

/// The answer of processes that are gone then.
inline Result<ModuleTrials> ask(const ModuleRequest &Request,
                                std::unique_ptr<Worker> Work = nullptr) {
  if (!Work)
    Work = std::make_unique<InProcessWorker>(makeTestTrials());
  Result<ModuleTrials> Answer = Error("no answer");
  runTrials(*Work, {Request}, [&](size_t, Result<ModuleTrials> Trials) {
    Answer = std::move(Trials);
  });
  return Answer;
}

/// The decisions of the module at \p Path, all fixed, and a flip of each.
inline ModuleRequest requestFlips(const std::string &Path) {
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}};
  auto Base = ask(Request);
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
