// Reads LLVM's training log format
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TensorBuffer.h"
#include <cstdio>
#include <memory>

namespace mlgo {
/// One decision. A reader fills it again and again.
struct TrainingLogObservation {
  std::string Context;               ///< The module or function.
  uint64_t Number = 0;               ///< Counted from 0 within the context.
  std::vector<TensorBuffer> Tensors; ///< One for each feature of the log.
  std::optional<TensorBuffer> Score; ///< There if the log has a score.
};

/// Reads a training log, whoever wrote it, an observation at a time; the format
/// is specified where TrainingLogWriter is declared. Memory is bounded by one
/// observation, however long or broken the file. Not thread-safe.
class TrainingLogReader {
public:
  /// Opens the regular file \p Path and reads its header.
  static Result<TrainingLogReader> open(const std::string &Path);

  const std::vector<TensorSpec> &features() const { return Features; }
  const std::optional<TensorSpec> &score() const { return Score; }
  const std::optional<TensorSpec> &advice() const { return Advice; }

  /// The position in features() of the one with \p Name.
  std::optional<size_t> findFeature(const std::string &Name) const;

  /// Reads the next observation into \p O; false at the end of a complete file.
  /// The error names the file and the byte at which it goes wrong; \p O is then
  /// meaningless. Reuses the memory of \p O if it came from this reader.
  Result<bool> next(TrainingLogObservation &O);

private:
  struct FileCloser {
    void operator()(std::FILE *File) const { std::fclose(File); }
  };

  TrainingLogReader() = default;
  Error wrong(uint64_t At, const std::string &What) const;
  Status readHeader();
  /// Reads up to and without a newline; false if there is nothing more.
  Result<bool> readLine();
  Status readBytes(void *Data, size_t Size, const std::string &What);
  Status readNewline();
  Status readTensors(TrainingLogObservation &O);
  Status readOutcome(TrainingLogObservation &O);

  std::unique_ptr<std::FILE, FileCloser> File;
  std::string Path;
  std::vector<TensorSpec> Features;
  std::optional<TensorSpec> Score;
  std::optional<TensorSpec> Advice;
  std::string Line;
  uint64_t LineStart = 0; ///< Offset of Line.
  uint64_t Offset = 0;    ///< Where the next read begins.
  std::string Context;
  bool HasContext = false;
  /// The number that the next observation has, unless the context is new: a
  /// name may have been there before, and remembering all would cost memory.
  std::optional<uint64_t> NextNumber;
};
} // namespace mlgo
