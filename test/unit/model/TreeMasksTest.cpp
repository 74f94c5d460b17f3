// Tests of TreeMasks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/TreeMasks.h"
#include <catch2/catch.hpp>
#include <vector>

using namespace mlgo;

namespace {

constexpr int32_t Least = std::numeric_limits<int32_t>::min() + 1;
constexpr int32_t Most = TreeMaskEnd - 1;

/// Nodes behind which no threshold is reached.
template <typename Mask>
std::vector<TreeMaskNode<Mask>> ended(std::vector<TreeMaskNode<Mask>> Nodes) {
  Nodes.resize(Nodes.size() + TreeMaskStep, {TreeMaskEnd, 0, 0});
  return Nodes;
}

/// Of a tree with a leaf for each of the thresholds \p Sorted of one input, and
/// one more: how many are reached by \p Value.
template <typename Mask>
int64_t reached(const std::vector<int32_t> &Sorted, int64_t Value) {
  std::vector<TreeMaskNode<Mask>> Nodes;
  for (size_t I = 0; I < Sorted.size(); ++I)
    Nodes.push_back({Sorted[I], 1, Mask(~(Mask(1) << I))});
  Nodes = ended(std::move(Nodes));
  constexpr size_t Width = std::numeric_limits<Mask>::digits;
  std::vector<int32_t> Leaves(TreeMaskStep * Width);
  for (size_t I = 0; I <= Sorted.size(); ++I)
    Leaves[Width + I] = static_cast<int32_t>(I);
  const TreeMaskInput Input = {2, 0};
  const int64_t Ordered[] = {0, 0, Value};
  std::vector<Mask> Alive(TreeMaskStep);
  return scoreTreeMasks(Ordered, &Input, 1, Nodes.data(), Leaves.data(),
                        Alive.data(), TreeMaskStep);
}

} // namespace

TEST_CASE("TreeMasks: values of 64 bits beside thresholds of 32", "[model]") {
  const std::vector<int32_t> Sorted = {Least, -1, 0, 0, 5, Most};
  const auto Check = [&](int64_t Value, int64_t Expected) {
    INFO(Value);
    CHECK(reached<uint16_t>(Sorted, Value) == Expected);
    CHECK(reached<uint32_t>(Sorted, Value) == Expected);
    CHECK(reached<uint64_t>(Sorted, Value) == Expected);
  };
  Check(INT64_MIN, 0);
  Check(int64_t(Least) - 1, 0);
  Check(Least, 1);
  Check(-1, 2);
  Check(4, 4);
  Check(5, 5);
  Check(Most - 1, 5);
  Check(Most, 6);
  Check(int64_t(Most) + 1, 6);
  Check(INT64_MAX, 6);
  CHECK(!isTreeMaskThreshold(int64_t(Least) - 1));
  CHECK(isTreeMaskThreshold(Least));
  CHECK(isTreeMaskThreshold(Most));
  CHECK(!isTreeMaskThreshold(int64_t(Most) + 1));
}

TEST_CASE("TreeMasks: as many leaves as the mask has bits", "[model]") {
  std::vector<int32_t> Sorted(63);
  for (size_t I = 0; I < Sorted.size(); ++I)
    Sorted[I] = static_cast<int32_t>(I);
  for (int64_t Value = -1; Value < 70; ++Value)
    CHECK(reached<uint64_t>(Sorted, Value) ==
          std::clamp<int64_t>(Value + 1, 0, 63));
}

TEST_CASE("TreeMasks: the nodes of one input end before the next", "[model]") {
  auto Nodes = ended<uint16_t>({{10, 0, 0xfffe}});
  const size_t Second = Nodes.size();
  const auto More = ended<uint16_t>({{-10, 1, 0xfffe}});
  Nodes.insert(Nodes.end(), More.begin(), More.end());
  const TreeMaskInput Inputs[] = {{0, 0}, {1, static_cast<uint32_t>(Second)}};
  std::vector<int32_t> Leaves(TreeMaskStep * 16);
  Leaves[1] = 1;
  Leaves[17] = 100;
  uint16_t Alive[TreeMaskStep];
  const auto Score = [&](int64_t A, int64_t B) {
    const int64_t Ordered[] = {A, B};
    return scoreTreeMasks<uint16_t>(Ordered, Inputs, 2, Nodes.data(),
                                    Leaves.data(), Alive, TreeMaskStep);
  };
  CHECK(Score(9, -11) == 0);
  CHECK(Score(10, -11) == 1);
  CHECK(Score(9, -10) == 100);
  CHECK(Score(1000, 1000) == 101);
}
