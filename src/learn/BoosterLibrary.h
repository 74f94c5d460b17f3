// XGBoost, loaded when it is used
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>

namespace mlgo {
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

/// Loads the library on the first call, for the whole process. The error names
/// the package.
///
/// It is not linked: who fits no trees needs no XGBoost, and does not wait for
/// it at every start.
Result<const BoosterLibrary *> loadBoosterLibrary();
} // namespace mlgo
