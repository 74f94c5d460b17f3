// Policies beside the tried one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationCompanions.h"
#include "mlgo/model/ModelFile.h"
#include "task/Task.h"

namespace mlgo {
namespace {
class AccompaniedTask final : public AllocationTask {
public:
  AccompaniedTask(const AllocationTask &Tried, AllocationCompanions Companions)
      : Tried(Tried), Companions(std::move(Companions)) {}

private:
  const char *name() const override { return Tried.name(); }

  Result<std::unique_ptr<MLModelRunner>>
  createRunner(Result<Model> M, const std::string &Where) const override {
    return Tried.createRunner(std::move(M), Where);
  }

  Status decide(const std::string &Policy,
                std::unique_ptr<AllocationWatch> Watch) const override {
    for (const auto &[Name, Bytes] : Companions) {
      const AllocationTask *Other = findAllocationTask(Name);
      if (!Other)
        return Error("there is no task '" + Name + "'");
      MLGO_TRY(Other->decide(Bytes, nullptr));
    }
    return Tried.decide(Policy, std::move(Watch));
  }

  Result<std::vector<TensorSpec>>
  inputs(const std::string &Policy) const override {
    return Tried.inputs(Policy);
  }

  size_t numDecisions(const std::vector<TensorSpec> &Inputs) const override {
    return Tried.numDecisions(Inputs);
  }

  Model makeStart(AllocationGoal Goal) const override {
    return Tried.makeStart(Goal);
  }

  const AllocationTask &Tried;
  const AllocationCompanions Companions;
};
} // namespace

Result<AllocationCompanions>
readAllocationCompanions(const std::vector<std::string> &Paths,
                         const AllocationTask &Tried) {
  AllocationCompanions Companions;
  for (const std::string &Path : Paths) {
    const Model M = MLGO_TRY(loadModel(Path));
    Result<const Task *> Known = findTask(M.Task);
    const AllocationTask *Other =
        Known ? findAllocationTask((*Known)->Name) : nullptr;
    if (!Other || Other == &Tried)
      return Error(Path + ": task is '" + M.Task + "', expected another of " +
                   "the register allocator's than " + Tried.name());
    MLGO_TRY(Other->createRunner(M, Path));
    if (!Companions.emplace(Other->name(), serializeModel(M)).second)
      return Error(Path + ": task " + Other->name() + " has a policy already");
  }
  return Companions;
}

std::unique_ptr<const AllocationTask>
makeAccompanied(const AllocationTask &Tried, AllocationCompanions Companions) {
  return std::make_unique<AccompaniedTask>(Tried, std::move(Companions));
}
} // namespace mlgo
