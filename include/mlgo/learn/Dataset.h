// Logged decisions as a table
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mlgo {
/// The decisions of many compilations, a row each.
struct Dataset {
  std::vector<std::string> Features; ///< Names of the columns.
  std::vector<std::string> Programs; ///< Names, sorted.
  /// [size()][Features], row-major. What does not fit in 32 bits is the nearest
  /// that does, which leaves all comparisons with 32-bit thresholds unchanged.
  std::vector<int32_t> Values;
  std::vector<uint32_t> ProgramOf; ///< Index into Programs.
  std::vector<uint8_t> Decisions;  ///< What was decided: 0 or 1.
  /// Bytes by which the linked program grows if the default decision alone is
  /// inverted; empty if the logs have no score.
  std::vector<float> DeltaSizes;
  /// How sure that is, from 0 to 1: what the logs say in `label_confidence`, in
  /// per cent, right before the decision; 1 if they do not.
  std::vector<float> Confidences;

  size_t size() const { return ProgramOf.size(); }
  const int32_t *row(size_t Example) const {
    return Values.data() + Example * Features.size();
  }
  std::optional<uint32_t> findFeature(const std::string &Name) const;
  /// The same; that there is none is an error.
  Result<uint32_t> requireFeature(const std::string &Name) const;
  std::optional<uint32_t> findProgram(const std::string &Name) const;
  /// The rows of the programs for which \p Selected has a true entry.
  std::vector<uint32_t> rowsOf(const std::vector<bool> &Selected) const;
};

/// Features that came after logs were written, with the value that each would
/// have had in a log without it.
using LaterFeatures = std::vector<std::pair<std::string, int64_t>>;

/// Reads the training logs `<Root>/<program>/**/*.log` in the order of their
/// paths; only those of \p Programs unless that is empty. Each log has the same
/// int64_t scalar features, but for those of \p Later, the last of which is the
/// decision taken, and either all or none have a score, one float: see
/// Dataset::DeltaSizes. Programs without decisions are kept; a program that is
/// not there is an error.
Result<Dataset> loadDataset(const std::string &Root,
                            const std::vector<std::string> &Programs = {},
                            const LaterFeatures &Later = {});

/// The same for several folders, which count as one: a program that is in more
/// than one of them has the logs of all, in the order of \p Roots.
Result<Dataset> loadDataset(const std::vector<std::string> &Roots,
                            const std::vector<std::string> &Programs = {},
                            const LaterFeatures &Later = {});
} // namespace mlgo
