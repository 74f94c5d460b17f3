// What single decisions do, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CodeSetting.h"
#include "evaluate/CorpusProblem.h"

namespace mlgo {
/// What labels are made of. A task looks at some of it.
struct LabelOptions {
  uint64_t Seed = 1;
  /// Labels of one module at most about this many sites, those first where
  /// stock is seldom right; 0: all. Where cycles count, of those that run
  /// seldom so many, and of others eight times as many.
  uint64_t SitesPerModule = 0;
  /// Labels at most so many modules of a package, drawn at random; 0: all.
  /// Where a module is compiled many times for its labels (task gate).
  uint64_t ModulesPerPackage = 0;
  /// Also flips all calls of a callee, in whatever modules, together, if they
  /// are decided alike and at most this many. A site's label is the better of
  /// flipping it alone and of its share in that: copies pay only when the last
  /// call is gone. Below 2: only alone.
  size_t MaxTogether = 0;
  /// A site that has such a share has it as its label, better or not.
  bool OnlyTogether = false;
  unsigned SitesPerFunction = 8; ///< Labels of a function at most so many.
  unsigned ChoicesPerSite = 3;   ///< Beside the one that is chosen.
  /// Each label is drawn for one of these; none: that of the problem.
  std::vector<CodeSetting> Settings;
  /// Only notes all decisions, without measuring anything.
  bool TraceOnly = false;
};

/// A move, and which of a source's problems it is tried in.
struct PlannedMove {
  Move Change;
  size_t Problem = 0;
};

/// The decisions of one corpus, to be labelled.
class LabelSource {
public:
  virtual ~LabelSource() = default;

  /// The decisions in each setting; at least one.
  virtual std::vector<CorpusProblem *> problems() = 0;
  virtual std::string package() const = 0;
  virtual std::vector<std::string> modules() const = 0; ///< Names.

  /// Compiles everything. Called once, before all that follows.
  virtual Status begin() = 0;
  /// Moves that tell the labels of \p Module; those of a problem are all around
  /// the same decisions.
  virtual std::vector<PlannedMove> plan(size_t Module) = 0;
  /// What \p Moves, of some modules, come to.
  virtual std::vector<std::optional<double>>
  tryMoves(const std::vector<PlannedMove> &Moves) = 0;

  /// What write() needs of \p Moves, which were tried, beside their results:
  /// for recall() in the process that goes on after this one.
  virtual std::string memoryOf(const std::vector<PlannedMove> &Moves) const {
    return "";
  }
  virtual void recall(const std::string &Memory) {}

  struct Counts {
    uint64_t Labels = 0, FailedTrials = 0;
  };
  /// Writes the log of \p Module to the file \p Path; \p Results are those of
  /// its plan.
  virtual Result<Counts>
  write(size_t Module, const std::string &Path,
        const std::vector<std::optional<double>> &Results) = 0;
};

/// How far a sweep has come.
struct LabelSweepProgress {
  std::string Package;
  size_t Modules = 0, FinishedModules = 0;
  size_t Compiled = 0, Compiling = 0; ///< Modules, before anything is tried.
  size_t Moves = 0, Tried = 0, Known = 0; ///< Known: from an earlier sweep.
  LabelSource::Counts Done;               ///< Of finished modules.
  bool IsTimeOver = false;                ///< Before all modules were finished.
};

/// How a sweep is made.
struct LabelSweepSetting {
  std::string Folder;   ///< Of folders of packages.
  std::string Settings; ///< What modules are compiled in, in words.
  size_t Slots = 1;     ///< So many trials are made at the same time.
  /// Nothing is begun after this moment, in seconds of the system's clock. 0:
  /// all is tried.
  double Deadline = 0;
};

/// Labels \p Source with all other decisions kept as they are, and writes
/// LLVM's training logs, FOLDER/PACKAGE/MODULE.log. Modules whose log is there
/// are passed over, and of others MODULE.tries has what was tried, so that a
/// sweep that was ended goes on to the same bytes; it is an error if they were
/// made in other settings, which are noted beside them. Where the time is over,
/// logs of unfinished modules have the labels that are known, which are then of
/// all modules.
Result<LabelSweepProgress>
sweepLabels(LabelSource &Source, const LabelSweepSetting &Setting,
            const std::function<void(const LabelSweepProgress &)> &Tell);
} // namespace mlgo
