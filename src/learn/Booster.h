// The one door to XGBoost
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <vector>

namespace mlgo {
/// Examples as XGBoost takes them; no value is missing or infinite.
struct BoosterMatrix {
  size_t Columns = 0;
  std::vector<float> Values;  ///< [rows()][Columns], row-major.
  std::vector<float> Targets; ///< [rows()].
  std::vector<float> Weights; ///< [rows()].

  size_t rows() const { return Targets.size(); }
};

/// XGBoost's parameters by name, for example {"eta", "0.1"}.
using BoosterParameters = std::vector<std::pair<std::string, std::string>>;

/// What was learned.
struct BoosterFit {
  std::string Model;          ///< XGBoost's JSON, with all rounds.
  unsigned Rounds = 0;        ///< How many of them, from the first, to use.
  std::vector<float> Margins; ///< Their predictions for the training rows.
};

/// Boosts for at most \p MaxRounds. If \p Validation has rows, Rounds is where
/// its metric was best, and boosting ends \p Patience rounds after that (0: not
/// before the last); without, Rounds is \p MaxRounds. The same input gives the
/// same result on the same machine and library. XGBoost is loaded when this is
/// called first; where it is not installed, the error says what to install.
Result<BoosterFit> fitBooster(const BoosterMatrix &Train,
                              const BoosterMatrix &Validation,
                              const BoosterParameters &Parameters,
                              unsigned MaxRounds, unsigned Patience);

/// Whether XGBoost is installed.
bool hasBooster();
} // namespace mlgo
