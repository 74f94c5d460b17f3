//===- BuiltInEviction.cpp - The eviction policies that ship --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltInEviction.h"

#include "EvictionInputs.h"
#include "RegAllocEvict.h"
#include "RegAllocEvictOz.h"

#include "mlgo/runner/ReleaseModeModelRunner.h"

namespace mlgo {
namespace {

template <typename Compiled> Result<EvictionPolicy> createBuiltIn() {
  Compiled Generated;
  const auto Standard = getEvictionInputs();
  EvictionPolicy Policy;
  for (int I = 0; const char *Name = Generated.InputName(I); ++I)
    for (size_t Own = EvictionInput::NumLLVM; Own < Standard.size(); ++Own)
      Policy.NeedsStockColumn |= Name == Standard[Own].name();
  auto Runner = ReleaseModeModelRunner<Compiled>::create(
      Standard, getEvictionOutput().name());
  if (!Runner)
    return Runner.error().in("built-in policy");
  Policy.Runner = std::move(*Runner);
  return Policy;
}

} // namespace

Result<EvictionPolicy> createBuiltInEvictionPolicy() {
  return createBuiltIn<RegAllocEvict>();
}

Result<EvictionPolicy> createBuiltInSizePolicy() {
  return createBuiltIn<RegAllocEvictOz>();
}

} // namespace mlgo
