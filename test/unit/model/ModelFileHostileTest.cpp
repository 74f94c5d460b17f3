// Files that someone made on purpose
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checksum protects against accidents only. These files have a right one.

#include "AllocationCounter.h"
#include "RandomModel.h"
#include "mlgo/model/ModelFile.h"
#include <catch2/catch.hpp>
#include <flatbuffers/flatbuffers.h>

using namespace mlgo;

namespace {

using Builder = flatbuffers::FlatBufferBuilder;
using Offset = flatbuffers::Offset<void>;

/// The place of a field in a table, by its id in models/mlgo.fbs.
constexpr flatbuffers::voffset_t field(int Id) {
  return static_cast<flatbuffers::voffset_t>(4 + 2 * Id);
}

Offset writeSpec(Builder &B, const char *Name, std::vector<int64_t> Shape) {
  auto NameAt = B.CreateString(Name);
  auto TypeAt = B.CreateString("int64_t");
  auto ShapeAt = B.CreateVector(Shape);
  auto Start = B.StartTable();
  B.AddOffset(field(0), NameAt);
  B.AddOffset(field(2), TypeAt);
  B.AddOffset(field(3), ShapeAt);
  return Offset(B.EndTable(Start));
}

/// One leaf.
Offset writeTrees(Builder &B) {
  auto Sizes = B.CreateVector(std::vector<uint32_t>{1});
  auto Inputs = B.CreateVector(std::vector<int32_t>{-1});
  auto Thresholds = B.CreateVector(std::vector<int64_t>{0});
  auto Start = B.StartTable();
  B.AddOffset(field(0), Sizes);
  B.AddOffset(field(1), Inputs);
  B.AddOffset(field(2), Thresholds);
  B.AddOffset(field(3), Sizes);
  B.AddOffset(field(4), Sizes);
  B.AddOffset(field(5), Inputs);
  return Offset(B.EndTable(Start));
}

/// A network of \p Count times the same transform, with \p Edges edges.
Offset writeSharedTransforms(Builder &B, size_t Count, size_t Edges) {
  std::vector<int64_t> Values(Edges);
  for (size_t I = 0; I < Edges; ++I)
    Values[I] = static_cast<int64_t>(I);
  auto EdgesAt = B.CreateVector(Values);
  auto Start = B.StartTable();
  B.AddOffset(field(2), EdgesAt);
  const Offset Transform(B.EndTable(Start));
  auto Transforms = B.CreateVector(std::vector<Offset>(Count, Transform));
  Start = B.StartTable();
  B.AddOffset(field(0), Transforms);
  return Offset(B.EndTable(Start));
}

/// The same checksum as models/mlgo.fbs describes.
uint64_t checksum(const uint8_t *Bytes, size_t Size, size_t Field) {
  uint64_t Hash = 0xcbf29ce484222325u;
  for (size_t I = 0; I < Size; ++I)
    Hash = (Hash ^ (I - Field < 8 ? 0 : Bytes[I])) * 0x100000001b3u;
  return Hash;
}

struct HostileParts {
  Offset Input;
  size_t InputCount = 1;
  uint8_t PolicyKind = 2;
  Offset Policy;
  uint8_t Decision = 0;
  int32_t MaskInput = -1;
};

/// A file of \p Parts with identifier, size, version and checksum in order.
std::string finish(Builder &B, const HostileParts &Parts) {
  auto Inputs =
      B.CreateVector(std::vector<Offset>(Parts.InputCount, Parts.Input));
  const Offset Output = writeSpec(B, "decision", {1});
  B.ForceDefaults(true);
  auto Start = B.StartTable();
  B.AddElement<uint32_t>(field(0), ModelFileVersion, 0);
  B.AddElement<uint64_t>(field(1), 0, 0);
  B.AddOffset(field(3), Inputs);
  B.AddOffset(field(4), Output);
  B.AddElement<uint8_t>(field(5), Parts.Decision, 0);
  B.AddElement<int32_t>(field(6), Parts.MaskInput, -1);
  B.AddElement<uint8_t>(field(9), Parts.PolicyKind, 0);
  B.AddOffset(field(10), Parts.Policy);
  flatbuffers::Offset<flatbuffers::Table> Root(B.EndTable(Start));
  B.FinishSizePrefixed(Root, "MLGO");
  uint8_t *Bytes = B.GetBufferPointer();
  const size_t Size = B.GetSize();
  auto *Table = flatbuffers::GetMutableRoot<flatbuffers::Table>(Bytes + 4);
  uint8_t *Field = Table->GetAddressOf(field(1));
  flatbuffers::WriteScalar(
      Field, checksum(Bytes, Size, static_cast<size_t>(Field - Bytes)));
  return std::string(reinterpret_cast<const char *>(Bytes), Size);
}

std::string parseError(const std::string &Bytes) {
  const size_t Before = countAllocatedBytes();
  auto M = parseModel(Bytes, "f");
  // What the rest of this file is about.
  CHECK(countAllocatedBytes() - Before < 50 * Bytes.size() + 100000);
  return M ? "no error" : M.error().message();
}

} // namespace

TEST_CASE("ModelFileHostile: the files made here are read") {
  Builder B;
  HostileParts Parts;
  Parts.Input = writeSpec(B, "x", {1});
  Parts.Policy = writeTrees(B);
  CHECK(parseError(finish(B, Parts)) == "no error");
}

TEST_CASE("ModelFileHostile: shapes do not allocate") {
  const std::pair<std::vector<int64_t>, std::string> Cases[] = {
      {{1, int64_t(1) << 31},
       "f: input 'x' has 2147483648 elements, expected 1"},
      {{int64_t(1) << 62, 4},
       "f: input 'x' has a shape with a negative dimension or more than 2^32 "
       "elements"},
      {{-1},
       "f: input 'x' has a shape with a negative dimension or more than 2^32 "
       "elements"},
      {{0}, "f: input 'x' has 0 elements, expected 1"}};
  for (const auto &[Shape, Message] : Cases) {
    Builder B;
    HostileParts Parts;
    Parts.Input = writeSpec(B, "x", Shape);
    Parts.Policy = writeTrees(B);
    CHECK(parseError(finish(B, Parts)) == Message);
  }
}

TEST_CASE("ModelFileHostile: columns are bounded") {
  Builder B;
  HostileParts Parts;
  Parts.Input = writeSpec(B, "x", {1, int64_t(1) << 32});
  Parts.Policy = writeTrees(B);
  Parts.Decision = 1;
  Parts.MaskInput = 0;
  CHECK(parseError(finish(B, Parts)) ==
        "f: input 'x' has 4294967296 elements, expected at most 4096");
}

TEST_CASE("ModelFileHostile: a shared part does not multiply") {
  Builder B;
  HostileParts Parts;
  Parts.Input = writeSpec(B, "x", {1});
  Parts.PolicyKind = 1;
  // 2 GiB of edges, were they copied.
  Parts.Policy = writeSharedTransforms(B, 16384, 16384);
  CHECK(parseError(finish(B, Parts)) ==
        "f: contents are larger than the file: a part of it is used more than "
        "once");
}

TEST_CASE("ModelFileHostile: a policy of an unknown kind") {
  Builder B;
  HostileParts Parts;
  Parts.Input = writeSpec(B, "x", {1});
  Parts.Policy = writeTrees(B);
  Parts.PolicyKind = 0;
  CHECK(parseError(finish(B, Parts)) ==
        "f: policy kind is 0, expected 1 (network), 2 (tree ensemble) or "
        "3 (graph)");
}

TEST_CASE("ModelFileHostile: kinds that nobody knows") {
  Model M;
  M.Inputs = {TensorSpec::createSpec<int64_t>("x", {1})};
  M.Output = TensorSpec::createSpec<int64_t>("decision", {1});
  const auto ErrorOf = [&](auto Policy) {
    M.Policy = std::move(Policy);
    return parseError(serializeModel(M));
  };
  M.Decision = static_cast<DecisionKind>(200);
  CHECK(ErrorOf(TreeEnsemble()).find("f: decision kind is 200") == 0);
  M.Decision = DecisionKind::Argmax;
  Network N;
  N.Layers.push_back({1, 2, false, {1, 1}, {0, 0}});
  N.Transforms.emplace_back();
  N.Transforms[0].Kind = static_cast<InputTransform::KindType>(200);
  CHECK(ErrorOf(N).find("kind is 200") != std::string::npos);
  M.Decision = DecisionKind::Computed;
  Graph G;
  G.Tensors = {{M.Inputs[0], {}}, {M.Output, {}}};
  G.Operators.emplace_back();
  G.Operators[0].Kind = static_cast<GraphOperatorKind>(200);
  G.Operators[0].Inputs = {0};
  G.Operators[0].Output = 1;
  G.Inputs = {0};
  G.Outputs = {1};
  CHECK(ErrorOf(G).find("kind is 200, expected at most") != std::string::npos);
}

TEST_CASE("ModelFileHostile: indices of inputs are checked when unused too") {
  Builder B;
  HostileParts Parts;
  Parts.Input = writeSpec(B, "x", {1});
  Parts.Policy = writeTrees(B);
  Parts.MaskInput = 1000;
  CHECK(parseError(finish(B, Parts)) ==
        "f: mask input is 1000, expected 0 to 0");
}

TEST_CASE("ModelFileHostile: examples cannot keep a reader busy") {
  RandomModelShape Shape;
  Shape.IsNetwork = true;
  Shape.Inputs = 1;
  Shape.Hidden = {4000, 4000};
  Model M = randomModel(1, Shape);
  M.Examples.resize(1000);
  for (ModelExample &E : M.Examples)
    E.Inputs.resize(8);
  Status S = validate(M);
  REQUIRE_FALSE(S);
  CHECK(S.error().message() ==
        "the 1000 examples take too long to repeat: 16028001 operations each, "
        "expected at most 1073741824 for all");
}
