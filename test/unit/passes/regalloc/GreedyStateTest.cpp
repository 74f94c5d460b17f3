//===- GreedyStateTest.cpp - Tests of GreedyState -------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GreedyState.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

using namespace llvm;
using namespace mlgo;

namespace {

/// Memory that looks like an allocator's object to a GreedyState.
struct FakeAllocator {
  enum Word : size_t {
    QueueBegin,
    QueueEnd,
    QueueCapacity,
    Compare,
    Weights,
    Infos,
    InfoCounts, ///< Size, capacity above it.
    NoInfo,
    Index,
    NextCascade,
    HasInfos,
    Advisor,
    NumWords,
  };

  std::array<uint64_t, 512> Object{};
  std::array<uint64_t, 4> Queue{};
  /// Stage and cascade of virtual registers 0 to 4.
  std::array<std::array<uint32_t, 2>, 5> Ranges{
      {{1, 0}, {2, 3}, {5, 0}, {0, 0}, {1, 6}}};
  char AdvisorObject = 0;
  size_t First = 100;

  uint64_t &word(Word W) { return Object[First + W]; }

  explicit FakeAllocator(size_t First = 100) : First(First) {
    word(QueueBegin) = reinterpret_cast<uint64_t>(Queue.data());
    word(QueueEnd) = reinterpret_cast<uint64_t>(Queue.data() + 3);
    word(QueueCapacity) = reinterpret_cast<uint64_t>(Queue.data() + 4);
    word(Infos) = reinterpret_cast<uint64_t>(Ranges.data());
    word(InfoCounts) = 5 | uint64_t(8) << 32;
    word(NextCascade) = 7;
    word(HasInfos) = 1;
    word(Advisor) = reinterpret_cast<uint64_t>(&AdvisorObject);
  }

  const RAGreedy &allocator() const {
    return *reinterpret_cast<const RAGreedy *>(Object.data());
  }
  bool update(GreedyState &State, unsigned Register,
              unsigned NumVirtRegs = 5) const {
    return State.update(
        *reinterpret_cast<const RegAllocEvictionAdvisor *>(&AdvisorObject),
        Register::index2VirtReg(Register), NumVirtRegs);
  }
};

using Word = FakeAllocator::Word;

Register reg(unsigned Index) { return Register::index2VirtReg(Index); }

} // namespace

TEST_CASE("GreedyState reads what lies before the advisor", "[regalloc]") {
  for (size_t First : {size_t(0), size_t(97), size_t(244)}) {
    const FakeAllocator Fake(First);
    GreedyState State(Fake.allocator());
    REQUIRE(Fake.update(State, 0));
    CHECK(State.failure().empty());
    CHECK(State.queueSize() == 3);
    CHECK(State.stage(reg(0)) == RS_Assign);
    CHECK(State.stage(reg(2)) == RS_Done);
    CHECK(State.cascade(reg(1)) == 3);
    CHECK(State.cascadeOrNext(reg(1)) == 3);
    CHECK(State.cascadeOrNext(reg(0)) == 7);
    CHECK(State.knows(reg(4)));
    CHECK_FALSE(State.knows(reg(5)));
  }
}

TEST_CASE("GreedyState follows the allocator", "[regalloc]") {
  FakeAllocator Fake;
  GreedyState State(Fake.allocator());
  REQUIRE(Fake.update(State, 0));
  std::vector<std::array<uint32_t, 2>> Moved(9, {1, 0});
  Moved[8] = {2, 7};
  Fake.word(Word::Infos) = reinterpret_cast<uint64_t>(Moved.data());
  Fake.word(Word::InfoCounts) = 9 | uint64_t(9) << 32;
  Fake.word(Word::NextCascade) = 8;
  Fake.word(Word::QueueEnd) = Fake.word(Word::QueueBegin);
  REQUIRE(Fake.update(State, 8, 9));
  CHECK(State.queueSize() == 0);
  CHECK(State.stage(reg(8)) == RS_Split);
  CHECK(State.cascadeOrNext(reg(0)) == 8);
}

TEST_CASE("GreedyState refuses what is not plausible", "[regalloc]") {
  struct Case {
    Word Where;
    uint64_t Value;
    const char *Message;
  };
  static const uint64_t Unmapped = 0x10000;
  static const std::array<uint64_t, 2> Odd{};
  const Case Cases[] = {
      {Word::Advisor, 0, "found no pointer to the advisor"},
      {Word::QueueEnd, 8, "found no queue"},
      {Word::QueueCapacity, 8, "found no queue"},
      {Word::Infos, 0, "found no table"},
      {Word::Infos, Unmapped, "found no table"},
      {Word::Infos, reinterpret_cast<uint64_t>(Odd.data()) + 2,
       "found no table"},
      {Word::InfoCounts, 0, "found no table"},
      {Word::InfoCounts, 5 | uint64_t(4) << 32, "found a table of 5"},
      {Word::InfoCounts, 6 | uint64_t(8) << 32, "found a table of 6"},
      {Word::HasInfos, 0, "found a table"},
      {Word::HasInfos, 77, "found a table"},
      {Word::NextCascade, 0, "found cascade 0"},
  };
  for (const Case &C : Cases) {
    FakeAllocator Fake;
    Fake.word(C.Where) = C.Value;
    GreedyState State(Fake.allocator());
    CHECK_FALSE(Fake.update(State, 0));
    CHECK_THAT(State.failure(), Catch::Contains(C.Message));
    // Once is enough.
    Fake = FakeAllocator();
    CHECK_FALSE(Fake.update(State, 0));
  }
}

TEST_CASE("GreedyState refuses impossible live ranges", "[regalloc]") {
  const FakeAllocator Fake;
  GreedyState New(Fake.allocator());
  CHECK_FALSE(Fake.update(New, 3));
  CHECK_THAT(New.failure(), Catch::Contains("found stage 0"));
  GreedyState Unknown(Fake.allocator());
  CHECK_FALSE(Fake.update(Unknown, 5, 6));
  CHECK_THAT(Unknown.failure(), Catch::Contains("found no entry"));
  FakeAllocator Bad;
  Bad.Ranges[0] = {6, 0};
  GreedyState Stage(Bad.allocator());
  CHECK_FALSE(Bad.update(Stage, 0));
  Bad.Ranges[0] = {1, 7};
  GreedyState Cascade(Bad.allocator());
  CHECK_FALSE(Bad.update(Cascade, 0));
  CHECK_THAT(Cascade.failure(), Catch::Contains("found cascade 7"));
  GreedyState Queue(Fake.allocator());
  FakeAllocator Full;
  GreedyState TooMany(Full.allocator());
  CHECK_FALSE(Full.update(TooMany, 0, 2));
  CHECK_THAT(TooMany.failure(), Catch::Contains("found 3 queued"));
}
