// What all plugins do alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "PluginFlags.h"
#include "mlgo/runner/DecisionLog.h"
#include <atomic>
#include <mutex>
#include <set>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlgo {
/// What a user may tell a plugin about any task: flags `-mlgo-<prefix>-...`
/// (with `-mllvm` before them for clang and lld) and environment variables
/// `MLGO_<PREFIX>_...`, for build systems and for compilers that read -mllvm
/// before they load plugins. The flag wins.
struct TaskOptions : RunnerOptions {
  std::string StatsFile; ///< Statistics are appended to this file.
  bool Stats = false;    ///< Statistics go to standard error.
  /// What cannot be used of what the user gave is an error, not a warning.
  bool IsStrict = false;
  /// The first value that no option has; stock is to decide then.
  std::optional<Error> Fault;

  bool wantsStatistics() const { return Stats || !StatsFile.empty(); }
  /// Whether what is compiled in decides, and no file of the user's.
  bool usesBuiltIn() const {
    return Mode == RunnerMode::Release && Model.empty();
  }
};

/// The part of a plugin that is the same for all tasks: options, diagnostics,
/// runners, logs, statistics. There is one for each task and process, made when
/// the plugin is loaded. Thread safe after the command line is read.
class PluginKit {
public:
  /// Adds the flags of all tasks for \p T, which lives as long.
  explicit PluginKit(const Task &T) : T(T), Flags(T) {}

  const Task &task() const { return T; }
  /// False if a plugin that was loaded before decides this task: an advisor
  /// leaves all to it then, and reads no option.
  bool isInstalled() const { return Flags.areAdded(); }
  /// For options that only this task has, before the command line is read.
  PluginFlags &flags() { return Flags; }

  /// What was given to this process. \p Reader, for options of the task's own,
  /// is one of flags(); faults that it has noted already count, too.
  TaskOptions readOptions(OptionReader &Reader) const;
  TaskOptions readOptions() const;

  /// From now on this process is a copy of the compiler that measures what
  /// would become of a module: all advisors decide as in the compiler, but
  /// nothing is logged, counted or asked of a host.
  static void beginTrial();
  static bool isTrial();

  /// Whether this process is rustc. It runs the pipelines of LTO itself, and
  /// prints remarks of plugins that nobody has asked for.
  static bool isInRustc();

  /// False if stock decides all for certain and no log or count is wanted: the
  /// plugin is then as if it were not there.
  static bool isWanted(const PolicySpec &Spec, const TaskOptions &Options);

  /// Who decides a module that is compiled in \p Context, or null, which the
  /// user has been told about, if stock is to do so. Without a built-in policy
  /// and without a model, release mode is as default mode.
  std::unique_ptr<MLModelRunner> createRunner(llvm::LLVMContext &Context,
                                              const PolicySpec &Spec,
                                              TaskOptions Options);

  /// A log of what is decided with \p Runner in \p M: in the file
  /// TrainingLog, or, if that is a folder, in a file there that is named after
  /// \p M and its contents: compilers that run at once do not meet, and equal
  /// modules have equal logs. Nothing, with an error that fails the
  /// compilation, if it cannot be begun.
  std::optional<DecisionLog> openLog(llvm::Module &M,
                                     const TaskOptions &Options,
                                     const MLModelRunner &Runner,
                                     const DecisionLogOptions &Columns);

  /// Completes \p Log. One that cannot be completed leaves nothing behind and
  /// fails the compilation.
  void closeLog(llvm::LLVMContext &Context, DecisionLog Log);

  /// Prints `mlgo-<prefix>-stats module=<module> <counts>` where the user
  /// wants it. What goes wrong is told on standard error.
  void writeStatistics(const TaskOptions &Options, std::string Module,
                       const std::string &Counts) const;

  /// Tells the user through LLVM's own diagnostics, so that the compiler
  /// prints, counts and fails for it as for its own: one error and one warning
  /// for each process, not one for each module of a link. Warnings end with
  /// what happens \p Instead.
  void fail(llvm::LLVMContext &Context, const Error &E);
  void warn(llvm::LLVMContext &Context, const Error &E,
            const char *Instead = "using the stock heuristic instead");
  /// The same where -Werror must not make it an error, on standard error: one
  /// for each consequence.
  void note(const Error &E, const char *Instead);
  /// An error if the user is strict, else a warning.
  void reportPolicy(llvm::LLVMContext &Context, const Error &E,
                    const TaskOptions &Options);
  /// Reports that the policy does not cover this code: as reportPolicy() does
  /// if the user named the policy, otherwise in a remark.
  void reportAbstention(llvm::LLVMContext &Context, const Error &E,
                        const TaskOptions &Options);

  /// Says once, in a remark (clang's -Rremark-backend-plugin), that stock
  /// decides, as \p Why tells.
  void remark(llvm::LLVMContext &Context, const Error &Why);

private:
  std::string describe(const Error &E, const char *Instead) const;

  const Task &T;
  PluginFlags Flags;
  std::atomic<bool> HasFailed{false}, HasWarned{false}, HasRemarked{false};
  std::mutex NotedMutex;
  std::set<std::string> Noted; ///< What was said to happen instead.
};
} // namespace mlgo
