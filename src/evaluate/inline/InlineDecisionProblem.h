// Inlining as a search problem
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/TaskBackEnd.h"
#include "evaluate/inline/InlinePromises.h"
#include <set>

namespace mlgo {
/// The sum of the linked sizes of some programs, which may share modules, or of
/// their cycles, if the setting has a profile, under inlining decisions. Flips
/// are measured on the modules that they are in; a function that several
/// modules have is flipped in the first of them, as a linker keeps one copy.
/// Not thread safe.
class InlineDecisionProblem final : public CorpusProblem {
public:
  /// Sites that decisions do not have are decided by \p Model, or by the stock
  /// heuristic if it is empty. \p Paths are the modules' bitcode files; each
  /// must be in a program. \p Work, which must outlive this, makes
  /// trials. The model files \p Beside decide evictions.
  InlineDecisionProblem(Worker &Work, const InlineTrialOptions &Options,
                        std::vector<std::string> Paths,
                        std::vector<MeasuredProgram> Programs,
                        std::string Model, const CodeSetting &Setting = {},
                        std::vector<std::string> Beside = {});

  /// Where cycles count: more bytes than \p Limit allows, compared with the
  /// first evaluation, make any decisions worse than none.
  void limitGrowth(const GrowthLimit &Limit) { Growth = Limit; }

  /// Where cycles count: one per cent of the bytes of the first evaluation
  /// costs as much as \p Price per cent of its cycles, or of \p AtLeast if
  /// those are fewer.
  void priceSize(double Price, uint64_t AtLeast = 0) {
    SizePrice = Price;
    LeastCycles = AtLeast;
  }

  bool countsCycles() const { return !Setting.Profile.empty(); }

  /// Modules that could not be compiled count as empty, see failures().
  Result<Evaluated> evaluate(const Decisions &D) override;
  std::vector<std::optional<double>>
  tryMoves(const Decisions &Base, const std::vector<Move> &Moves) override;

  /// How many of the programs a module is part of.
  size_t programsOf(size_t Module) const {
    return Modules[Module].Places.size();
  }

  /// Linked size of each program at the last evaluation.
  const std::vector<LinkedCost> &programCosts() const { return Costs; }
  std::vector<Part> parts() const override;
  std::unique_ptr<SearchLabels> createLabels() override;
  /// From now on evaluations do, or do not, note what sites are decided with.
  void keepInputs(bool Keep = true) { KeepInputs = Keep; }
  void learnPromises(bool Learn) override;
  double promiseOf(const DecidedSite &Site) override;
  size_t numModules() const override { return Modules.size(); }
  /// What \p Key was decided with; null if that was not kept.
  const TrialSite *findSite(const std::string &Key) const;
  /// The sites whose flips are measured in module \p Index, in the order of
  /// their decisions at the last evaluation.
  std::vector<const TrialSite *> sitesOf(size_t Index) const;

private:
  /// A module as it was evaluated once.
  struct State {
    std::shared_ptr<const InlineDecisions> Known; ///< Null: never.
    /// What it was compiled with, which gave the same.
    std::shared_ptr<const InlineDecisions> Compiled;
    std::shared_ptr<const ObjectUnits> Units;
    std::vector<TrialSite> Sites;
    /// Sites that were decided in one way and, when the inliner came back, in
    /// the other. Decided the same each time they would come out otherwise.
    std::set<std::string> Wavering;

    /// True if it would come out the same with \p Own.
    bool isFor(const InlineDecisions &Own) const;
  };

  struct Module {
    std::set<std::string, std::less<>> Keys; ///< Ever decided here.
    State Now, Before;
    bool IsFailed = false;
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

  ModuleRequest requestFor(size_t Module,
                           std::shared_ptr<const InlineDecisions> Known) const;
  bool isReady(Module &M, const std::shared_ptr<const InlineDecisions> &Own);
  void link(const Module &M);
  size_t movesPerRequest() const;
  MovePlan plan(const std::vector<Move> &Moves) const;
  InlineDecisions::Map restrict(const Module &M, const Decisions &D) const;
  void accept(size_t Index, WholeTrial Trial,
              std::shared_ptr<const InlineDecisions> Known);
  Evaluated collect();
  double
  sizeWith(const std::vector<std::pair<size_t, const ObjectUnits *>> &Changed);
  double judge(const std::vector<LinkedCost> &Programs) const;

  Worker &Work;
  const InlineTrialOptions Options;
  const std::vector<std::string> Paths;
  const std::string Model;
  const CodeSetting Setting;
  const std::vector<std::string> Beside;
  std::vector<MeasuredProgram> Programs;
  std::vector<LinkModel> Links; ///< By program.
  std::vector<Module> Modules;
  std::unordered_map<std::string, size_t> ModuleOfKey;
  /// What the programs had at the last evaluation.
  std::vector<LinkedCost> Costs;
  /// Their sums at the first evaluation.
  std::optional<LinkedCost> First;
  std::optional<GrowthLimit> Growth;
  double SizePrice = 0;
  uint64_t LeastCycles = 0; ///< That bytes are compared with.
  /// How often calls ran at the first evaluation, by key.
  std::unordered_map<std::string, uint64_t> Runs;
  std::optional<Decisions> Current;
  bool KeepInputs = false, LearnsPromises = false;
  std::optional<InlinePromises> Promises;
  /// Moves tried so far, and the seconds of all workers that took.
  uint64_t MovesTried = 0;
  double SecondsTrying = 0;
};
} // namespace mlgo
