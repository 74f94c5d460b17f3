// Where plugins note what they decide in a build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DecisionFiles.h"
#include "mlgo/support/File.h"

namespace mlgo {
/// Whose decisions people are told of.
static std::vector<const Task *> toldTasks() {
  std::vector<const Task *> Told;
  for (const Task &T : allTasks())
    if (!T.Words.Noun.empty())
      Told.push_back(&T);
  return Told;
}

static std::string countsOf(const Task &T, const std::string &Base) {
  return Base + "." + T.Words.Noun;
}

static std::string recordOf(const Task &T, const std::string &File) {
  return File + T.Words.RecordSuffix;
}

static std::string readAny(const std::string &File) {
  auto Text = readFile(File);
  return Text ? Text.take() : std::string();
}

Variables countDecisionsIn(const std::string &Base) {
  Variables All;
  for (const Task *T : toldTasks())
    All.emplace_back(T->variable("STATS_FILE"), countsOf(*T, Base));
  return All;
}

Variables recordDecisionsIn(const std::string &File) {
  Variables All;
  for (const Task *T : toldTasks())
    All.emplace_back(T->variable("RECORD"), recordOf(*T, File));
  return All;
}

void readCounts(const std::string &Base, RunSummary &Summary) {
  for (const Task *T : toldTasks())
    Summary.ByTask[T->Name] = sumStatistics(readAny(countsOf(*T, Base)));
}

DecisionRecords readRecords(const std::string &File) {
  DecisionRecords Records;
  for (const Task *T : toldTasks())
    if (std::string Text = readAny(recordOf(*T, File)); !Text.empty())
      Records.ByTask[T->Name] = std::move(Text);
  return Records;
}

void removeCounts(const std::string &Base) {
  std::error_code Ignored;
  for (const Task *T : toldTasks())
    fs::remove(countsOf(*T, Base), Ignored);
}

void removeRecords(const std::string &File) {
  std::error_code Ignored;
  for (const Task *T : toldTasks())
    fs::remove(recordOf(*T, File), Ignored);
}
} // namespace mlgo
