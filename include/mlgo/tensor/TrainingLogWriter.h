// Writes LLVM's training log format
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/UnfinishedFile.h"
#include "mlgo/tensor/TensorSpec.h"
#include <map>

namespace mlgo {
/// Writes one training log as it happens, in the format that
/// TrainingLogFormat.h describes. The file appears under its name when close()
/// succeeds; a writer that dies earlier leaves nothing. What goes wrong in
/// between (a full disk, calls out of order) is kept and told by close(). Not
/// thread-safe.
class TrainingLogWriter {
public:
  /// Starts the log \p Path of observations that consist of \p Features and, if
  /// given, a \p Score. \p Advice only describes what a host answers.
  static Result<TrainingLogWriter>
  create(const std::string &Path, std::vector<TensorSpec> Features,
         std::optional<TensorSpec> Score = std::nullopt,
         std::optional<TensorSpec> Advice = std::nullopt);

  TrainingLogWriter(TrainingLogWriter &&) noexcept = default;
  TrainingLogWriter &operator=(TrainingLogWriter &&) noexcept = default;

  const std::vector<TensorSpec> &features() const { return Features; }

  /// The observations that follow belong to \p Name: a module or a function. It
  /// is written with the first of them, and so not at all if there is none.
  void switchContext(std::string_view Name);

  void startObservation();

  /// Appends the tensor of feature \p Index, which \p Data holds. Every feature
  /// is logged once, in order.
  void logTensorValue(size_t Index, const void *Data);

  void endObservation();

  /// Appends the score of the observation that has just ended. Needed after
  /// each observation if and only if the log has a score.
  void logReward(const void *Data);

  /// Completes the file, or removes it and tells what went wrong since create.
  Status close();

private:
  /// The kind of the last record.
  enum class Place { Header, Context, Started, Ended, Scored };

  TrainingLogWriter() = default;
  void expect(bool Condition, const char *What);

  UnfinishedFile File;
  std::string Path;
  std::vector<TensorSpec> Features;
  std::optional<TensorSpec> Score;
  std::map<std::string, uint64_t> Counts; ///< Observations by context.
  uint64_t *Count = nullptr;              ///< The current context's, in Counts.
  Place Last = Place::Header;
  size_t NextFeature = 0;
  std::string Context;          ///< A line that is not written yet.
  std::string Line;             ///< Reused, so that lines cost no allocation.
  std::optional<Error> Failure; ///< The first.
};
} // namespace mlgo
