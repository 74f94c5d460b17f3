// The sessions of all modules that this process compiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateSessions.h"
#include "GateOs.h"
#include "GateOz.h"
#include "compile/CodePlace.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
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

/// Ends the session of a context that is destroyed: another one may come to lie
/// in its place.
class ContextEnd final : public CallbackVH {
public:
  explicit ContextEnd(LLVMContext &Context)
      : CallbackVH(MetadataAsValue::get(
            Context, MDString::get(Context, "mlgo gate session"))),
        Context(&Context) {}

private:
  void deleted() override;

  LLVMContext *const Context;
};

struct ContextSession {
  explicit ContextSession(LLVMContext &Context) : End(Context) {}

  std::string Name; ///< Of the module.
  std::shared_ptr<GateSession> Session;
  const ContextEnd End;
};

struct Sessions {
  std::mutex Mutex;
  /// A session without code generation ends with its context, or with the next
  /// module.
  std::map<LLVMContext *, ContextSession> ByContext;
};

Sessions &getSessions() {
  // It is used until this is destroyed.
  getGateKit();
  static Sessions All;
  return All;
}
void ContextEnd::deleted() {
  Sessions &All = getSessions();
  std::unique_lock Lock(All.Mutex);
  // This is in the node.
  const auto Ended = All.ByContext.extract(Context);
  Lock.unlock();
}

std::shared_ptr<GateSession> getSession(Module &M, bool IsNew) {
  Sessions &All = getSessions();
  const std::lock_guard Lock(All.Mutex);
  LLVMContext &Context = M.getContext();
  auto &[Name, Session, End] =
      All.ByContext.try_emplace(&Context, Context).first->second;
  if (!IsNew && Session && Name == M.getModuleIdentifier())
    return Session;
  Name = M.getModuleIdentifier();
  Session = GateSession::create(
      M, getGateOptions(), getGatePolicySpecs(Triple(M.getTargetTriple())));
  if (Session && Session->isIdle(M))
    Session.reset();
  return Session;
}

} // namespace

std::shared_ptr<GateSession> startGateSession(Module &M) {
  return getSession(M, /*IsNew=*/false);
}

std::shared_ptr<GateSession> renewGateSession(Module &M) {
  return getSession(M, /*IsNew=*/true);
}

void finishGateSession(Module &M) {
  Sessions &All = getSessions();
  const std::lock_guard Lock(All.Mutex);
  const auto Found = All.ByContext.find(&M.getContext());
  if (Found == All.ByContext.end())
    return;
  if (Found->second.Session)
    Found->second.Session->finish();
  All.ByContext.erase(Found);
}
} // namespace mlgo
