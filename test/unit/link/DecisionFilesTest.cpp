// Tests of DecisionFiles
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DecisionFiles.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("DecisionFiles: every task that ships has its place", "[link]") {
  for (const Task &T : allTasks()) {
    const bool Ships =
        std::any_of(T.Policies.begin(), T.Policies.end(),
                    [](const ShippedPolicy &P) { return P.IsBuiltIn; });
    const bool IsTold =
        std::any_of(std::begin(ToldTasks), std::end(ToldTasks),
                    [&](const ToldTask &Told) { return Told.Name == T.Name; });
    INFO(T.Name);
    CHECK(Ships == IsTold);
  }
}

TEST_CASE("DecisionFiles: what is noted is read", "[link]") {
  const auto Folder = ScratchFolder::create();
  REQUIRE(Folder);
  const std::string Base = Folder->file("counts"), Record = Folder->file("r");
  const Variables Counts = countDecisionsIn(Base);
  REQUIRE(Counts.size() == 3);
  CHECK(Counts[1].first == "MLGO_REGALLOC_STATS_FILE");
  for (const auto &[Name, File] : Counts)
    REQUIRE(writeFileAtomically(File, "mlgo-x-stats module=" + Name +
                                          " decisions=3 differ=1\n"));
  RunSummary Summary;
  readCounts(Base, Summary);
  for (const ToldTask &T : ToldTasks) {
    CHECK((Summary.*T.Counts).Decisions == 3);
    CHECK((Summary.*T.Counts).Names.count(T.task().variable("STATS_FILE")));
  }
  removeCounts(Base);
  readCounts(Base, Summary);
  CHECK(Summary.Passes.Decisions == 0);

  CHECK(readRecords(Record).areEmpty());
  const Variables Records = recordDecisionsIn(Record);
  CHECK(Records[0] == Variables::value_type{"MLGO_INLINE_RECORD", Record});
  for (const auto &[Name, File] : Records)
    REQUIRE(writeFileAtomically(File, Name));
  const DecisionRecords Read = readRecords(Record);
  CHECK(Read.Calls == "MLGO_INLINE_RECORD");
  CHECK(Read.Passes == "MLGO_GATE_RECORD");
  CHECK(Read.Registers == "MLGO_REGALLOC_RECORD");
  removeRecords(Record);
  CHECK(readRecords(Record).areEmpty());
}
