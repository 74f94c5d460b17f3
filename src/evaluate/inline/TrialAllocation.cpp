// Registers in trials of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialAllocation.h"

#ifdef MLGO_HAS_ALLOCATION

#include "EvictionAnalysis.h"
#include "EvictionPolicy.h"
#include "KnownConstants.h"
#include "RegisterAssignment.h"
#include "SizeSettings.h"
#include "SmallConstants.h"
#include "mlgo/model/ModelFile.h"
#include "task/Task.h"

namespace mlgo {
/// None: stock decides. LLVM's factories take no closure, so each process has
/// one of these.
static std::optional<EvictionConfig> &prepared() {
  static std::optional<EvictionConfig> Only;
  return Only;
}

static Result<EvictionConfig>
readPolicies(const std::vector<std::string> &Models) {
  const PolicySpec Spec = getEvictionPolicySpec();
  EvictionConfig Config;
  for (const std::string &Path : Models) {
    Model M = MLGO_TRY(loadModel(Path));
    if (!(*findTask("evict"))->isCalled(M.Task))
      return Error(Path + ": task is '" + M.Task +
                   "', expected evict: only evictions are decided beside task "
                   "inline");
    const bool IsForSize = M.Scope.servesLevel("Oz") && Models.size() > 1;
    auto &Place = IsForSize ? Config.SizeRunner : Config.Runner;
    if (Place || Models.size() > 2)
      return Error(Path + ": expected at most two policies for evictions, one "
                          "of them for -Oz and -Os alone");
    Place = MLGO_TRY(createPolicyRunner(Spec, std::move(M), Path));
  }
  return Config;
}

Status prepareTrialAllocation(const std::vector<std::string> &Models) {
  prepared().reset();
  if (!Models.empty())
    prepared() = MLGO_TRY(readPolicies(Models));
  return Success();
}

void installTrialAllocation() {
  if (!prepared())
    return;
  installRegisterAssignment([] { return true; },
                            []() -> std::optional<uint64_t> { return {}; });
  // Not what callers know of callees: code of a function that is alike in two
  // trials is taken from the first.
  installSmallConstants([] { return true; });
  installKnownConstants([] { return true; });
  installSizeSettings([] { return true; });
  installEvictionAdvisor(
      {[] { return true; },
       [](llvm::Module &) -> std::unique_ptr<EvictionSession> {
         if (!prepared())
           return nullptr;
         return std::make_unique<EvictionSession>(
             *std::exchange(prepared(), std::nullopt));
       }});
}
} // namespace mlgo

#else

namespace mlgo {
Status prepareTrialAllocation(const std::vector<std::string> &Models) {
  return Models.empty()
             ? Success()
             : Status(Error(Models.front() +
                            ": policies for evictions are for another "
                            "LLVM than mlgo was built for"));
}

void installTrialAllocation() {}
} // namespace mlgo

#endif // MLGO_HAS_ALLOCATION
