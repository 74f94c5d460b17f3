// Tests of AllocationCompanions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationCompanions.h"
#include "CrowdedModule.h"
#include "evaluate/ObjectiveFixture.h"
#include "evaluate/regalloc/AllocationTrials.h"
#include "evaluate/regalloc/EvictionStart.h"
#include "evolve/PolicyParameters.h"
#include "mlgo/model/ModelFile.h"

using namespace mlgo;

namespace {

/// An eviction policy that stock would never follow.
Model contraryEvictions() {
  const Model Start = makeEvictionStart();
  auto Parameters =
      PolicyParameters::create(Start, *parsePolicyParameters({"weights"}, 1));
  REQUIRE(Parameters);
  ParameterVector Values = Parameters->values();
  Values[0] = -3;
  auto Made = Parameters->apply(Values);
  REQUIRE(Made);
  return *Made;
}

struct Fixture : ObjectiveFixture {
  Fixture() { makeCorpus("train/package", {crowdedModule()}); }

  /// Score of all functions, where \p Task is left to stock.
  double score(const AllocationTask &Task) {
    auto M = AllocationModule::load(Folder.file("train/package/m0.o.bc"),
                                    {CodeLevel::O2});
    REQUIRE(M);
    auto Found = measureAllocations(**M, Task, "");
    REQUIRE(Found);
    double Sum = 0;
    for (const FunctionAllocation &F : *Found)
      Sum += F.Score;
    return Sum;
  }
};

} // namespace

TEST_CASE_METHOD(Fixture, "AllocationCompanions: decide in all trials") {
  const std::string Path = Folder.file("contrary.mlgo");
  REQUIRE(saveModel(contraryEvictions(), Path));
  const AllocationTask &Priority = *findAllocationTask("priority");
  auto Companions = readAllocationCompanions({Path}, Priority);
  REQUIRE(Companions);
  const double Alone = score(Priority);
  CHECK(score(*makeAccompanied(Priority, *Companions)) != Alone);
  CHECK(score(*makeAccompanied(Priority, {})) == Alone);
  // Nothing is left behind for the next allocation.
  CHECK(score(Priority) == Alone);
}

TEST_CASE_METHOD(Fixture, "AllocationCompanions: what is refused") {
  const std::string Path = Folder.file("start.mlgo");
  REQUIRE(saveModel(makeEvictionStart(), Path));
  const auto Refused = [&](const std::vector<std::string> &Paths,
                           const char *Task) {
    auto Read = readAllocationCompanions(Paths, *findAllocationTask(Task));
    REQUIRE_FALSE(Read);
    return Read.error().message();
  };
  CHECK(Refused({Path}, "evict") ==
        Path + ": task is 'regalloc-evict', expected another of the register "
               "allocator's than evict");
  CHECK(Refused({Path, Path}, "priority") ==
        Path + ": task evict has a policy already");
  CHECK(Refused({Folder.file("absent")}, "priority").find("absent") !=
        std::string::npos);
}
