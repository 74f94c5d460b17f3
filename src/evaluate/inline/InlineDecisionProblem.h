//===- InlineDecisionProblem.h - Inlining as a search problem ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_INLINEDECISIONPROBLEM_H
#define MLGO_EVALUATE_INLINE_INLINEDECISIONPROBLEM_H

#include "evaluate/inline/InlineTrials.h"

#include "mlgo/corpus/CorpusPrograms.h"
#include "mlgo/search/DecisionProblem.h"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace mlgo {

/// One object of a program, in the order of the link line.
struct ProgramObject {
  /// By number; none if the object is not compiled by us.
  std::optional<size_t> Module;
  ObjectUnits Units;   ///< Of an object that is not compiled by us.
  bool IsLazy = false; ///< Member of an archive.
};

/// A program whose size counts.
struct MeasuredProgram {
  std::string Package, Name;
  bool IsCxx = false;
  std::vector<std::string> Roots = {"main"}; ///< See LinkModel.
  ExportedSymbols Exports;                   ///< See LinkModel.
  std::vector<ProgramObject> Objects;
  /// Where it comes from and how it is linked, for those who really link it.
  std::string Corpus;
  CorpusProgram Link;
};

/// The sum of the linked sizes of some programs, which may share modules, under
/// inlining decisions. Flips are measured on the modules that they are in; a
/// function that several modules have is flipped in the first of them, as a
/// linker keeps one copy. Not thread safe.
class InlineDecisionProblem final : public DecisionProblem {
public:
  /// Sites that decisions do not have are decided by \p Model, or by the stock
  /// heuristic if it is empty. \p Paths are the modules' bitcode files; each
  /// must be in a program. \p Work, which must outlive this, knows
  /// InlineTrialWork.
  InlineDecisionProblem(Worker &Work, const InlineTrialOptions &Options,
                        std::vector<std::string> Paths,
                        std::vector<MeasuredProgram> Programs,
                        std::string Model);

  /// Modules that could not be compiled count as empty, see failures().
  Result<Evaluated> evaluate(const Decisions &D) override;
  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override;

  /// How many of the programs a module is part of.
  size_t programsOf(size_t Module) const {
    return Modules[Module].Places.size();
  }

  /// Modules that could not be compiled, and why.
  const std::vector<std::string> &failures() const { return Failures; }
  /// Linked size of each program at the last evaluation.
  std::vector<uint64_t> programSizes();
  /// From now on evaluations do, or do not, note what sites are decided with.
  void keepInputs(bool Keep = true) { KeepInputs = Keep; }
  size_t numModules() const { return Modules.size(); }
  /// What \p Key was decided with; null if that was not kept.
  const TrialSite *findSite(const std::string &Key) const;
  /// The sites whose flips are measured in module \p Index, in the order of
  /// their decisions at the last evaluation.
  std::vector<const TrialSite *> sitesOf(size_t Index) const;
  /// Is told how many of the moves that are being tried are done.
  std::function<void(size_t Tried, size_t Moves)> OnTried;
  /// While \p TheShouldStop is true nothing is tried, and what is asked fails.
  void stopWhen(std::function<bool()> TheShouldStop) {
    ShouldStop = std::move(TheShouldStop);
  }
  bool isStopping() const { return ShouldStop && ShouldStop(); }

private:
  struct Module {
    std::set<std::string, std::less<>> Keys;      ///< Ever decided here.
    std::shared_ptr<const InlineDecisions> Known; ///< As evaluated last.
    std::vector<TrialSite> Sites;
    bool IsEvaluated = false, IsFailed = false;
    /// Programs that it is in, and as which object.
    std::vector<std::pair<size_t, size_t>> Places;
  };

  /// Requests that try moves.
  struct MovePlan {
    std::vector<ModuleRequest> Requests;
    std::vector<size_t> Modules; ///< By request.
    /// By move: requests, and the place in each.
    std::vector<std::vector<std::pair<size_t, size_t>>> Parts;
  };

  ModuleRequest requestFor(size_t Module) const;
  MovePlan plan(const std::vector<Move> &Moves) const;
  InlineDecisions::Map restrict(const Module &M, const Decisions &D) const;
  void accept(size_t Index, WholeTrial Trial);
  Evaluated collect();
  double
  sizeWith(const std::vector<std::pair<size_t, const ObjectUnits *>> &Changed);

  Worker &Work;
  const InlineTrialOptions Options;
  const std::vector<std::string> Paths;
  const std::string Model;
  std::function<bool()> ShouldStop;
  std::vector<MeasuredProgram> Programs;
  std::vector<LinkModel> Links; ///< By program.
  std::vector<Module> Modules;
  std::unordered_map<std::string, size_t> ModuleOfKey;
  std::vector<uint64_t> Sizes; ///< Of the programs, at the last evaluation.
  std::optional<Decisions> Current;
  std::vector<std::string> Failures;
  bool KeepInputs = false;
};

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_INLINEDECISIONPROBLEM_H
