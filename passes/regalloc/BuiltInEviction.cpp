//===- BuiltInEviction.cpp - The eviction policy that ships ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltInEviction.h"

#include "EvictionInputs.h"
#include "RegAllocEvict.h"

#include "mlgo/runner/ReleaseModeModelRunner.h"

namespace mlgo {

Result<EvictionPolicy> createBuiltInEvictionPolicy() {
  RegAllocEvict Generated;
  const auto Standard = getEvictionInputs();
  size_t Columns = StockColumns;
  EvictionPolicy Policy;
  for (int I = 0; const char *Name = Generated.InputName(I); ++I) {
    if (Name == Standard[EvictionInput::Mask].name())
      Columns = Generated.InputElementCount(I);
    for (size_t Own = EvictionInput::NumLLVM; Own < Standard.size(); ++Own)
      Policy.NeedsStockColumn |= Name == Standard[Own].name();
  }
  auto Runner = ReleaseModeModelRunner<RegAllocEvict>::create(
      getEvictionInputs(Columns), getEvictionOutput().name());
  if (!Runner)
    return Runner.error().in("built-in policy");
  Policy.Runner = std::move(*Runner);
  return Policy;
}

} // namespace mlgo
