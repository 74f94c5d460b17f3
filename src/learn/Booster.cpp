//===- Booster.cpp - The one door to XGBoost ------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/learn/Booster.h"

#include <xgboost/c_api.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace mlgo {
namespace {

Error boosterError() {
  std::string Text = XGBGetLastError();
  // The first line tells; a stack trace follows.
  Text.resize(std::min(Text.find('\n'), Text.size()));
  return Error("XGBoost: " + Text);
}

/// Frees on every way out.
struct Matrix {
  DMatrixHandle Handle = nullptr;
  ~Matrix() {
    if (Handle)
      XGDMatrixFree(Handle);
  }

  bool fill(const BoosterMatrix &From) {
    return XGDMatrixCreateFromMat(From.Values.data(), From.rows(), From.Columns,
                                  std::numeric_limits<float>::quiet_NaN(),
                                  &Handle) == 0 &&
           XGDMatrixSetFloatInfo(Handle, "label", From.Targets.data(),
                                 From.rows()) == 0 &&
           XGDMatrixSetFloatInfo(Handle, "weight", From.Weights.data(),
                                 From.rows()) == 0;
  }
};

struct Handle {
  BoosterHandle Booster = nullptr;
  ~Handle() {
    if (Booster)
      XGBoosterFree(Booster);
  }
};

/// The number at the end of "[12]\tvalidation-logloss:0.25".
double parseMetric(std::string_view Text) {
  return std::strtod(std::string(Text.substr(Text.rfind(':') + 1)).c_str(),
                     nullptr);
}

/// Boosts; returns the number of rounds to use.
Result<unsigned> boost(BoosterHandle Booster, Matrix &Train, Matrix &Validation,
                       unsigned MaxRounds, unsigned Patience) {
  unsigned Best = MaxRounds;
  double BestMetric = std::numeric_limits<double>::infinity();
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    if (XGBoosterUpdateOneIter(Booster, static_cast<int>(Round),
                               Train.Handle) != 0)
      return boosterError();
    if (!Validation.Handle)
      continue;
    const char *Name = "validation";
    const char *Text = nullptr;
    if (XGBoosterEvalOneIter(Booster, static_cast<int>(Round),
                             &Validation.Handle, &Name, 1, &Text) != 0)
      return boosterError();
    if (const double Metric = parseMetric(Text); Metric < BestMetric) {
      BestMetric = Metric;
      Best = Round + 1;
    }
    if (Patience && Round + 1 >= Best + Patience)
      break;
  }
  return Best;
}

/// Fills in the model and the margins.
Status readBack(BoosterHandle Booster, const Matrix &Train, BoosterFit &Fit) {
  bst_ulong Length = 0;
  const char *Text = nullptr;
  if (XGBoosterSaveModelToBuffer(Booster, "{\"format\":\"json\"}", &Length,
                                 &Text) != 0)
    return boosterError();
  Fit.Model.assign(Text, Length);
  const std::string Config = "{\"type\":1,\"training\":false,"
                             "\"iteration_begin\":0,\"iteration_end\":" +
                             std::to_string(Fit.Rounds) +
                             ",\"strict_shape\":false}";
  const bst_ulong *Shape = nullptr;
  bst_ulong Dimensions = 0;
  const float *Margins = nullptr;
  if (XGBoosterPredictFromDMatrix(Booster, Train.Handle, Config.c_str(), &Shape,
                                  &Dimensions, &Margins) != 0)
    return boosterError();
  Fit.Margins.assign(Margins, Margins + Shape[0]);
  return Success();
}

} // namespace

bool hasBooster() { return true; }

Result<BoosterFit> fitBooster(const BoosterMatrix &Train,
                              const BoosterMatrix &Validation,
                              const BoosterParameters &Parameters,
                              unsigned MaxRounds, unsigned Patience) {
  if (!Train.rows() || !MaxRounds)
    return Error("nothing to boost: " + std::to_string(Train.rows()) +
                 " examples, " + std::to_string(MaxRounds) + " rounds");
  Matrix TrainMatrix, ValidationMatrix;
  if (!TrainMatrix.fill(Train) ||
      (Validation.rows() && !ValidationMatrix.fill(Validation)))
    return boosterError();
  Handle Owner;
  if (XGBoosterCreate(&TrainMatrix.Handle, 1, &Owner.Booster) != 0)
    return boosterError();
  for (const auto &[Name, Value] : Parameters)
    if (XGBoosterSetParam(Owner.Booster, Name.c_str(), Value.c_str()) != 0)
      return boosterError();
  auto Rounds = MLGO_TRY(
      boost(Owner.Booster, TrainMatrix, ValidationMatrix, MaxRounds, Patience));
  BoosterFit Fit;
  Fit.Rounds = Rounds;
  MLGO_TRY(readBack(Owner.Booster, TrainMatrix, Fit));
  return Fit;
}

} // namespace mlgo
