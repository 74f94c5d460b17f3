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
    const bool IsTold = !T.Words.Noun.empty();
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
  for (const auto &[Name, Task] : Summary.ByTask) {
    CHECK(Task.Decisions == 3);
    CHECK(Task.Names.count((*findTask(Name))->variable("STATS_FILE")));
  }
  removeCounts(Base);
  readCounts(Base, Summary);
  CHECK(Summary.ByTask["gate"].Decisions == 0);

  CHECK(readRecords(Record).areEmpty());
  const Variables Records = recordDecisionsIn(Record);
  CHECK(Records[0] == Variables::value_type{"MLGO_INLINE_RECORD", Record});
  for (const auto &[Name, File] : Records)
    REQUIRE(writeFileAtomically(File, Name));
  const DecisionRecords Read = readRecords(Record);
  for (const auto &[Name, Text] : Read.ByTask)
    CHECK(Text == (*findTask(Name))->variable("RECORD"));
  CHECK(Read.ByTask.size() == 3);
  removeRecords(Record);
  CHECK(readRecords(Record).areEmpty());
}
