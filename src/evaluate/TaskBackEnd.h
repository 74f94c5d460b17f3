// What a task adds to the evaluator
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task adds how its decisions are replayed and what is taken of the compiled
// modules; it adds no pool, no protocol, no search and no command of its own.
// Back ends are named in BackEnds.def.

#pragma once

#include "evaluate/LabelFit.h"
#include "evaluate/LabelSweep.h"
#include "evaluate/MeasuredCorpus.h"
#include "evaluate/PolicyObjective.h"
#include "evaluate/Trials.h"
#include "task/Objective.h"
#include "task/Task.h"

namespace mlgo {
/// Limits of one trial.
struct TrialLimits {
  unsigned Seconds = 60;
  uint64_t Megabytes = 4096;
};

/// How much larger the programs may become, all in all, than stock makes them,
/// where size is not what they are judged by.
struct GrowthLimit {
  double Amount = 0;
  bool IsPercent = false; ///< Of what stock makes; else bytes.

  uint64_t bytesOver(uint64_t Stock) const {
    return Stock + static_cast<uint64_t>(
                       IsPercent ? double(Stock) * Amount / 100 : Amount);
  }
};

/// Reads "300", bytes, or "1.5%".
Result<GrowthLimit> parseGrowthLimit(std::string_view Text);

/// Whose decisions a search or a sweep is about.
struct ProblemOptions {
  CorpusSelection Selection;
  mlgo::Objective Objective;
  /// Decides what is not searched: stock, or a model file.
  std::string Policy = "stock";
  /// Model files of other tasks of the same compiler, which decide as well.
  std::vector<std::string> Beside;
  CodeSetting Setting;
  TrialLimits Limits;
  std::optional<GrowthLimit> MaxGrowth; ///< None: any.
  /// With cycles: how many per cent of them one per cent of bytes is worth.
  double SizePrice = 0;
};

/// One function, or one module, under several policies.
struct MeasuredUnit {
  std::string Package, Name;
  bool IsDecided = false; ///< There is something to decide.
  double Stock = 0;       ///< Score, or bytes.
  std::vector<double> Policies;
};

struct ProgramEval;
struct ProgramEvalOptions;

class TaskBackEnd {
public:
  virtual ~TaskBackEnd() = default;

  /// As findTask knows it.
  virtual const char *task() const = 0;

  /// A module that answers what this back end asks in trials.
  virtual Result<std::unique_ptr<ReadyModule>>
  prepare(const TrialPlace &At) const = 0;

  /// Fails unless \p M is a policy of this task; errors begin with \p Where.
  virtual Status checkPolicy(const Model &M,
                             const std::string &Where) const = 0;

  /// Fails unless models of other tasks, \p Beside, may decide in its trials.
  virtual Status checkBeside(const std::vector<std::string> &Beside) const {
    return Success();
  }

  /// Trials for training; may make some at once.
  virtual Result<std::unique_ptr<ObjectiveTrials>>
  createTrials(const TrainingConfig &Config, const Objective &O,
               TrialContext Context) const = 0;

  virtual Result<std::unique_ptr<CorpusProblem>>
  createProblem(const ProblemOptions &Options, Worker &Work) const = 0;

  /// \p Options are of one corpus.
  virtual Result<std::unique_ptr<LabelSource>>
  createLabels(const ProblemOptions &Options, const LabelOptions &Labels,
               Worker &Work) const = 0;

  /// Files with decisions.
  virtual Result<Decisions> readDecisions(const std::string &Path) const = 0;
  virtual std::string formatDecisions(const Decisions &D) const = 0;

  /// True if policies are measured in linked programs; if not, by
  /// measureUnits.
  virtual bool measuresPrograms() const { return false; }

  virtual Result<ProgramEval>
  evaluatePrograms(const ProgramEvalOptions &Options, Worker &Work) const;

  /// Functions or modules under stock and each of \p Policies, model files;
  /// notes what is left out, and why, in \p Failures.
  virtual Result<std::vector<MeasuredUnit>>
  measureUnits(const ProblemOptions &Options,
               const std::vector<std::string> &Policies, Worker &Work,
               std::vector<std::string> &Failures) const;

  /// A policy that fits what createLabels wrote.
  virtual Result<Model> fit(const LabelFitOptions &Options) const;

  /// A policy that decides as stock, for training to start from.
  virtual Result<Model> createStart(const Objective &O) const = 0;
  /// A policy without training that decides by estimated bytes, where a task
  /// has one.
  virtual Result<Model> createBytesPolicy() const {
    return Error("there is no policy by bytes, expected task evict");
  }
};

/// All back ends that this LLVM allows.
const std::vector<const TaskBackEnd *> &allBackEnds();

/// The back end of the task that is called \p Task.
Result<const TaskBackEnd *> findBackEnd(std::string_view Task);

/// A task with its objective, as options or configurations name them.
struct ChosenTask {
  const mlgo::Task *Task = nullptr;
  const mlgo::Objective *Objective = nullptr;
  const TaskBackEnd *BackEnd = nullptr;
};

/// The same as options say.
struct TaskChoice {
  std::string Task = defaultTask().Name, Objective;
};

/// \p Objective may be empty: then what \p Task, an old name maybe, is for.
Result<ChosenTask> chooseTask(std::string_view Task,
                              std::string_view Objective);

/// Gives what is trained its one name. Tasks and objectives that had a name in
/// one word keep it, so that their checkpoints stay valid.
Status makeCanonical(TrainingConfig &Config);

/// What \p Config trains, with trials by \p Context.
Result<std::unique_ptr<PolicyObjective>>
createPolicyObjective(const TrainingConfig &Config, TrialContext Context);
} // namespace mlgo
