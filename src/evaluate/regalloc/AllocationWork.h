//===- AllocationWork.h - Allocations as items of work ----------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_ALLOCATIONWORK_H
#define MLGO_EVALUATE_REGALLOC_ALLOCATIONWORK_H

#include "evaluate/CorpusModules.h"
#include "evaluate/regalloc/AllocationCompanions.h"
#include "evaluate/regalloc/AllocationTrials.h"
#include "workers/Worker.h"

namespace mlgo {

/// The kind of work (see combineWork) that allocates registers. The shared part
/// of its requests has model files' bytes, a vector of strings; an empty string
/// is stock.
inline constexpr const char *AllocationTrialWork = "allocation trials";

/// Makes trials. Each function from this keeps the optimised bitcode of modules
/// that were tried or replayed, in parts, and stock's results of their
/// functions.
WorkFunctionMaker makeAllocationTrialWork();

/// What is tried, in any module.
struct AllocationSetting {
  std::string Task; ///< See findAllocationTask.
  AllocationGoal Goal = AllocationGoal::Score;
  AllocationCompanions Companions;
  CodeSetting Code = {}; ///< See settingFor.
};

/// What candidates make of the functions of a module that have something to
/// decide.
///
/// For the score a function weighs the squared logarithm of one more than its
/// score under the stock advisor: hot loops count more, and yet no single one
/// decides. Its gain is the logarithm of stock score / score, at most 0.5 up or
/// down. For cycles it weighs the square root of its share of what the program
/// executes, and its gain is at most 0.1 up or down: many functions are to tell
/// what is better, and those that matter more. For size it weighs its bytes
/// under the stock advisor, and its gain is the share of them that is saved.
struct AllocationGains {
  double Weight = 0; ///< Sum over all functions.
  /// By candidate: the sum of weight times gain; none where a function failed.
  std::vector<std::optional<double>> Gains;
};

/// Whether \p Setting has, or \p Modules have, the profiles that cycles are
/// counted by.
Status checkProfiles(const AllocationSetting &Setting,
                     const std::vector<CorpusModule> &Modules);

/// To try the shared models on \p Module. Here and below cycles are counted by
/// the profile of its corpus unless the setting has one.
std::string requestGains(const AllocationSetting &Setting,
                         const CorpusModule &Module);
/// For answers about \p NumCandidates.
Result<AllocationGains> readGains(std::string_view Answer,
                                  size_t NumCandidates);

/// To replay functions of a module, by name, where the one shared model decides
/// the rest. Functions of which nothing is said are replayed without decisions
/// if \p All; those without a question, or with a score of 0 if that is the
/// goal, are left out.
std::string requestReplay(const AllocationSetting &Setting,
                          const CorpusModule &Module,
                          const std::map<std::string, FunctionReplay> &Replays,
                          bool All);
/// In the order of the module.
Result<std::vector<ReplayedFunction>> readReplay(std::string_view Answer);

/// To allocate a whole module under each of the shared models. For size, each
/// is one nameless function whose score is the module's bytes.
std::string requestWhole(const AllocationSetting &Setting,
                         const CorpusModule &Module);
Result<std::vector<std::vector<FunctionAllocation>>>
readWhole(std::string_view Answer);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_ALLOCATIONWORK_H
