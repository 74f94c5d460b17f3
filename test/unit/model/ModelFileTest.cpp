// Tests of ModelFile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/ModelFile.h"
#include "AllocationCounter.h"
#include "RandomModel.h"
#include "mlgo/model/LoadedModel.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <limits>

using namespace mlgo;

namespace {

/// A small model with everything that a file can hold.
Model completeModel(uint64_t Seed, RandomModelShape Shape) {
  Shape.Hidden = {5};
  Shape.Trees = 2;
  Shape.Leaves = 4;
  Model M = randomModel(Seed, Shape);
  M.Provenance = {{"seed", std::to_string(Seed)}, {"corpus", "none\n\"x\""}};
  auto Loaded = LoadedModel::create(M);
  REQUIRE(Loaded);
  Random R(Seed);
  for (int I = 0; I < 3; ++I) {
    ModelExample E;
    E.Inputs = randomInputs(M, R);
    E.Output = Loaded->evaluate(E.Inputs.data());
    M.Examples.push_back(std::move(E));
  }
  return M;
}

std::string parseError(std::string_view Bytes) {
  auto M = parseModel(Bytes, "f");
  return M ? "no error" : M.error().message();
}

std::string serializeError(const Model &M) {
  return parseError(serializeModel(M));
}

} // namespace

TEST_CASE("ModelFile: every kind comes back byte for byte") {
  uint64_t Seed = 50;
  for (const RandomModelShape &Shape : randomModelShapes()) {
    const Model M = completeModel(++Seed, Shape);
    const std::string Bytes = serializeModel(M);
    auto Back = parseModel(Bytes, "f");
    INFO((Back ? "" : Back.error().message()));
    REQUIRE(Back);
    CHECK(serializeModel(*Back) == Bytes);
    CHECK(Back->Inputs == M.Inputs);
    CHECK(Back->Provenance == M.Provenance);
    CHECK(Back->Decision == M.Decision);
    CHECK(Back->Ranges.size() == M.Ranges.size());
  }
}

TEST_CASE("ModelFile: a model says what it is for") {
  Model M = completeModel(5, RandomModelShape());
  const std::string Silent = serializeModel(M);
  CHECK(parseModel(Silent, "f")->Scope == ModelScope());
  M.Scope = {{"Oz", "Os"}, {"x86-64", "riscv64"}};
  const std::string Bytes = serializeModel(M);
  CHECK(Bytes.size() > Silent.size());
  auto Back = parseModel(Bytes, "f");
  REQUIRE(Back);
  CHECK(Back->Scope == M.Scope);
  CHECK(serializeModel(*Back) == Bytes);
  // The first have a field of their own, which older readers know.
  M.Scope.Limits = {{"threshold", 0},     {"loop_threshold", -30},
                    {"largest_block", 0}, {"instructions_per_call", 7},
                    {"another", 150},     {"one_more", INT32_MIN}};
  Back = parseModel(serializeModel(M), "f");
  REQUIRE(Back);
  CHECK(Back->Scope == M.Scope);
  CHECK(Back->Scope.limit("threshold") == 0);
  CHECK(Back->Scope.limit("one_more") == INT32_MIN);
  CHECK_FALSE(Back->Scope.limit("more"));
  M.Scope.Limits = {{"no\n", 1}};
  CHECK(serializeError(M) == "f: model has a limit that is none: found "
                             "'unprintable bytes', expected small letters "
                             "and _");
  M.Scope.Limits.clear();
  M.Scope.Levels = {"Oz", "O9"};
  CHECK(serializeError(M) == "f: model is for a level that is none: found "
                             "'O9', expected Oz, Os or O2");
  M.Scope.Levels = {"O\"z"};
  CHECK(serializeError(M) == "f: model is for a level that is none: found "
                             "'unprintable bytes', expected Oz, Os or O2");
  M.Scope = {{}, {"x86\n"}};
  CHECK(serializeError(M) ==
        "f: model is for a target that is none: found 'unprintable bytes', "
        "expected small letters, digits, - and _");
  M.Scope = {{}, std::vector<std::string>(65, "a")};
  CHECK(serializeError(M) == "f: model is for 65 targets, expected at most 64");
}

TEST_CASE("ModelScope: limits are those that the task declares") {
  const std::vector<ScopeLimit> Declared = {{"low", "", -5, 5},
                                            {"high", "", 0, 9}};
  ModelScope Scope;
  CHECK(checkLimits(Scope, Declared));
  Scope.Limits = {{"high", 9}, {"low", -5}};
  CHECK(checkLimits(Scope, Declared));
  Scope.Limits = {{"high", 10}};
  CHECK(checkLimits(Scope, Declared).error().message() ==
        "model has a high of 10, expected 0 to 9");
  Scope.Limits = {{"other", 1}};
  CHECK(checkLimits(Scope, Declared).error().message() ==
        "model has the limit 'other', which its task does not know");
}

TEST_CASE("ModelScope: silence means Oz, on any target") {
  const ModelScope Silent;
  CHECK(Silent.servesLevel("Oz"));
  CHECK_FALSE(Silent.servesLevel("Os"));
  CHECK(Silent.servesTarget("wasm32"));
  const ModelScope Spoken{{"Os"}, {"aarch64"}};
  CHECK(Spoken.servesLevel("Os"));
  CHECK_FALSE(Spoken.servesLevel("Oz"));
  CHECK(Spoken.servesTarget("aarch64"));
  CHECK_FALSE(Spoken.servesTarget("x86-64"));
}

TEST_CASE("ModelFile: no single flipped bit is accepted") {
  uint64_t Seed = 90;
  size_t Flips = 0;
  for (bool IsNetwork : {false, true}) {
    RandomModelShape Shape;
    Shape.IsNetwork = IsNetwork;
    const std::string Bytes = serializeModel(completeModel(++Seed, Shape));
    for (size_t Bit = IsNetwork; Bit < Bytes.size() * 8; Bit += 3, ++Flips) {
      std::string Flipped = Bytes;
      Flipped[Bit / 8] = static_cast<char>(Flipped[Bit / 8] ^ (1 << Bit % 8));
      if (parseModel(Flipped, "f"))
        FAIL("bit " << Bit << " of " << Bytes.size() * 8);
    }
  }
  CHECK(Flips > 3000);
}

TEST_CASE("ModelFile: random damage never crashes, nor allocates much") {
  RandomModelShape Shape;
  Shape.IsNetwork = true;
  const std::string Bytes = serializeModel(completeModel(7, Shape));
  Random R(1);
  for (int I = 0; I < 3000; ++I) {
    std::string Damaged = Bytes;
    for (uint64_t N = 1 + R.below(8); N > 0; --N)
      Damaged[R.below(Damaged.size())] = static_cast<char>(R.next());
    (void)parseModel(Damaged, "f");
  }
}

TEST_CASE("ModelFile: truncation at every length is told") {
  const std::string Bytes =
      serializeModel(completeModel(3, RandomModelShape()));
  for (size_t Length = 0; Length < Bytes.size(); ++Length) {
    const std::string Message = parseError(Bytes.substr(0, Length));
    REQUIRE(Message ==
            (Length < 12
                 ? "f: file ends after " + std::to_string(Length) +
                       " bytes, expected a model file of at least 12"
                 : "f: file is " + std::to_string(Length) +
                       " bytes, expected " + std::to_string(Bytes.size()) +
                       ": it is truncated or has something appended"));
  }
  CHECK(parseError(Bytes + "x").find("something appended") !=
        std::string::npos);
}

TEST_CASE("ModelFile: each fault has its message") {
  const Model Good = completeModel(4, RandomModelShape());
  const std::string Bytes = serializeModel(Good);
  std::string Foreign = Bytes;
  Foreign[8] = 'X';
  CHECK(parseError(Foreign) == "f: not a model file: identifier is not MLGO");
  CHECK(parseError(std::string(1000, '\0')) ==
        "f: not a model file: identifier is not MLGO");
  std::string Changed = Bytes;
  Changed[Changed.find("none")] = 'N';
  CHECK(parseError(Changed) ==
        "f: checksum does not match: the file was changed");
  Changed = Bytes;
  Changed[4] = '\xff'; // The offset of the root table.
  CHECK(parseError(Changed) ==
        "f: structure is damaged: FlatBuffers verification failed");

  Model Wrong = Good;
  Wrong.Examples[1].Output += 1;
  CHECK(serializeError(Wrong) ==
        "f: example 1: answer is " + std::to_string(Good.Examples[1].Output) +
            ", expected " + std::to_string(Wrong.Examples[1].Output));
  Wrong = Good;
  Wrong.Examples[0].Inputs.pop_back();
  CHECK(serializeError(Wrong) ==
        "f: example 0 has 47 bytes of inputs, expected 48");

  RandomModelShape Shape;
  Shape.IsNetwork = true;
  const Model Net = completeModel(5, Shape);
  Wrong = Net;
  std::get<Network>(Wrong.Policy).Layers[0].Weights[2] =
      std::numeric_limits<float>::infinity();
  CHECK(serializeError(Wrong) == "f: layer 0: weight 2 is not finite");
  Wrong = Net;
  std::get<Network>(Wrong.Policy).Layers[0].Weights.pop_back();
  CHECK(serializeError(Wrong) == "f: layer 0: weight count is 44, expected 45");
}

TEST_CASE("ModelFile: a version of the future is refused") {
  const std::string Bytes =
      serializeModel(completeModel(4, RandomModelShape()));
  // The version is the only place where a single-bit change of the table's
  // first field can be; find it by trying.
  bool Found = false;
  for (size_t I = 12; I < Bytes.size() && !Found; ++I) {
    std::string Other = Bytes;
    Other[I] = static_cast<char>(Other[I] ^ 2);
    Found = parseError(Other) == "f: format version is 3, expected 1";
  }
  CHECK(Found);
}

TEST_CASE("ModelFile: files that are none") {
  namespace fs = std::filesystem;
  const std::string Folder = fs::temp_directory_path().string();
  CHECK(loadModel(Folder).error().message() ==
        Folder + ": is not a regular file");
  CHECK(loadModel(Folder + "/no-such.mlgo").error().message() ==
        Folder + "/no-such.mlgo: cannot open: No such file or directory");
}

TEST_CASE("ModelFile: saving refuses what loading would") {
  Model M = completeModel(4, RandomModelShape());
  const std::string Path =
      (std::filesystem::temp_directory_path() / "mlgo-model-file-test.mlgo")
          .string();
  REQUIRE(saveModel(M, Path));
  auto Back = loadModel(Path);
  REQUIRE(Back);
  CHECK(serializeModel(*Back) == serializeModel(M));
  M.Inputs.clear();
  auto Saved = saveModel(M, Path);
  REQUIRE_FALSE(Saved);
  CHECK(Saved.error().message() ==
        Path + ": model has 0 inputs, expected 1 to 4096");
  CHECK(loadModel(Path));
  std::filesystem::remove(Path);
}
