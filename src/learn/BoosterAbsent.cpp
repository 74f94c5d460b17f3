//===- BoosterAbsent.cpp - A build without XGBoost ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/learn/Booster.h"

namespace mlgo {

bool hasBooster() { return false; }

Result<BoosterFit> fitBooster(const BoosterMatrix &, const BoosterMatrix &,
                              const BoosterParameters &, unsigned, unsigned) {
  return Error("cannot fit trees: built without XGBoost; install "
               "libxgboost-dev and configure again");
}

} // namespace mlgo
