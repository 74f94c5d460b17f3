// Allocations as items of work
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/CorpusModules.h"
#include "evaluate/Trials.h"
#include "evaluate/regalloc/AllocationCompanions.h"
#include "evaluate/regalloc/AllocationTrials.h"

namespace mlgo {
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

/// What is asked of a module; the shared part of requests has model files'
/// bytes, a vector of strings, where an empty one is stock.
struct AllocationRequest {
  enum KindType : uint8_t {
    /// What the shared models make of it: AllocationGains.
    Gains,
    /// Functions replayed where the one shared model decides the rest: in the
    /// order of the module, a vector of ReplayedFunction.
    Replay,
    /// The whole module under each of the shared models: a vector of vectors of
    /// FunctionAllocation. For size, each is one nameless function whose score
    /// is the module's bytes.
    Whole
  };
  KindType Kind = Gains;
  std::map<std::string, FunctionReplay> Replays; ///< By function.
  /// Functions of which nothing is said are replayed, too, without decisions;
  /// those without a question, or with a score of 0 if that is the goal, are
  /// left out.
  bool All = false;
};

/// Trials of \p Module. Cycles are counted by the profile of its corpus unless
/// the setting has one.
TrialRequest allocationTrials(const AllocationSetting &Setting,
                              const CorpusModule &Module,
                              const AllocationRequest &Asked);

/// Keeps the module's optimised bitcode in parts, and stock's results of their
/// functions, once it was tried or replayed.
Result<std::unique_ptr<ReadyModule>>
prepareAllocationTrials(const TrialPlace &At);

template <typename ArchiveT> void serialize(ArchiveT &A, AllocationGains &G) {
  A(G.Weight, G.Gains);
}
template <typename ArchiveT> void serialize(ArchiveT &A, AllocationRequest &R) {
  auto Kind = static_cast<uint8_t>(R.Kind);
  A(Kind, R.Replays, R.All);
  R.Kind = Kind <= AllocationRequest::Whole
               ? static_cast<AllocationRequest::KindType>(Kind)
               : AllocationRequest::Gains;
}
template <typename ArchiveT> void serialize(ArchiveT &A, FunctionReplay &R) {
  A(R.Base, R.Moves, R.InputsAt);
}
template <typename ArchiveT> void serialize(ArchiveT &A, ReplayedQuestion &Q) {
  A(Q.Decision, Q.Choices, Q.Inputs);
}
template <typename ArchiveT> void serialize(ArchiveT &A, ReplayedFunction &F) {
  A(F.Name, F.Result, F.Moves, F.Questions);
}
template <typename ArchiveT>
void serialize(ArchiveT &A, FunctionAllocation &F) {
  A(F.Name, F.Questions, F.Score);
}
} // namespace mlgo
