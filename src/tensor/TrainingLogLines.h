// The text lines of a training log
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands between the raw bytes of a training log, for all who read one:
// from a file, or from a compiler that waits for answers. The format is that of
// the functions that write these lines.

#pragma once

#include "mlgo/tensor/TensorSpec.h"

namespace mlgo {
/// Tensors of one observation that together are larger than this are taken for
/// an error of the header; MLGO's largest have 3.4 kB.
constexpr size_t MaxObservationBytes = size_t(64) << 20;
/// A header, context or number that is longer than this is no text.
constexpr size_t MaxLogLineBytes = size_t(1) << 20;

/// The first line: what the observations consist of.
struct TrainingLogHeader {
  std::vector<TensorSpec> Features;
  std::optional<TensorSpec> Score;
  std::optional<TensorSpec> Advice;
};

/// Reads a header, without its newline. Fails also if an observation would be
/// larger than MaxObservationBytes.
Result<TrainingLogHeader> parseTrainingLogHeader(std::string_view Line);

/// What a line {"context":"NAME"} names; nothing if \p Line is none.
std::optional<std::string> parseTrainingLogContext(std::string_view Line);

/// What a line {"<Key>":N} counts; nothing if \p Line is none. Keys are
/// "observation" and "outcome".
std::optional<uint64_t> parseTrainingLogCount(std::string_view Line,
                                              const char *Key);
} // namespace mlgo
