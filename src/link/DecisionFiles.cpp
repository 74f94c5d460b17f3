// Where plugins note what they decide in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DecisionFiles.h"
#include "mlgo/support/File.h"

namespace mlgo {
static std::string countsOf(const ToldTask &T, const std::string &Base) {
  return Base + "." + T.Noun;
}

static std::string readAny(const std::string &File) {
  auto Text = readFile(File);
  return Text ? Text.take() : std::string();
}

Variables countDecisionsIn(const std::string &Base) {
  Variables All;
  for (const ToldTask &T : ToldTasks)
    All.emplace_back(T.task().variable("STATS_FILE"), countsOf(T, Base));
  return All;
}

Variables recordDecisionsIn(const std::string &File) {
  Variables All;
  for (const ToldTask &T : ToldTasks)
    All.emplace_back(T.task().variable("RECORD"), File + T.RecordSuffix);
  return All;
}

void readCounts(const std::string &Base, RunSummary &Summary) {
  for (const ToldTask &T : ToldTasks)
    Summary.*T.Counts = sumStatistics(readAny(countsOf(T, Base)));
}

DecisionRecords readRecords(const std::string &File) {
  DecisionRecords Records;
  for (const ToldTask &T : ToldTasks)
    Records.*T.Record = readAny(File + T.RecordSuffix);
  return Records;
}

void removeCounts(const std::string &Base) {
  std::error_code Ignored;
  for (const ToldTask &T : ToldTasks)
    fs::remove(countsOf(T, Base), Ignored);
}

void removeRecords(const std::string &File) {
  std::error_code Ignored;
  for (const ToldTask &T : ToldTasks)
    fs::remove(File + T.RecordSuffix, Ignored);
}
} // namespace mlgo
