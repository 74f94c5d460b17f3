// Logs what a runner decides
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/tensor/TrainingLogWriter.h"

namespace mlgo {
/// Which columns a DecisionLog has, and where it is.
struct DecisionLogOptions {
  /// The default decision, which is logged behind the extra outputs, where
  /// LLVM's development mode has it; an input of that name is not logged in its
  /// own place. None: there is no such column.
  std::optional<TensorSpec> Default;
  /// The reward of decisions; if there is none, they are not scored.
  std::optional<TensorSpec> Score;
};

/// The name of a log in a folder of logs, for the module \p Module whose name
/// and contents have \p Hash; file systems take names so long.
std::string getLogName(const std::string &Module, uint64_t Hash);

/// A training log in the columns of LLVM's development mode: the inputs of a
/// runner, its extra outputs, the default decision, the decision. In a log with
/// scores, what gets none is scored 0. Not thread-safe.
class DecisionLog {
public:
  /// Starts the log \p Path of a runner with the inputs and outputs of
  /// \p Runner. As with TrainingLogWriter, the file is there after close().
  static Result<DecisionLog> create(const std::string &Path,
                                    const MLModelRunner &Runner,
                                    const TensorSpec &Decision,
                                    const DecisionLogOptions &Options = {});

  /// The decisions that follow belong to \p Name: a module or a function.
  void switchContext(std::string_view Name);

  /// Appends the tensors of \p Runner as they are now and \p Decision. The
  /// default decision is \p Default, or, if that is null, in the input of that
  /// name.
  void logDecision(const MLModelRunner &Runner, const void *Decision,
                   const void *Default = nullptr);

  /// The score of the last decision, if the log has scores.
  void logReward(const void *Reward);

  /// Completes the file, or removes it and tells what went wrong since create.
  Status close();

private:
  DecisionLog(TrainingLogWriter Writer) : Writer(std::move(Writer)) {}
  void finishObservation();

  TrainingLogWriter Writer;
  std::vector<size_t> Inputs; ///< Those that are logged first, in order.
  bool HasDefault = false;
  std::optional<size_t> DefaultInput;
  /// The score of the last decision; there if the log has scores.
  std::optional<TensorBuffer> Reward;
  bool NeedsReward = false; ///< The last decision's is still to be written.
};
} // namespace mlgo
