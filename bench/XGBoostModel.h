// A tree ensemble in XGBoost's predictor
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include <string>
#include <vector>

namespace mlgo {

/// The trees of a model of BenchModels, in XGBoost, one thread, predicting in
/// place through its C interface: the fastest way it offers for one row.
class XGBoostModel {
public:
  explicit XGBoostModel(const Model &M);
  ~XGBoostModel();
  XGBoostModel(const XGBoostModel &) = delete;
  XGBoostModel &operator=(const XGBoostModel &) = delete;

  /// The answer; -1 if XGBoost reports an error.
  int64_t evaluate(const uint8_t *Inputs);

private:
  const Model &M;
  void *Booster = nullptr;
  std::vector<float> Row;
  std::string Interface; ///< Describes Row, as XGBoost wants it.
};

} // namespace mlgo
