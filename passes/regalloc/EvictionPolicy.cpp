//===- EvictionPolicy.cpp - An eviction policy from a model file ----------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvictionPolicy.h"

#include "EvictionInputs.h"

#include "mlgo/task/Task.h"

#include <algorithm>

namespace mlgo {
namespace {

/// The columns that \p M was made for.
size_t countColumns(const Model &M) {
  const std::string Mask = getEvictionInputs()[EvictionInput::Mask].name();
  for (const TensorSpec &Input : M.Inputs)
    if (Input.name() == Mask && Input.getElementCount() > 1)
      return Input.getElementCount();
  return StockColumns;
}

bool readsOwnInputs(const Model &M) {
  const auto All = getEvictionInputs();
  return std::any_of(All.begin() + EvictionInput::NumLLVM, All.end(),
                     [&](const TensorSpec &Own) {
                       return std::any_of(M.Inputs.begin(), M.Inputs.end(),
                                          [&](const TensorSpec &Input) {
                                            return Input.name() == Own.name();
                                          });
                     });
}

} // namespace

PolicySpec getEvictionPolicySpec() {
  PolicySpec Spec = (*findTask("evict"))->policy();
  Spec.Inputs = [](RunnerMode Mode, const Model *M) {
    return getEvictionInputs(M ? countColumns(*M) : StockColumns,
                             Mode == RunnerMode::Release ||
                                 (M && readsOwnInputs(*M)));
  };
  return Spec;
}

} // namespace mlgo
