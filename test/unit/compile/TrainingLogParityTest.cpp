// Tests of TrainingLogParity
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stock LLVM's own logger writes is what ours writes.

#include "TemporaryFolder.h"
#include "mlgo/llvm/ModelRunnerAdapter.h"
#include "mlgo/support/File.h"
#include "mlgo/tensor/TrainingLogReader.h"
#include "mlgo/tensor/TrainingLogWriter.h"
#include "llvm/Analysis/Utils/TrainingLogger.h"
#include "llvm/Support/raw_ostream.h"
#include <catch2/catch.hpp>
#include <numeric>

using namespace mlgo;

namespace {

/// One tensor of each type, and a matrix on another port.
std::vector<TensorSpec> makeFeatures() {
  std::vector<TensorSpec> Features;
#define MLGO_ADD_FEATURE(T, Name)                                              \
  Features.push_back(TensorSpec::createSpec<T>("a_" #T, {1}));
  MLGO_TENSOR_TYPES(MLGO_ADD_FEATURE)
#undef MLGO_ADD_FEATURE
  Features.push_back(TensorSpec::createSpec<int16_t>("matrix", {2, 3}, 4));
  return Features;
}

struct Observed {
  const char *Context; ///< Null: that of the one before.
  unsigned char FirstByte;
};

/// Contexts come back, and the bytes have newlines.
const Observed Sequence[] = {
    {"f", 0},       {nullptr, 10}, {"dir/g \"x\" \\ \t\n\x01.c", 200},
    {"f", 9},       {"empty", 3},  {"", 10},
    {nullptr, 123}, {"f", 1},
};

const TensorSpec Score = TensorSpec::createSpec<float>("reward", {1});
const TensorSpec Advice = TensorSpec::createSpec<int64_t>("advice", {1});

float scoreOf(const Observed &O) { return O.FirstByte / 8.0f; }

std::vector<char> bytesOf(const TensorSpec &Spec, const Observed &O) {
  std::vector<char> Bytes(Spec.getTotalTensorBufferSize());
  std::iota(Bytes.begin(), Bytes.end(), static_cast<char>(O.FirstByte));
  return Bytes;
}

std::string writeWithLLVM(bool IsScored, bool IsAdvised) {
  std::string Bytes;
  auto OS = std::make_unique<llvm::raw_string_ostream>(Bytes);
  const auto Specs = convertSpecs<llvm::TensorSpec>(makeFeatures());
  llvm::Logger Log(std::move(OS), Specs, convertSpec(Score), IsScored,
                   IsAdvised
                       ? std::optional<llvm::TensorSpec>(convertSpec(Advice))
                       : std::nullopt);
  for (const Observed &O : Sequence) {
    if (O.Context)
      Log.switchContext(O.Context);
    Log.startObservation();
    for (size_t I = 0; I < Specs.size(); ++I)
      Log.logTensorValue(I, bytesOf(makeFeatures()[I], O).data());
    Log.endObservation();
    if (IsScored)
      Log.logReward(scoreOf(O));
  }
  Log.flush();
  return Bytes;
}

void writeWithOurs(const std::string &Path, bool IsScored, bool IsAdvised) {
  auto Log = TrainingLogWriter::create(
      Path, makeFeatures(), IsScored ? std::optional(Score) : std::nullopt,
      IsAdvised ? std::optional(Advice) : std::nullopt);
  REQUIRE(Log);
  for (const Observed &O : Sequence) {
    if (O.Context)
      Log->switchContext(O.Context);
    Log->startObservation();
    for (size_t I = 0; I < Log->features().size(); ++I)
      Log->logTensorValue(I, bytesOf(Log->features()[I], O).data());
    Log->endObservation();
    const float Reward = scoreOf(O);
    if (IsScored)
      Log->logReward(&Reward);
  }
  REQUIRE(Log->close());
}

} // namespace

TEST_CASE("TrainingLogParity: LLVM's logger writes our bytes") {
  TemporaryFolder Folder;
  for (bool IsScored : {false, true})
    for (bool IsAdvised : {false, true}) {
      const std::string Path = Folder.file("log");
      writeWithOurs(Path, IsScored, IsAdvised);
      CHECK(*readFile(Path) == writeWithLLVM(IsScored, IsAdvised));
    }
}

TEST_CASE("TrainingLogParity: what LLVM's logger writes is read") {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("log"), writeWithLLVM(true, true)));
  auto Log = TrainingLogReader::open(Folder.file("log"));
  REQUIRE(Log);
  CHECK(Log->features() == makeFeatures());
  CHECK(*Log->score() == Score);
  CHECK(*Log->advice() == Advice);
  TrainingLogObservation O;
  const char *Context = nullptr;
  for (const Observed &Expected : Sequence) {
    if (Expected.Context)
      Context = Expected.Context;
    auto More = Log->next(O);
    REQUIRE((More && *More));
    CHECK(O.Context == Context);
    CHECK(*O.Score->as<float>() == scoreOf(Expected));
    for (size_t I = 0; I < O.Tensors.size(); ++I) {
      const std::vector<char> Bytes = bytesOf(Log->features()[I], Expected);
      CHECK(std::equal(Bytes.begin(), Bytes.end(), O.Tensors[I].as<char>()));
    }
  }
  CHECK_FALSE(*Log->next(O));
}
