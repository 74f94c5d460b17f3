// Tests of TrainingLogReader
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TrainingLogReader.h"
#include "AllocationCounter.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "mlgo/support/Random.h"
#include "mlgo/tensor/TrainingLogWriter.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sys/resource.h>

using namespace mlgo;

namespace {

const std::string OneFeature =
    "{\"features\":[{\"name\":\"x\",\"type\":\"int8_t\",\"port\":0,"
    "\"shape\":[2]}]}\n";

/// All of the log \p Path, or why it cannot be read.
std::string readAll(const std::string &Path) {
  auto Log = TrainingLogReader::open(Path);
  if (!Log)
    return Log.error().message();
  TrainingLogObservation O;
  std::string Text;
  for (;;) {
    auto More = Log->next(O);
    if (!More)
      return More.error().message();
    if (!*More)
      return Text;
    Text += O.Context + ":" + std::to_string(O.Number) + "=";
    for (size_t I = 0; I < O.Tensors.size(); ++I)
      Text +=
          tensorValueToString(O.Tensors[I].data(), Log->features()[I]) + ";";
    if (O.Score)
      Text += "s" + tensorValueToString(O.Score->data(), *Log->score());
    Text += " ";
  }
}

/// The same for a log of these bytes, without the path.
std::string readBytes(const std::string &Bytes) {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("log");
  REQUIRE(writeFileAtomically(Path, Bytes));
  std::string Text = readAll(Path);
  if (Text.compare(0, Path.size(), Path) == 0)
    Text = "log" + Text.substr(Path.size());
  return Text;
}

} // namespace

TEST_CASE("TrainingLogReader: reads what a stock compiler says") {
  // opt 22 over its interactive channel, answered 0, 1, 0, 1, 0.
  const std::string Path = MLGO_TEST_INPUTS "/stock-inliner.log";
  auto Log = TrainingLogReader::open(Path);
  REQUIRE(Log);
  REQUIRE(Log->features().size() == 38);
  CHECK(Log->features()[0].name() == "sroa_savings");
  CHECK_FALSE(Log->score());
  REQUIRE(Log->advice());
  CHECK(Log->advice()->name() == "inlining_decision");
  const auto Constants = Log->findFeature("constant_args");
  REQUIRE(Constants);
  CHECK_FALSE(Log->findFeature("nothing"));
  TrainingLogObservation O;
  std::vector<int64_t> Values;
  for (uint64_t N = 0;; ++N) {
    auto More = Log->next(O);
    REQUIRE(More);
    if (!*More)
      break;
    CHECK(O.Context == "");
    CHECK(O.Number == N);
    CHECK_FALSE(O.Score);
    Values.push_back(*O.Tensors[*Constants].as<int64_t>());
  }
  CHECK(Values == std::vector<int64_t>{2, 2, 0, 1, 3});
}

TEST_CASE("TrainingLogReader: round trip, with newlines in the bytes") {
  TemporaryFolder Folder;
  auto Log =
      TrainingLogWriter::create(Folder.file("log"),
                                {TensorSpec::createSpec<int64_t>("x", {1}),
                                 TensorSpec::createSpec<int8_t>("y", {3})},
                                TensorSpec::createSpec<float>("s", {1}));
  REQUIRE(Log);
  auto Observe = [&](int64_t X, float S) {
    const int8_t Ys[] = {10, 10, static_cast<int8_t>(X)};
    Log->startObservation();
    Log->logTensorValue(0, &X);
    Log->logTensorValue(1, Ys);
    Log->endObservation();
    Log->logReward(&S);
  };
  Log->switchContext("f");
  Observe(10, 0.5f);
  Observe(-3, 2);
  Log->switchContext("g");
  Observe(0x0a0a0a0a0a0a0a0a, 3);
  Log->switchContext("f");
  Observe(7, 4);
  REQUIRE(Log->close());
  CHECK(readAll(Folder.file("log")) ==
        "f:0=10;10,10,10;s0.5 f:1=-3;10,10,-3;s2 "
        "g:0=723401728380766730;10,10,10;s3 f:2=7;10,10,7;s4 ");
}

TEST_CASE("TrainingLogReader: every element type comes back") {
  TemporaryFolder Folder;
  std::vector<TensorSpec> Features;
#define MLGO_ADD_FEATURE(T, Name)                                              \
  Features.push_back(TensorSpec::createSpec<T>(#T, {2}));
  MLGO_TENSOR_TYPES(MLGO_ADD_FEATURE)
#undef MLGO_ADD_FEATURE
  auto Log = TrainingLogWriter::create(Folder.file("log"), Features);
  REQUIRE(Log);
  Log->switchContext("f");
  Log->startObservation();
  size_t Index = 0;
#define MLGO_LOG_EXTREMES(T, Name)                                             \
  {                                                                            \
    const T Values[] = {std::numeric_limits<T>::lowest(),                      \
                        std::numeric_limits<T>::max()};                        \
    Log->logTensorValue(Index++, Values);                                      \
  }
  MLGO_TENSOR_TYPES(MLGO_LOG_EXTREMES)
#undef MLGO_LOG_EXTREMES
  Log->endObservation();
  REQUIRE(Log->close());
  auto Read = TrainingLogReader::open(Folder.file("log"));
  REQUIRE(Read);
  CHECK(Read->features() == Features);
  TrainingLogObservation O;
  REQUIRE(*Read->next(O));
  REQUIRE(O.Tensors.size() == 10);
  Index = 0;
#define MLGO_CHECK_EXTREMES(T, Name)                                           \
  CHECK(O.Tensors[Index].as<T>()[0] == std::numeric_limits<T>::lowest());      \
  CHECK(O.Tensors[Index].as<T>()[1] == std::numeric_limits<T>::max());         \
  ++Index;
  MLGO_TENSOR_TYPES(MLGO_CHECK_EXTREMES)
#undef MLGO_CHECK_EXTREMES
}

TEST_CASE("TrainingLogReader: a log that ends too early is an error") {
  const std::string Score = "{\"name\":\"s\",\"type\":\"int8_t\",\"port\":0,"
                            "\"shape\":[1]}";
  // Where each piece ends, and whether a log may end there.
  const std::pair<std::string, bool> Pieces[] = {
      {"{\"features\":[" + Score + "],\"score\":" + Score + "}\n", true},
      {"{\"context\":\"f\"}\n", true},
      {"{\"observation\":0}\n", false},
      {"\n\n", false}, // The tensor, which is a newline, and one after it.
      {"{\"outcome\":0}\n", false},
      {"{\n", true},
      {"{\"context\":\"g\"}\n", true}};
  std::string Whole;
  std::vector<size_t> Ends;
  for (const auto &[Piece, MayEnd] : Pieces) {
    Whole += Piece;
    if (MayEnd)
      Ends.push_back(Whole.size());
  }
  for (size_t Size = 0; Size <= Whole.size(); ++Size) {
    INFO(Size);
    const bool Complete = std::count(Ends.begin(), Ends.end(), Size) != 0;
    const std::string Text = readBytes(Whole.substr(0, Size));
    CHECK((Text.compare(0, 10, "log: byte ") != 0) == Complete);
  }
  CHECK(readBytes(Whole) == "f:0=10;s123 ");
}

TEST_CASE("TrainingLogReader: tells what is wrong, and where") {
  CHECK(readBytes(OneFeature) == "");
  const std::string Foreign =
      "log: byte 0: no training log, expected a JSON object with an array "
      "'features' in the first line";
  CHECK(readBytes("") == Foreign);
  CHECK(readBytes("[1]\n") == Foreign);
  CHECK(readBytes("\x7f"
                  "ELF\n") == Foreign);
  CHECK(readBytes("{\"features\":3}\n") == Foreign);
  CHECK(readBytes("{\"features\":[{\"name\":\"x\"}]}\n") ==
        "log: byte 0: feature 0: 'type' property not present or not a string");
  CHECK(readBytes("{\"features\":[],\"score\":1}\n") ==
        "log: byte 0: score: tensor spec is not a JSON object");
  CHECK(readBytes("{\"features\":[]") ==
        "log: byte 14: file ends within a line");
  const std::string At = std::to_string(OneFeature.size());
  CHECK(readBytes(OneFeature + "{\"observation\":0}\nab\n") ==
        "log: byte " + At + ": no context, expected {\"context\":\"NAME\"}");
  const std::string Context = OneFeature + "{\"context\":\"\"}\n";
  auto place = [&](size_t More) {
    return "log: byte " + std::to_string(Context.size() + More) + ": ";
  };
  CHECK(readBytes(Context + "{\"observation\":-1}\nab\n") ==
        place(0) + "no observation, expected {\"observation\":N}");
  CHECK(readBytes(Context + "{\"observation\":0}\na") ==
        place(19) + "file ends after 1 bytes of feature x, expected 2");
  CHECK(readBytes(Context + "{\"observation\":0}\nab") ==
        place(20) + "file ends, expected a newline");
  CHECK(readBytes(Context + "{\"observation\":0}\nabc") ==
        place(20) + "byte is 99, expected a newline");
  CHECK(readBytes(Context + "{\"observation\":0}\nab\n{\"observation\":2}\n") ==
        place(21) + "observation number is 2, expected 1");
  const std::string Scored = "{\"features\":[],\"score\":{\"name\":\"s\","
                             "\"type\":\"int8_t\",\"port\":0,\"shape\":[1]}}\n"
                             "{\"context\":\"\"}\n{\"observation\":5}\n\n";
  CHECK(readBytes(Scored + "{\"outcome\":5}\n\x07\n") == ":5=s7 ");
  CHECK(readBytes(Scored + "{\"outcome\":4}\n\x07\n") ==
        "log: byte " + std::to_string(Scored.size()) +
            ": no score, expected {\"outcome\":5}");
}

TEST_CASE("TrainingLogReader: refuses what would not fit in memory") {
  CHECK(readBytes("{\"features\":[{\"name\":\"x\",\"type\":\"int64_t\","
                  "\"port\":0,\"shape\":[4294967296]}]}\n") ==
        "log: byte 0: an observation has 34359738368 bytes, expected at most "
        "67108864");
  CHECK(readBytes(std::string(3 << 20, 'x')) ==
        "log: byte 0: line is longer than 1048576 bytes");
  // As deep as the length limit allows: must not exhaust the stack.
  CHECK(readBytes("{\"features\":[" + std::string(500000, '[') +
                  std::string(500000, ']') + "]}\n")
            .find("log: byte 0: no training log") == 0);
}

TEST_CASE(
    "TrainingLogReader: reads gigabytes in the memory of an observation") {
  // A file with holes takes no room, but only one in memory is read quickly.
  if (std::filesystem::is_directory("/dev/shm"))
    ::setenv("TMPDIR", "/dev/shm", /*overwrite=*/1);
  TemporaryFolder Folder;
  ::unsetenv("TMPDIR");
  const std::string Path = Folder.file("log");
  constexpr uint64_t TensorBytes = 60000000, NumObservations = 40;
  {
    std::ofstream File(Path);
    File << "{\"features\":[{\"name\":\"x\",\"type\":\"int8_t\",\"port\":0,"
            "\"shape\":["
         << TensorBytes << "]}]}\n{\"context\":\"f\"}\n";
    for (uint64_t N = 0; N < NumObservations; ++N) {
      File << "{\"observation\":" << N << "}\n";
      File.seekp(TensorBytes, std::ios::cur);
      File << '\n';
    }
    File << "{\"observation\":" << NumObservations << "}\n";
    REQUIRE(File.flush());
  }
  const auto Size = std::filesystem::file_size(Path);
  REQUIRE(Size > (uint64_t(1) << 31));
  auto getPeakKilobytes = [] {
    struct rusage Usage;
    ::getrusage(RUSAGE_SELF, &Usage);
    return Usage.ru_maxrss;
  };
  const long Before = getPeakKilobytes();
  auto Log = TrainingLogReader::open(Path);
  REQUIRE(Log);
  TrainingLogObservation O;
  for (uint64_t N = 0; N < NumObservations; ++N) {
    auto More = Log->next(O);
    REQUIRE((More && *More));
    CHECK(O.Number == N);
  }
  auto Cut = Log->next(O);
  REQUIRE_FALSE(Cut);
  CHECK(Cut.error().message() ==
        Path + ": byte " + std::to_string(Size) +
            ": file ends after 0 bytes of feature x, expected 60000000");
  const long Used = getPeakKilobytes() - Before;
  CAPTURE(Used);
#ifndef MLGO_TEST_THREAD_SANITIZER
  CHECK(Used < 2 * long(TensorBytes) / 1024);
#endif
}

TEST_CASE("TrainingLogReader: refuses what is no regular file") {
  TemporaryFolder Folder;
  CHECK(readAll(Folder.Path.string()) ==
        Folder.Path.string() + ": is not a regular file");
  CHECK(readAll(Folder.file("none")) ==
        Folder.file("none") + ": cannot open: No such file or directory");
}

TEST_CASE("TrainingLogReader: survives flipped bits and missing ends") {
  TemporaryFolder Folder;
  const std::string Bytes = *readFile(MLGO_TEST_INPUTS "/stock-inliner.log");
  const std::string Path = Folder.file("log");
  Random Numbers(1);
  const std::string Good = readBytes(Bytes);
  unsigned NumRefused = 0;
  for (unsigned I = 0; I < 600; ++I) {
    std::string Broken = Bytes;
    const size_t At = Numbers.below(Broken.size());
    if (I % 2)
      Broken.resize(At);
    else
      Broken[At] = static_cast<char>(Broken[At] ^ (1 << Numbers.below(8)));
    const std::string Text = readBytes(Broken);
    CHECK((Text != Good || (I % 2 == 0)));
    NumRefused += Text.compare(0, 4, "log:") == 0;
  }
  CHECK(NumRefused > 300);
}
