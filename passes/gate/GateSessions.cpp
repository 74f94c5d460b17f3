// The sessions of all modules that this process compiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateSessions.h"
#include "GateOs.h"
#include "GateOz.h"
#include "llvm/CodePlace.h"
#include "llvm/IR/Module.h"
#include <mutex>

using namespace llvm;

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

/// What policies of the task see and answer in code for \p Target: one for each
/// policy that is built in for it, or one without.
std::vector<PolicySpec> getGatePolicySpecs(const Triple &Target) {
  const std::string Name = getTargetName(Target);
  std::vector<PolicySpec> Specs;
  addBuiltIn<GateOz>(Name, Specs);
  addBuiltIn<GateOs>(Name, Specs);
  if (Specs.empty())
    Specs.push_back((*findTask("gate"))->policy());
  return Specs;
}

struct Sessions {
  std::mutex Mutex;
  /// By context, with the name of the module. A session without code
  /// generation ends with the process, or with the next module.
  std::map<LLVMContext *, std::pair<std::string, std::shared_ptr<GateSession>>>
      ByContext;
};

Sessions &getSessions() {
  // It is used until this is destroyed.
  getGateKit();
  static Sessions All;
  return All;
}
} // namespace

std::shared_ptr<GateSession> startGateSession(Module &M) {
  Sessions &All = getSessions();
  const std::lock_guard Lock(All.Mutex);
  auto &[Name, Session] = All.ByContext[&M.getContext()];
  if (Session && Name == M.getModuleIdentifier())
    return Session;
  Name = M.getModuleIdentifier();
  Session = GateSession::create(
      M, getGateOptions(), getGatePolicySpecs(Triple(M.getTargetTriple())));
  if (Session && Session->isIdle(M))
    Session.reset();
  return Session;
}

void finishGateSession(Module &M) {
  Sessions &All = getSessions();
  const std::lock_guard Lock(All.Mutex);
  const auto Found = All.ByContext.find(&M.getContext());
  if (Found == All.ByContext.end())
    return;
  if (Found->second.second)
    Found->second.second->finish();
  All.ByContext.erase(Found);
}
} // namespace mlgo
