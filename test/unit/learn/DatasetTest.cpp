// Tests of Dataset
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/learn/Dataset.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "mlgo/tensor/TrainingLogWriter.h"
#include <catch2/catch.hpp>

namespace fs = std::filesystem;
using namespace mlgo;

namespace {

struct Line {
  int64_t A, B, Decision;
  float Score;
};

std::vector<TensorSpec> columns(const char *Second = "b") {
  return {TensorSpec::createSpec<int64_t>("a", {1}),
          TensorSpec::createSpec<int64_t>(Second, {1}),
          TensorSpec::createSpec<int64_t>("inlining_decision", {1})};
}

void writeLog(const TemporaryFolder &Folder, const std::string &Name,
              const std::vector<Line> &Lines, bool Scored = true,
              const std::vector<TensorSpec> &Columns = columns()) {
  const std::string Path = Folder.file(Name);
  fs::create_directories(fs::path(Path).parent_path());
  std::optional<TensorSpec> Score;
  if (Scored)
    Score = TensorSpec::createSpec<float>("delta_size", {1});
  auto Log = TrainingLogWriter::create(Path, Columns, Score);
  REQUIRE(Log);
  Log->switchContext(Name);
  for (const Line &L : Lines) {
    Log->startObservation();
    Log->logTensorValue(0, &L.A);
    Log->logTensorValue(1, &L.B);
    Log->logTensorValue(2, &L.Decision);
    Log->endObservation();
    if (Scored)
      Log->logReward(&L.Score);
  }
  REQUIRE(Log->close());
}

std::string messageOf(const Result<Dataset> &Data) {
  return Data ? "no error" : Data.error().message();
}

} // namespace

TEST_CASE("Dataset: reads programs and logs in the order of their names") {
  TemporaryFolder Folder;
  writeLog(Folder, "zlib/b.log", {{5, 6, 1, -4}});
  writeLog(Folder, "lua/deep/er/x.log", {{3, 4, 0, 2}});
  writeLog(Folder, "zlib/a.log", {{1, 2, 1, 0.5f}, {1, 3, 0, 8}});
  writeLog(Folder, "none/a.log", {});
  REQUIRE(writeFileAtomically(Folder.file("zlib/a.log.sizes"), "no log"));
  REQUIRE(writeFileAtomically(Folder.file("READY"), ""));
  auto Data = loadDataset(Folder.Path.string());
  REQUIRE(Data);
  CHECK(Data->Features == std::vector<std::string>{"a", "b"});
  CHECK(Data->Programs == std::vector<std::string>{"lua", "none", "zlib"});
  CHECK(Data->Values == std::vector<int32_t>{3, 4, 1, 2, 1, 3, 5, 6});
  CHECK(Data->ProgramOf == std::vector<uint32_t>{0, 2, 2, 2});
  CHECK(Data->Decisions == std::vector<uint8_t>{0, 1, 0, 1});
  CHECK(Data->DeltaSizes == std::vector<float>{2, 0.5f, 8, -4});
  CHECK(Data->row(3)[1] == 6);
  CHECK(Data->findFeature("b") == 1u);
  CHECK_FALSE(Data->findFeature("inlining_decision"));
  CHECK(Data->rowsOf({true, true, false}) == std::vector<uint32_t>{0});
}

TEST_CASE("Dataset: reads some programs only") {
  TemporaryFolder Folder;
  writeLog(Folder, "x/a.log", {{1, 2, 0, 0}});
  writeLog(Folder, "y/a.log", {{3, 4, 0, 0}});
  auto Data = loadDataset(Folder.Path.string(), {"y"});
  REQUIRE(Data);
  CHECK(Data->Programs == std::vector<std::string>{"y"});
  CHECK(Data->size() == 1);
  CHECK(messageOf(loadDataset(Folder.Path.string(), {"y", "z"})) ==
        Folder.Path.string() + ": has no program 'z'");
}

TEST_CASE("Dataset: several folders count as one") {
  TemporaryFolder Folder;
  writeLog(Folder, "new/x/a.log", {{1, 2, 0, 0}});
  writeLog(Folder, "old/x/a.log", {{3, 4, 0, 0}});
  writeLog(Folder, "old/w/a.log", {{5, 6, 0, 0}});
  const std::string New = Folder.file("new"), Old = Folder.file("old");
  auto Data = loadDataset(std::vector<std::string>{New, Old});
  REQUIRE(Data);
  CHECK(Data->Programs == std::vector<std::string>{"w", "x"});
  CHECK(Data->ProgramOf == std::vector<uint32_t>{0, 1, 1});
  CHECK(Data->Values == std::vector<int32_t>{5, 6, 1, 2, 3, 4});
  CHECK(loadDataset(std::vector<std::string>{Old, New})->Values ==
        std::vector<int32_t>{5, 6, 3, 4, 1, 2});
  CHECK(messageOf(loadDataset(std::vector<std::string>{New, Old}, {"v"})) ==
        New + ", " + Old + ": has no program 'v'");
  CHECK(messageOf(
            loadDataset(std::vector<std::string>{New, Folder.file("none")})) ==
        Folder.file("none") + ": cannot list: No such file or directory");
}

TEST_CASE("Dataset: old logs have the value of what came later") {
  TemporaryFolder Folder;
  const auto Named = [](const char *Name) {
    return TensorSpec::createSpec<int64_t>(Name, {1});
  };
  writeLog(Folder, "new/x/a.log", {{1, 2, 0, 0}});
  const std::string New = Folder.file("new"), Old = Folder.file("old");
  // Without "a", what the tests write first is "b".
  fs::create_directories(Old + "/x");
  auto Log = TrainingLogWriter::create(
      Old + "/x/b.log", {Named("b"), Named("inlining_decision")},
      TensorSpec::createSpec<float>("delta_size", {1}));
  REQUIRE(Log);
  Log->switchContext("old");
  const int64_t B = 3, Decision = 1;
  const float Score = -5;
  Log->startObservation();
  Log->logTensorValue(0, &B);
  Log->logTensorValue(1, &Decision);
  Log->endObservation();
  Log->logReward(&Score);
  REQUIRE(Log->close());

  const LaterFeatures Later = {{"a", 7}, {"c", 9}};
  using Roots = std::vector<std::string>;
  CHECK(messageOf(loadDataset(Roots{New, Old})) ==
        Old + "/x/b.log: has other features than the logs before it");
  auto Data = loadDataset(Roots{New, Old}, {}, Later);
  REQUIRE(Data);
  CHECK(Data->Features == std::vector<std::string>{"a", "b"});
  CHECK(Data->Values == std::vector<int32_t>{1, 2, 7, 3});
  Data = loadDataset(Roots{Old, New}, {}, Later);
  REQUIRE(Data);
  CHECK(Data->Features == std::vector<std::string>{"b", "a"});
  CHECK(Data->Values == std::vector<int32_t>{3, 7, 2, 1});
  CHECK(Data->Decisions == std::vector<uint8_t>{1, 0});
  Data = loadDataset(Roots{Old}, {}, Later);
  REQUIRE(Data);
  CHECK(Data->Features == std::vector<std::string>{"b"});
  CHECK(Data->Values == std::vector<int32_t>{3});
}

TEST_CASE("Dataset: large values become the nearest that fit") {
  TemporaryFolder Folder;
  writeLog(Folder, "x/a.log", {{INT64_MAX, INT64_MIN, 2, 0}}, false);
  auto Data = loadDataset(Folder.Path.string());
  REQUIRE(Data);
  CHECK(Data->Values == std::vector<int32_t>{INT32_MAX, INT32_MIN});
  CHECK(Data->Decisions == std::vector<uint8_t>{1});
  CHECK(Data->DeltaSizes.empty());
}

TEST_CASE("Dataset: refuses logs that do not belong together") {
  TemporaryFolder Folder;
  writeLog(Folder, "x/a.log", {{1, 2, 0, 0}});
  SECTION("other features") {
    writeLog(Folder, "x/b.log", {}, true, columns("c"));
    CHECK(messageOf(loadDataset(Folder.Path.string())) ==
          Folder.file("x/b.log") +
              ": has other features than the logs before it");
  }
  SECTION("scores are missing") {
    writeLog(Folder, "x/b.log", {}, false);
    // What has no decisions need not have a score.
    CHECK(loadDataset(Folder.Path.string()));
    writeLog(Folder, "x/b.log", {{1, 2, 0, 0}}, false);
    CHECK(messageOf(loadDataset(Folder.Path.string())) ==
          Folder.file("x/b.log") + ": has no score, unlike the logs before it");
  }
  SECTION("not a scalar") {
    writeLog(Folder, "x/b.log", {}, true,
             {TensorSpec::createSpec<int64_t>("a", {2})});
    CHECK(messageOf(loadDataset(Folder.Path.string())) ==
          Folder.file("x/b.log") +
              ": feature is {\"name\":\"a\",\"type\":\"int64_t\",\"port\":0,"
              "\"shape\":[2]}, expected one int64_t");
  }
  SECTION("broken") {
    REQUIRE(writeFileAtomically(Folder.file("x/b.log"), "{"));
    CHECK(messageOf(loadDataset(Folder.Path.string())) ==
          Folder.file("x/b.log") + ": byte 1: file ends within a line");
  }
}

TEST_CASE("Dataset: says so if there is nothing") {
  TemporaryFolder Folder;
  CHECK(messageOf(loadDataset(Folder.Path.string())) ==
        Folder.Path.string() + ": has no decisions, expected logs in folders "
                               "named after programs");
  CHECK(messageOf(loadDataset(Folder.file("none"))) ==
        Folder.file("none") + ": cannot list: No such file or directory");
}
