// What is known of a module that is not labelled to its end
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <optional>
#include <string>
#include <vector>

namespace mlgo {
/// The moves of one module that were tried, in a file beside its log, so that a
/// sweep that ends early goes on inside of the module. Of this machine alone.
class LabelJournal {
public:
  /// Moves that were tried together.
  struct Record {
    std::vector<size_t> Moves; ///< By number in the module's plan.
    std::vector<std::optional<double>> Results;
    std::string Memory; ///< See LabelSource::memoryOf.
  };

  /// \p Plan is all that the results depend on: a file of another one is empty.
  LabelJournal(std::string Path, std::string Plan)
      : Path(std::move(Path)), Plan(std::move(Plan)) {}

  /// What the file has; none if there is no file. A record that was not written
  /// to its end is left out, and all behind it.
  std::vector<Record> read() const;
  /// Appends \p R.
  Status add(const Record &R);
  void remove() const;

private:
  std::string Path, Plan;
  bool IsOwn = false; ///< The file is of this plan, and whole.
};
} // namespace mlgo
