//===- SizeEstimator.cpp - How large functions will be -----------------------
//-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeEstimator.h"

#include "NativeSize.h"

namespace mlgo {

std::optional<int64_t> CodeGenEstimator::getNativeSize(llvm::Function &F) {
  auto [Entry, IsNew] = Known.try_emplace(FunctionHasher().hash(F));
  if (IsNew)
    if (auto Size = measureFunction(F))
      Entry->second = static_cast<int64_t>(*Size);
  return Entry->second;
}

std::unique_ptr<SizeEstimator>
createSizeEstimator(const InlineOptions &Options) {
  if (Options.Reward == InlineOptions::RewardKind::Functions)
    return std::make_unique<CodeGenEstimator>();
  return nullptr;
}

} // namespace mlgo
