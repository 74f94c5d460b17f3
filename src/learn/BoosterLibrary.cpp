// XGBoost, loaded when it is used
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "learn/BoosterLibrary.h"
#include <dlfcn.h>

namespace mlgo {
namespace {
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
} // namespace

Result<const BoosterLibrary *> loadBoosterLibrary() {
  static const Result<BoosterLibrary> Loaded = load();
  if (!Loaded)
    return Loaded.error();
  return &*Loaded;
}
} // namespace mlgo
