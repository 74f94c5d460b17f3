// How large functions will be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SizeEstimator.h"
#include "IR2NativeEstimator.h"
#include "InlineOptions.h"
#include "NativeSize.h"

namespace mlgo {
std::optional<int64_t> CodeGenEstimator::getNativeSize(llvm::Function &F) {
  auto [Entry, IsNew] = Known.try_emplace(FunctionHasher().hash(F));
  if (IsNew)
    if (auto Size = measureFunction(F))
      Entry->second = static_cast<int64_t>(*Size);
  return Entry->second;
}

Result<std::unique_ptr<SizeEstimator>>
createSizeEstimator(const InlineOptions &Options) {
  if (Options.Reward == InlineOptions::RewardKind::Functions)
    return std::unique_ptr<SizeEstimator>(new CodeGenEstimator());
  if (Options.Reward != InlineOptions::RewardKind::IR2Native)
    return std::unique_ptr<SizeEstimator>();
  if (Options.RewardModel.empty())
    return Error("the reward ir2native needs its model: "
                 "-mlgo-inline-reward-model is not given");
  return std::unique_ptr<SizeEstimator>(
      MLGO_TRY(IR2NativeEstimator::create(Options.RewardModel)));
}
} // namespace mlgo
