//===- TrainingLogWriter.h - Writes LLVM's training log format --*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The training log: the decisions of a compilation, with all that was known
// when each was taken. The format is LLVM's, byte for byte, so its tools read
// our logs and we read those of any clang.
//
// Goals: cheap to write, appended to as the compiler goes, self-describing,
// readable without a schema or a library. Text carries structure, raw bytes
// carry numbers.
//
//   log         = header { context | observation }
//   header      = {"features":[SPEC,...],"score":SPEC,"advice":SPEC} NEWLINE
//   context     = {"context":"NAME"} NEWLINE
//   observation = {"observation":N} NEWLINE
//                 the bytes of each feature, in the order of the header NEWLINE
//                 [{"outcome":N} NEWLINE the bytes of the score NEWLINE]
//
// SPEC is a TensorSpec in JSON. `score` is there if observations are scored,
// and then all are; `advice` if a host answers them (the interactive protocol).
// N counts the observations of its context from 0 and goes on where it was when
// a name comes back: f:0 f:1 g:0 f:2. White space is nowhere but in the
// NEWLINEs.
//
// Example, one int64_t feature `x` of shape [1] whose value is 3:
//
//   {"features":[{"name":"x","type":"int64_t","port":0,"shape":[1]}]}
//   {"context":"main.cpp"}
//   {"observation":0}
//   03 00 00 00 00 00 00 00
//
// (the last line stands for eight raw bytes).
//
// Trap: raw bytes may contain a newline, 10 being a popular number. A reader
// must count bytes; splitting at newlines works until it does not. Numbers are
// in the byte order of the machine that wrote them.
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TENSOR_TRAININGLOGWRITER_H
#define MLGO_TENSOR_TRAININGLOGWRITER_H

#include "mlgo/support/Result.h"
#include "mlgo/tensor/TensorSpec.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlgo {

/// Writes one training log as it happens. The file appears under its name when
/// close() succeeds; a writer that dies earlier leaves nothing. What goes wrong
/// in between (a full disk, calls out of order) is kept and told by close().
/// Not thread-safe.
class TrainingLogWriter {
public:
  /// Starts the log \p Path of observations that consist of \p Features and, if
  /// given, a \p Score. \p Advice only describes what a host answers.
  static Result<TrainingLogWriter>
  create(const std::string &Path, std::vector<TensorSpec> Features,
         std::optional<TensorSpec> Score = std::nullopt,
         std::optional<TensorSpec> Advice = std::nullopt);

  TrainingLogWriter(TrainingLogWriter &&) noexcept;
  TrainingLogWriter &operator=(TrainingLogWriter &&) noexcept;
  ~TrainingLogWriter();

  const std::vector<TensorSpec> &features() const { return Features; }

  /// The observations that follow belong to \p Name: a module or a function.
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
  /// What was written last.
  enum class Place { Header, Context, Started, Ended, Scored };

  struct FileCloser {
    void operator()(std::FILE *File) const { std::fclose(File); }
  };

  TrainingLogWriter() = default;
  void discard();
  void write(const void *Data, size_t Size);
  void write(const std::string &Text) { write(Text.data(), Text.size()); }
  void expect(bool Condition, const char *What);

  std::unique_ptr<std::FILE, FileCloser> File;
  std::string Path;
  std::string Temporary;
  std::vector<TensorSpec> Features;
  std::optional<TensorSpec> Score;
  std::map<std::string, uint64_t> Counts; ///< Observations by context.
  uint64_t *Count = nullptr;              ///< That of the current context.
  Place Last = Place::Header;
  size_t NextFeature = 0;
  std::optional<Error> Failure; ///< The first.
};

} // namespace mlgo

#endif // MLGO_TENSOR_TRAININGLOGWRITER_H
