// The one door to XGBoost
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/Booster.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>
#include <string_view>

namespace mlgo {
namespace {
/// The functions of XGBoost's C interface that are called here. All return 0
/// for success. Matrices and boosters are handles.
struct BoosterLibrary {
  const char *(*lastError)();
  int (*createMatrix)(const float *Values, uint64_t Rows, uint64_t Columns,
                      float Missing, void **Matrix);
  int (*setFloats)(void *Matrix, const char *Field, const float *Values,
                   uint64_t Count);
  int (*freeMatrix)(void *Matrix);
  int (*createBooster)(void *const *Matrices, uint64_t Count, void **Booster);
  int (*freeBooster)(void *Booster);
  int (*setParameter)(void *Booster, const char *Name, const char *Value);
  int (*boostOnce)(void *Booster, int Round, void *Train);
  int (*evaluate)(void *Booster, int Round, void **Matrices, const char **Names,
                  uint64_t Count, const char **Text);
  int (*save)(void *Booster, const char *Config, uint64_t *Length,
              const char **Text);
  int (*predict)(void *Booster, void *Matrix, const char *Config,
                 const uint64_t **Shape, uint64_t *Dimensions,
                 const float **Values);
};

template <typename FunctionT>
Status find(void *Library, const char *Name, FunctionT &Function) {
  Function = reinterpret_cast<FunctionT>(::dlsym(Library, Name));
  if (!Function)
    return Error(std::string("XGBoost: the library has no ") + Name +
                 ", expected that of XGBoost 1.7");
  return Success();
}

Result<BoosterLibrary> load() {
  // As Debian calls it, and as it is built elsewhere.
  void *Library = ::dlopen("libxgboost.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    Library = ::dlopen("libxgboost.so", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Error("cannot fit trees: XGBoost's library libxgboost.so.0 is not "
                 "there; install the package libxgboost0");
  BoosterLibrary B;
  MLGO_TRY(find(Library, "XGBGetLastError", B.lastError));
  MLGO_TRY(find(Library, "XGDMatrixCreateFromMat", B.createMatrix));
  MLGO_TRY(find(Library, "XGDMatrixSetFloatInfo", B.setFloats));
  MLGO_TRY(find(Library, "XGDMatrixFree", B.freeMatrix));
  MLGO_TRY(find(Library, "XGBoosterCreate", B.createBooster));
  MLGO_TRY(find(Library, "XGBoosterFree", B.freeBooster));
  MLGO_TRY(find(Library, "XGBoosterSetParam", B.setParameter));
  MLGO_TRY(find(Library, "XGBoosterUpdateOneIter", B.boostOnce));
  MLGO_TRY(find(Library, "XGBoosterEvalOneIter", B.evaluate));
  MLGO_TRY(find(Library, "XGBoosterSaveModelToBuffer", B.save));
  MLGO_TRY(find(Library, "XGBoosterPredictFromDMatrix", B.predict));
  return B;
}

/// Loads the library on the first call, for the whole process. The error names
/// the package.
///
/// It is not linked: who fits no trees needs no XGBoost, and does not wait for
/// it at every start.
Result<const BoosterLibrary *> loadBoosterLibrary() {
  static const Result<BoosterLibrary> Loaded = load();
  if (!Loaded)
    return Loaded.error();
  return &*Loaded;
}

Error boosterError(const BoosterLibrary &Library) {
  std::string Text = Library.lastError();
  // The first line tells; a stack trace follows.
  Text.resize(std::min(Text.find('\n'), Text.size()));
  return Error("XGBoost: " + Text);
}

/// Frees on every way out.
struct Matrix {
  explicit Matrix(const BoosterLibrary &Library) : Library(Library) {}
  ~Matrix() {
    if (Handle)
      Library.freeMatrix(Handle);
  }

  bool fill(const BoosterMatrix &From) {
    return Library.createMatrix(From.Values.data(), From.rows(), From.Columns,
                                std::numeric_limits<float>::quiet_NaN(),
                                &Handle) == 0 &&
           Library.setFloats(Handle, "label", From.Targets.data(),
                             From.rows()) == 0 &&
           Library.setFloats(Handle, "weight", From.Weights.data(),
                             From.rows()) == 0;
  }

  const BoosterLibrary &Library;
  void *Handle = nullptr;
};

struct Booster {
  explicit Booster(const BoosterLibrary &Library) : Library(Library) {}
  ~Booster() {
    if (Handle)
      Library.freeBooster(Handle);
  }

  const BoosterLibrary &Library;
  void *Handle = nullptr;
};

/// The number at the end of "[12]\tvalidation-logloss:0.25".
double parseMetric(std::string_view Text) {
  return std::strtod(std::string(Text.substr(Text.rfind(':') + 1)).c_str(),
                     nullptr);
}

/// Boosts; returns the number of rounds to use.
Result<unsigned> boost(const Booster &B, const Matrix &Train,
                       Matrix &Validation, unsigned MaxRounds,
                       unsigned Patience) {
  unsigned Best = MaxRounds;
  double BestMetric = std::numeric_limits<double>::infinity();
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    if (B.Library.boostOnce(B.Handle, static_cast<int>(Round), Train.Handle) !=
        0)
      return boosterError(B.Library);
    if (!Validation.Handle)
      continue;
    const char *Name = "validation";
    const char *Text = nullptr;
    if (B.Library.evaluate(B.Handle, static_cast<int>(Round),
                           &Validation.Handle, &Name, 1, &Text) != 0)
      return boosterError(B.Library);
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
Status readBack(const Booster &B, const Matrix &Train, BoosterFit &Fit) {
  uint64_t Length = 0;
  const char *Text = nullptr;
  if (B.Library.save(B.Handle, "{\"format\":\"json\"}", &Length, &Text) != 0)
    return boosterError(B.Library);
  Fit.Model.assign(Text, Length);
  const std::string Config = "{\"type\":1,\"training\":false,"
                             "\"iteration_begin\":0,\"iteration_end\":" +
                             std::to_string(Fit.Rounds) +
                             ",\"strict_shape\":false}";
  const uint64_t *Shape = nullptr;
  uint64_t Dimensions = 0;
  const float *Margins = nullptr;
  if (B.Library.predict(B.Handle, Train.Handle, Config.c_str(), &Shape,
                        &Dimensions, &Margins) != 0)
    return boosterError(B.Library);
  Fit.Margins.assign(Margins, Margins + Shape[0]);
  return Success();
}
} // namespace

bool hasBooster() { return bool(loadBoosterLibrary()); }

Result<BoosterFit> fitBooster(const BoosterMatrix &Train,
                              const BoosterMatrix &Validation,
                              const BoosterParameters &Parameters,
                              unsigned MaxRounds, unsigned Patience) {
  if (!Train.rows() || !MaxRounds)
    return Error("nothing to boost: " + std::to_string(Train.rows()) +
                 " examples, " + std::to_string(MaxRounds) + " rounds");
  const BoosterLibrary &Library = *MLGO_TRY(loadBoosterLibrary());
  Matrix TrainMatrix(Library), ValidationMatrix(Library);
  if (!TrainMatrix.fill(Train) ||
      (Validation.rows() && !ValidationMatrix.fill(Validation)))
    return boosterError(Library);
  Booster B(Library);
  if (Library.createBooster(&TrainMatrix.Handle, 1, &B.Handle) != 0)
    return boosterError(Library);
  for (const auto &[Name, Value] : Parameters)
    if (Library.setParameter(B.Handle, Name.c_str(), Value.c_str()) != 0)
      return boosterError(Library);
  BoosterFit Fit;
  Fit.Rounds =
      MLGO_TRY(boost(B, TrainMatrix, ValidationMatrix, MaxRounds, Patience));
  MLGO_TRY(readBack(B, TrainMatrix, Fit));
  return Fit;
}
} // namespace mlgo
