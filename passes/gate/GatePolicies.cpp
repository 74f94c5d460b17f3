// The policies for passes that are compiled into the plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GatePolicies.h"
#include "GateOs.h"
#include "GateOz.h"
#include "task/Task.h"
#include "llvm/CodePlace.h"

namespace mlgo {
namespace {
/// Adds the policy of a generated class to \p To, if it is for \p Target.
template <typename GeneratedModel>
void addBuiltIn(const std::string &Target, std::vector<PolicySpec> &To) {
  if (!GeneratedModel().Scope().servesTarget(Target))
    return;
  PolicySpec Spec = (*findTask("gate"))->policy();
  const std::string Decision = Spec.Decision.name();
  Spec.BuiltIn = [Decision](std::vector<TensorSpec> Inputs) {
    return createBuiltIn<GeneratedModel>(std::move(Inputs), Decision);
  };
  To.push_back(std::move(Spec));
}
} // namespace

std::vector<PolicySpec> getGatePolicySpecs(const llvm::Triple &Target) {
  const std::string Name = getTargetName(Target);
  std::vector<PolicySpec> Specs;
  addBuiltIn<GateOz>(Name, Specs);
  addBuiltIn<GateOs>(Name, Specs);
  if (Specs.empty())
    Specs.push_back((*findTask("gate"))->policy());
  return Specs;
}
} // namespace mlgo
