// Tests of TrainingLogWriter
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TrainingLogWriter.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <sys/stat.h>

namespace fs = std::filesystem;
using namespace mlgo;

namespace {

template <typename T> std::string bytesOf(T Value) {
  std::string Bytes(sizeof(T), '\0');
  std::memcpy(Bytes.data(), &Value, sizeof(T));
  return Bytes;
}

const std::vector<TensorSpec> Features = {
    TensorSpec::createSpec<int64_t>("x", {1}),
    TensorSpec::createSpec<float>("y", {2}, 3)};

void observe(TrainingLogWriter &Log, int64_t X, float Y) {
  const float Ys[] = {Y, -Y};
  Log.startObservation();
  Log.logTensorValue(0, &X);
  Log.logTensorValue(1, Ys);
  Log.endObservation();
}

} // namespace

TEST_CASE("TrainingLogWriter: writes LLVM's bytes") {
  TemporaryFolder Folder;
  auto Log = TrainingLogWriter::create(
      Folder.file("log"), Features,
      TensorSpec::createSpec<float>("delta_size", {1}),
      TensorSpec::createSpec<int64_t>("advice", {1}));
  REQUIRE(Log);
  const float Scores[] = {1.5f, -2};
  Log->switchContext("a\"b\\c");
  observe(*Log, 10, 0.5f);
  Log->logReward(&Scores[0]);
  observe(*Log, -1, 4);
  Log->logReward(&Scores[1]);
  REQUIRE(Log->close());
  const std::string Expected =
      "{\"features\":["
      "{\"name\":\"x\",\"type\":\"int64_t\",\"port\":0,\"shape\":[1]},"
      "{\"name\":\"y\",\"type\":\"float\",\"port\":3,\"shape\":[2]}],"
      "\"score\":"
      "{\"name\":\"delta_size\",\"type\":\"float\",\"port\":0,\"shape\":[1]},"
      "\"advice\":"
      "{\"name\":\"advice\",\"type\":\"int64_t\",\"port\":0,\"shape\":[1]}}\n"
      "{\"context\":\"a\\\"b\\\\c\"}\n"
      "{\"observation\":0}\n" +
      bytesOf<int64_t>(10) + bytesOf(0.5f) + bytesOf(-0.5f) +
      "\n{\"outcome\":0}\n" + bytesOf(1.5f) + "\n{\"observation\":1}\n" +
      bytesOf<int64_t>(-1) + bytesOf(4.f) + bytesOf(-4.f) +
      "\n{\"outcome\":1}\n" + bytesOf(-2.f) + "\n";
  CHECK(*readFile(Folder.file("log")) == Expected);
}

TEST_CASE("TrainingLogWriter: counts go on when a context returns") {
  TemporaryFolder Folder;
  auto Log = TrainingLogWriter::create(Folder.file("log"), {});
  REQUIRE(Log);
  auto Observe = [&] { Log->startObservation(), Log->endObservation(); };
  Log->switchContext("f");
  Observe();
  Observe();
  // LLVM's reader of logs cannot go on after a context that asked nothing.
  Log->switchContext("asks nothing");
  Log->switchContext("g");
  Observe();
  TrainingLogWriter Moved = std::move(*Log);
  *Log = std::move(Moved);
  Log->switchContext("f");
  Observe();
  Log->switchContext("asks nothing");
  REQUIRE(Log->close());
  CHECK(*readFile(Folder.file("log")) ==
        "{\"features\":[]}\n"
        "{\"context\":\"f\"}\n{\"observation\":0}\n\n{\"observation\":1}\n\n"
        "{\"context\":\"g\"}\n{\"observation\":0}\n\n"
        "{\"context\":\"f\"}\n{\"observation\":2}\n\n");
}

TEST_CASE("TrainingLogWriter: an unfinished log leaves nothing behind") {
  TemporaryFolder Folder;
  {
    auto Log = TrainingLogWriter::create(Folder.file("log"), Features);
    REQUIRE(Log);
    Log->switchContext("");
    observe(*Log, 1, 1);
    CHECK_FALSE(fs::exists(Folder.file("log")));
  }
  CHECK(fs::is_empty(Folder.Path));
}

TEST_CASE("TrainingLogWriter: calls out of order are an error, not a file") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("log");
  const int64_t X = 0;
  auto Score = TensorSpec::createSpec<int64_t>("s", {1});
  auto create = [&](bool Scored) {
    auto Log = TrainingLogWriter::create(
        Path, {TensorSpec::createSpec<int64_t>("x", {1})},
        Scored ? std::optional(Score) : std::nullopt);
    REQUIRE(Log);
    return std::move(*Log);
  };
  auto messageOf = [](TrainingLogWriter &Log) {
    Status Closed = Log.close();
    return Closed ? std::string() : Closed.error().message();
  };
  {
    TrainingLogWriter Log = create(false);
    Log.startObservation();
    CHECK(messageOf(Log) == Path + ": observation is without a context");
    CHECK(messageOf(Log) == Path + ": is already closed");
  }
  {
    TrainingLogWriter Log = create(false);
    Log.switchContext("");
    Log.startObservation();
    Log.endObservation();
    CHECK(messageOf(Log) ==
          Path + ": observation ends without all its tensors");
  }
  {
    TrainingLogWriter Log = create(false);
    Log.switchContext("");
    Log.startObservation();
    Log.logTensorValue(1, &X);
    CHECK(messageOf(Log) == Path + ": tensor is logged out of order");
  }
  {
    TrainingLogWriter Log = create(true);
    Log.switchContext("");
    Log.startObservation();
    Log.logTensorValue(0, &X);
    Log.endObservation();
    CHECK(messageOf(Log) == Path + ": observation is without its score");
  }
  {
    TrainingLogWriter Log = create(false);
    Log.switchContext("");
    Log.logReward(&X);
    CHECK(messageOf(Log) ==
          Path + ": score is logged without an observation that needs one");
  }
  CHECK(fs::is_empty(Folder.Path));
}

TEST_CASE("TrainingLogWriter: a folder that is not there is an error") {
  TemporaryFolder Folder;
  auto Log = TrainingLogWriter::create(Folder.file("none/log"), {});
  REQUIRE_FALSE(Log);
  CHECK(Log.error().message() ==
        Folder.file("none/log") + ": cannot create a temporary file beside it: "
                                  "No such file or directory");
}

TEST_CASE("TrainingLogWriter: a name that is taken by a folder is an error") {
  TemporaryFolder Folder;
  auto Log = TrainingLogWriter::create(Folder.file("log"), {});
  REQUIRE(Log);
  // Taken from the start it is refused at once.
  fs::create_directory(Folder.file("log"));
  auto Late = TrainingLogWriter::create(Folder.file("log"), {});
  REQUIRE_FALSE(Late);
  CHECK(Late.error().message() ==
        Folder.file("log") + ": is not a regular file");
  Status Closed = Log->close();
  REQUIRE_FALSE(Closed);
  CHECK(Closed.error().message() ==
        Folder.file("log") + ": cannot rename to: Is a directory");
  CHECK(std::distance(fs::directory_iterator(Folder.Path),
                      fs::directory_iterator()) == 1);
}

TEST_CASE("TrainingLogWriter: a disk that fills up is told on closing") {
  TemporaryFolder Folder;
  // A bound on the size of files stands for the full disk.
  struct rlimit Old;
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &Old) == 0);
  const struct rlimit Small = {100000, Old.rlim_max};
  const auto OldHandler = std::signal(SIGXFSZ, SIG_IGN);
  auto Log = TrainingLogWriter::create(Folder.file("log"), Features);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &Small) == 0);
  std::string Message;
  if (Log) {
    Log->switchContext("");
    for (int I = 0; I < 10000; ++I)
      observe(*Log, I, 1);
    Status Closed = Log->close();
    Message = Closed ? "" : Closed.error().message();
  }
  ::setrlimit(RLIMIT_FSIZE, &Old);
  std::signal(SIGXFSZ, OldHandler);
  REQUIRE(Log);
  CHECK(Message == Folder.file("log") + ": cannot write: File too large");
  CHECK(fs::is_empty(Folder.Path));
}

TEST_CASE("TrainingLogWriter: a device or a FIFO keeps its place") {
  TemporaryFolder Folder;
  const std::string Fifo = Folder.file("fifo");
  REQUIRE(::mkfifo(Fifo.c_str(), 0600) == 0);
  auto Log = TrainingLogWriter::create(
      Fifo, {TensorSpec::createSpec<int64_t>("a", {1})});
  REQUIRE_FALSE(Log);
  CHECK(Log.error().message() == Fifo + ": is not a regular file");
  CHECK(std::filesystem::is_fifo(Fifo));
}
