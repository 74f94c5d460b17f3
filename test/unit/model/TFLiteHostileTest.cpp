// Files that someone damaged or made on purpose
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationCounter.h"
#include "TFLiteEvaluation.h"
#include "TFLitePolicy.h"
#include "mlgo/model/ModelFile.h"
#include "model/ModelExamples.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace mlgo;

namespace {

std::vector<std::string> names(size_t Count) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Count; ++I)
    Names.push_back("f" + std::to_string(I));
  return Names;
}

std::string importError(const std::string &File) {
  auto M = importTFLite(File, "f");
  return M ? "none" : M.error().message();
}

/// Opens \p File, and if that works runs it and writes it as a model file.
void exercise(const std::string &File) {
  const size_t Before = countAllocatedBytes();
  auto M = importTFLite(File, "f");
  // What is copied is bounded, whatever the file says.
  CHECK(countAllocatedBytes() - Before < (size_t(512) << 20));
  if (!M) {
    CHECK(M.error().message().substr(0, 3) == "f: ");
    return;
  }
  if (recordExamples(*M, 2))
    CHECK(parseModel(serializeModel(*M), "f"));
}

bool contains(const std::string &Text, const std::string &Part) {
  INFO(Text);
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST_CASE("TFLiteHostile: truncated files") {
  const std::string File = TFLitePolicy(names(3), 1).file(true);
  for (size_t Size = 0; Size < File.size(); Size += Size < 64 ? 1 : 61) {
    CHECK(!importTFLite(File.substr(0, Size), "f"));
  }
}

TEST_CASE("TFLiteHostile: changed bits") {
  const std::string File = TFLitePolicy(names(3), 1).file(true);
  Random R(2);
  for (int Round = 0; Round < 4000; ++Round) {
    std::string Changed = File;
    for (uint64_t Flips = 1 + R.below(3); Flips > 0; --Flips)
      Changed[R.below(File.size())] ^= char(1 << R.below(8));
    exercise(Changed);
  }
}

TEST_CASE("TFLiteHostile: changed words") {
  const std::string File = TFLitePolicy(names(2), 1).file(false);
  Random R(3);
  const int32_t Extremes[] = {0, 1, -1, INT32_MAX, INT32_MIN, 0x10000, 127};
  for (int Round = 0; Round < 4000; ++Round) {
    std::string Changed = File;
    std::memcpy(&Changed[R.below(File.size() / 4 - 1) * 4],
                &Extremes[R.below(std::size(Extremes))], 4);
    exercise(Changed);
  }
}

TEST_CASE("TFLiteHostile: indices out of range") {
  for (int32_t Index : {-2, -1, 2, INT32_MAX, INT32_MIN}) {
    TFLiteWriter W;
    const auto X = W.tensor<float>({4}), Y = W.tensor<float>({4});
    W.op(19, {Index}, {Y});
    CHECK(contains(importError(W.finish({X}, {Y})), "expected 0 to 1"));
    TFLiteWriter V;
    V.tensor<float>({4});
    V.tensor<float>({4});
    V.op(19, {X}, {Index});
    CHECK(contains(importError(V.finish({X}, {Y})), "expected 0 to 1"));
    TFLiteWriter U;
    U.tensor<float>({4});
    CHECK(contains(importError(U.finish({Index}, {0})), "expected 0 to 0"));
  }
}

TEST_CASE("TFLiteHostile: cycles and what is made twice") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({4}, "x"), Y = W.tensor<float>({4}, "y"),
             Z = W.tensor<float>({4}, "z");
  W.op(0, {X, Z}, {Y});
  W.op(19, {Y}, {Z});
  CHECK(importError(W.finish({X}, {Z})) ==
        "f: operator 0 (ADD): reads tensor 'z', which nothing before it makes");
  TFLiteWriter V;
  V.tensor<float>({4}, "x");
  V.tensor<float>({4}, "y");
  V.op(19, {X}, {Y});
  V.op(19, {X}, {Y});
  CHECK(contains(importError(V.finish({X}, {Y})), "which was made already"));
  TFLiteWriter U;
  U.tensor<float>({4}, "x");
  U.op(19, {X}, {X});
  CHECK(contains(importError(U.finish({X}, {X})), "which was made already"));
  TFLiteWriter T;
  T.tensor<float>({4}, "x");
  CHECK(contains(importError(T.finish({X, X}, {X})), "same tensor"));
}

TEST_CASE("TFLiteHostile: shapes that overflow") {
  const TFLiteWriter::Shape Shapes[] = {{INT32_MAX, INT32_MAX, INT32_MAX},
                                        {65536, 65536},
                                        {-1, 4},
                                        {0},
                                        {1 << 26},
                                        {1, 1, 1, 1, 1, 1, 1, 1, 1}};
  for (const auto &Shape : Shapes) {
    TFLiteWriter W;
    const auto X = W.tensor<float>(Shape), Y = W.tensor<float>(Shape);
    W.op(19, {X}, {Y});
    exercise(W.finish({X}, {Y}));
    CHECK(importError(W.finish({X}, {Y})) != "none");
  }
}

TEST_CASE("TFLiteHostile: small files that ask for much") {
  // A scalar that is spread over 64 MiB, time and again.
  TFLiteWriter W;
  auto At = W.tensor<float>({1});
  const auto X = At;
  const auto Wide = W.constant<int32_t>({2}, {4096, 2048});
  for (int I = 0; I < 8; ++I) {
    const auto Next = W.tensor<float>({4096, 2048});
    W.op(130, {X, Wide}, {Next});
    At = Next;
  }
  CHECK(contains(importError(W.finish({X}, {At})), "64 MiB"));
  // Constants that are computed from constants, each taking long.
  TFLiteWriter V;
  auto Value = V.constant<float>({1, 1}, {1});
  const auto In = V.tensor<float>({1});
  const auto Large = V.constant<int32_t>({2}, {1024, 1024});
  for (int I = 0; I < 300; ++I) {
    const auto Next = V.tensor<float>({1024, 1024}), One = V.tensor<float>({1});
    V.op(130, {Value, Large}, {Next});
    V.op(45,
         {Next, V.constant<int32_t>({1}, {0}), V.constant<int32_t>({1}, {1}),
          V.constant<int32_t>({1}, {1})},
         {One});
  }
  CHECK(importError(V.finish({In}, {In})) != "none");
  // Multiplications of large matrices that nobody stored.
  TFLiteWriter U;
  const auto A = U.tensor<float>({1024, 1024}),
             B = U.tensor<float>({1024, 1024}),
             C = U.tensor<float>({1024, 1024});
  U.op(9, {A, B}, {C});
  CHECK(contains(importError(U.finish({A, B}, {C})), "takes too long"));
}

TEST_CASE("TFLiteHostile: constants of the wrong size") {
  TFLiteWriter W;
  const auto X = W.tensor<float>({4}), C = W.constant<float>({5}, {1, 2, 3, 4}),
             Y = W.tensor<float>({4});
  W.op(0, {X, C}, {Y});
  CHECK(importError(W.finish({X}, {Y})) ==
        "f: operator 0 (ADD): tensor 'constant' has 16 bytes of data, expected "
        "20");
}
