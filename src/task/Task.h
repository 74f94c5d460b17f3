// A heuristic that we replace
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task says what is decided; an objective (Objective.h) what a decision is
// judged by. Level and target are neither: they are settings.
//
// To add a task, describe it in passes/<folder>/<Name>Task.cpp and name it in
// passes/Tasks.def.

#pragma once

#include "mlgo/runner/RunnerFactory.h"

namespace mlgo {
/// One input of a policy.
struct TaskInput {
  TensorSpec Spec;
  std::string Meaning;  ///< A phrase for people.
  bool IsLLVMs = false; ///< Stock compilers send it, too.
  /// Its value in training logs from before it was an input.
  std::optional<int64_t> Earlier = std::nullopt;
  /// Names of its values 0, 1 and so on, for people; empty: there are none.
  std::vector<std::string_view> ValueNames = {};
};

/// What a policy answers with.
struct TaskDecision {
  /// Name and type, as LLVM's channel has them.
  TensorSpec Spec = TensorSpec::createSpec<int64_t>("", {1});
  /// The answer is one of 0 to this - 1; 0 if it is a number. What is legal at
  /// a moment may be less: the advisor then does what stock does.
  int64_t Choices = 0;
  /// The input with a 1 for each choice that is legal; empty if all are.
  std::string Mask;
  /// The input with the stock decision; empty if there is none.
  std::string StockInput;
};

/// A policy that ships.
struct ShippedPolicy {
  std::string Model;     ///< models/<Model>.mlgo
  std::string Objective; ///< What it was trained for.
  ModelScope Scope;      ///< As the model file has it.
  /// Compiled into the plugin, where it decides unless told otherwise. False:
  /// it decides only if the plugin is given the file.
  bool IsBuiltIn = true;
  /// The plugin's option without which stock decides; empty: there is none.
  std::string AskedBy = {};
  /// Another objective that it serves if it is asked for.
  std::string AlsoFor = {};

  bool isFor(std::string_view Asked) const {
    return Objective == Asked || (!AlsoFor.empty() && AlsoFor == Asked);
  }
};

/// How people are told of a task's decisions in a build.
struct TaskWords {
  std::string Noun; ///< What is decided: "inlining"; empty: nobody is told.
  std::string RecordSuffix; ///< Behind the name of the file with calls.
  /// What a decision that differs from stock's is: "left out"; empty: nothing
  /// more than that it differs.
  std::string Differing;
};

/// How an unmodified compiler is made to ask another process; empty if none
/// does.
struct StockChannel {
  std::vector<std::string> Enable; ///< Flags for LLVM's option parser.
  std::string Base;                ///< Flag before the channel's base.
  std::string IncludeDefault;      ///< Flag to send the stock decision, or "".
  std::vector<std::string> Programs; ///< Which decide: opt, llc, clang, ld.lld.
};

/// Everything that is a task's own and that those who do not compile have to
/// know.
struct Task {
  std::string Name; ///< On command lines.
  /// Names in model files, configurations and logs; the first is written.
  std::vector<std::string> FileNames;
  std::string Description;          ///< A phrase for people.
  std::string Plugin;               ///< File name before `-<major>.so`.
  std::vector<unsigned> LLVMMajors; ///< Which the plugin exists for.
  /// Flags are -mlgo-<Prefix>-..., variables MLGO_<PREFIX>_...
  std::string Prefix;
  std::vector<TaskInput> Inputs; ///< In the order of the plugin's runners.
  TaskDecision Decision;
  StockChannel Channel;
  std::vector<ShippedPolicy> Policies;
  /// Numbers that a model file may give the advisor, which reads them by name
  /// (ModelScope::limit).
  std::vector<ScopeLimit> Limits;
  std::vector<std::string> Objectives; ///< See Objective.h; the default first.
  TaskWords Words;
  /// Options of the plugin that --smallest sets.
  std::vector<std::string> Smallest;
  /// The option for the number of trials, which is --effort; empty: there are
  /// no trials in a compilation.
  std::string EffortOption;

  /// True for Name and for FileNames.
  bool isCalled(std::string_view Called) const;
  /// \p Conditions, as RowCondition::parseAll() reads them, with the numbers of
  /// values that are named: "pass=13" for "pass=indvars".
  Result<std::string> numberValues(std::string_view Conditions) const;
  /// MLGO_<PREFIX>_<Option>; \p Option in capitals.
  std::string variable(std::string_view Option) const;
  /// -mlgo-<Prefix>-<Option>
  std::string option(std::string_view Option) const;
  bool serves(unsigned LLVMMajor) const;
  /// The first line of decisions of this task.
  std::string decisionsHeader() const;
  /// Whether \p Text, of a decisions file, has decisions of this task.
  bool hasDecisionsIn(std::string_view Text) const;
  /// What a runner is made for that asks a policy for this task: its inputs are
  /// Inputs, and no policy is built in.
  PolicySpec policy() const;
  /// True if \p M reads an input that stock compilers do not send.
  bool readsOwnInputs(const Model &M) const;
};

/// All tasks, in the order of passes/Tasks.def. Thread safe.
const std::vector<Task> &allTasks();

/// Which commands are about unless they are told otherwise: the first, whose
/// decisions are about single calls.
const Task &defaultTask();

/// The task that has Task::EffortOption.
const Task &effortTask();

/// The task that is called so; the error names all.
Result<const Task *> findTask(std::string_view Name);

/// The task whose decision has the name and type of \p Output, or null.
const Task *findTaskOf(const TensorSpec &Output);
} // namespace mlgo
