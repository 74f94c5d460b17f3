// The priority advisor as a plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationPlugin.h"
#include "PriorityAnalysis.h"
#include "PriorityPolicy.h"
#include "mlgo/model/ModelFile.h"

namespace mlgo {
namespace {
struct PriorityPlugin {
  static constexpr const char *TaskName = "priority";
  using Session = PrioritySession;
  static constexpr auto install = installPriorityAdvisor;
  static void prepare(Session &, llvm::Module &) {}

  static AllocationPolicies policies(const TaskOptions &Options) {
    // A model that cannot be read is told about where it is used.
    const bool HasModel =
        Options.Mode != RunnerMode::Interactive && !Options.Model.empty();
    const Result<Model> M =
        HasModel ? loadModel(Options.Model) : Error("no model");
    AllocationPolicies Policies;
    Policies.Spec = getPriorityPolicySpec(M && answersExactly(*M));
    return Policies;
  }
};

const bool InstalledPriorities = AllocationPlugin<PriorityPlugin>::install();
} // namespace
} // namespace mlgo
