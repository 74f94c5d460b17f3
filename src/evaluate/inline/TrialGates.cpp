// Passes in trials of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/TrialGates.h"

#ifdef MLGO_HAS_ALLOCATION

#include "CodeGate.h"
#include "GateSession.h"
#include "PipelineGate.h"

namespace mlgo {
namespace {
/// LLVM's hooks for code generation take no closure, so each process has one
/// of these.
struct PreparedGates {
  std::vector<std::unique_ptr<MLModelRunner>> Policies;
  std::shared_ptr<GateSession> Session; ///< Null before it has begun.
};

PreparedGates &preparedGates() {
  static PreparedGates Only;
  return Only;
}

std::shared_ptr<GateSession> getSession(llvm::Module &) {
  return preparedGates().Session;
}
} // namespace

Status prepareTrialGates(const std::vector<std::string> &Models) {
  preparedGates() = PreparedGates();
  for (const std::string &Path : Models)
    preparedGates().Policies.push_back(
        MLGO_TRY(createPolicyRunner((*findTask("gate"))->policy(), Path)));
  return Success();
}

void addTrialGates(llvm::PassBuilder &PB, const PassFilter &Filter) {
  addPipelineGate(PB, [&Filter](const llvm::Function &F) -> GateSession * {
    if (Filter.isRestricted() && !Filter.functions().contains(&F))
      return nullptr;
    return preparedGates().Session.get();
  });
}

void beginTrialGates(llvm::Module &M) {
  PreparedGates &Now = preparedGates();
  if (Now.Policies.empty())
    return;
  Now.Session = GateSession::create(M, std::move(Now.Policies));
  addCodeGate({[] { return true; }, getSession, [](llvm::Module &) {}});
}

FunctionHasher::Hash hashWithGates(FunctionHasher::Hash Hash,
                                   const llvm::Function &F) {
  if (const GateSession *S = preparedGates().Session.get())
    Hash.second ^= S->summarize(F);
  return Hash;
}
} // namespace mlgo

#else

namespace mlgo {
Status prepareTrialGates(const std::vector<std::string> &Models) {
  return Models.empty() ? Success()
                        : Status(Error(Models.front() +
                                       ": policies for passes are for another "
                                       "LLVM than mlgo was built for"));
}

void addTrialGates(llvm::PassBuilder &, const PassFilter &) {}

void beginTrialGates(llvm::Module &) {}

FunctionHasher::Hash hashWithGates(FunctionHasher::Hash Hash,
                                   const llvm::Function &) {
  return Hash;
}
} // namespace mlgo

#endif // MLGO_HAS_ALLOCATION
