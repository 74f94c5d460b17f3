// Evictions in trials of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CrowdedModule.h"
#include "TemporaryFolder.h"
#include "evaluate/inline/InlineTrials.h"
#include "evaluate/inline/TrialAllocation.h"
#include "mlgo/support/File.h"
#include "workers/InProcessWorker.h"
#include "workers/StartWorkers.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const std::vector<std::string> Shipped = {
    MLGO_MODELS "/regalloc-evict.mlgo", MLGO_MODELS "/regalloc-evict-oz.mlgo"};

/// The bytes that the library \p Path has by stock, with evictions by policies,
/// and by stock again.
std::vector<uint64_t> trySizes(const std::string &Path) {
  ModuleRequest Request;
  Request.Path = Path;
  Request.Policies = {{}, {}, {}};
  Request.Policies[1].Beside = Shipped;
  InProcessWorker Work(makeTrialWork(4));
  std::vector<uint64_t> Sizes;
  runTrials(Work, {Request}, [&](size_t, Result<ModuleTrials> Trials) {
    REQUIRE(Trials);
    for (const WholeTrial &Trial : Trials->Policies) {
      REQUIRE(Trial.Failure == "");
      LinkModel Link(std::vector<std::string>{});
      Link.addObject(*Trial.Units, false);
      Sizes.push_back(Link.size());
    }
  });
  REQUIRE(Sizes.size() == 3);
  return Sizes;
}

} // namespace

TEST_CASE("TrialAllocation: what ships beside inlining makes the code") {
  const bool HasCalls = GENERATE(false, true);
  TemporaryFolder Folder;
  const std::string Path = Folder.file("crowded.ll");
  REQUIRE(writeFileAtomically(
      Path, crowdedModule(24) +
                "define i64 @five() minsize optsize uwtable {\nret i64 5\n}\n" +
                (HasCalls ? "define i64 @caller(i64 %x) minsize optsize {\n"
                            "%y = call i64 @easy(i64 %x)\nret i64 %y\n}\n"
                          : "")));
  const auto Sizes = trySizes(Path);
  CHECK(Sizes[1] != Sizes[0]);
  CHECK(Sizes[2] == Sizes[0]);
}

TEST_CASE("TrialAllocation: it refuses what decides no evictions") {
  CHECK(prepareTrialAllocation(Shipped));
  const auto Refused =
      prepareTrialAllocation({MLGO_MODELS "/inline-size.mlgo"});
  REQUIRE_FALSE(Refused);
  CHECK(Refused.error().message().find("task is 'inline") != std::string::npos);
  CHECK_FALSE(prepareTrialAllocation({Shipped[1], Shipped[1]}));
  CHECK_FALSE(prepareTrialAllocation({"/none"}));
}
