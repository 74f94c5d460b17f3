//===- EvictionModules.h - What is done with each module --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_EVICT_EVICTIONMODULES_H
#define MLGO_TOOLS_EVICT_EVICTIONMODULES_H

#include "evaluate/regalloc/EvictionModule.h"
#include "evaluate/regalloc/EvictionRun.h"

#include "Commands.h"
#include "mlgo/support/ProcessPool.h"

#include <cstring>
#include <iostream>

namespace mlgo {

/// What mlgo evict is told.
struct EvictOptions {
  std::vector<std::string> Corpora, Packages, Policies;
  std::string Output;
  std::string Policy = "stock";
  unsigned Jobs = 1, Trials = 100, Functions = 0;
  bool ForSize = false;
  EvictionLabelOptions Labels;
};

/// Runs \p Task for each module, in processes of their own, and \p Done on what
/// it answers; what fails is told and left out.
template <typename TaskFn, typename DoneFn>
void forEachModule(const EvictOptions &Options, TaskFn Task, DoneFn Done) {
  // Optimising a large module and many trials in it.
  constexpr unsigned TaskSeconds = 6 * 3600;
  auto Modules = listCorpusModules(Options.Corpora, Options.Packages);
  if (!Modules)
    fail(Modules.error());
  size_t Failed = 0;
  runInProcesses(
      Modules->size(), Options.Jobs, TaskSeconds,
      [&](size_t I) -> std::string {
        auto M = EvictionModule::load((*Modules)[I].Path,
                                      Options.ForSize ? EvictionGoal::Size
                                                      : EvictionGoal::Speed);
        if (!M)
          return "error " + M.error().message();
        Result<std::string> Text = Task((*Modules)[I], **M);
        return Text ? "ok " + *Text : "error " + Text.error().message();
      },
      [&](size_t I, TaskOutcome Outcome) {
        if (Outcome.Ok && Outcome.Output.rfind("ok ", 0) == 0)
          return Done((*Modules)[I], Outcome.Output.substr(3));
        ++Failed;
        std::cerr << (*Modules)[I].Path << ": "
                  << (Outcome.Ok ? Outcome.Output : Outcome.Failure) << '\n';
      });
  if (Failed == Modules->size())
    fail(Error("all of " + std::to_string(Failed) + " modules failed"));
}

/// By package.
using Summaries = std::vector<std::pair<std::string, ScoreSummary>>;

inline ScoreSummary &summaryOf(Summaries &All, const std::string &Package) {
  for (auto &[Name, Summary] : All)
    if (Name == Package)
      return Summary;
  All.emplace_back(Package, ScoreSummary());
  return All.back().second;
}

inline std::string pack(const std::vector<ScorePair> &Pairs) {
  return std::string(reinterpret_cast<const char *>(Pairs.data()),
                     Pairs.size() * sizeof(ScorePair));
}

inline std::vector<ScorePair> unpack(const std::string &Text) {
  std::vector<ScorePair> Pairs(Text.size() / sizeof(ScorePair));
  if (!Pairs.empty())
    std::memcpy(static_cast<void *>(Pairs.data()), Text.data(),
                Pairs.size() * sizeof(ScorePair));
  return Pairs;
}

} // namespace mlgo

#endif // MLGO_TOOLS_EVICT_EVICTIONMODULES_H
