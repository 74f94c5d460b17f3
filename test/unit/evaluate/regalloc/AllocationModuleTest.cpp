// Tests of AllocationModule
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/regalloc/AllocationModule.h"
#include "CrowdedModule.h"
#include "ProfileFixture.h"
#include "TemporaryFolder.h"
#include "evaluate/regalloc/AllocationTrials.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// What the crowded functions of a module need: locals, tables, each other, and
/// an alias, which needs a body.
std::string makeModule() {
  std::string Text = crowdedModule(20);
  const size_t Start = Text.find("%s0 = phi");
  Text.insert(Start, "%told = phi i64 [0, %entry], [%heard, %loop]\n");
  Text.insert(Text.find("%next = add"),
              "%heard = call i64 @local(i64 %i, ptr @table)\n"
              "%more = call i64 @shared(i64 %heard, ptr @local)\n"
              "store volatile i64 %more, ptr @cell\n");
  return Text +
         "@table = internal constant [2 x i64] [i64 1, i64 2]\n"
         "@cell = internal global i64 0\n"
         "@unused = internal global ptr @other\n"
         "@alias = alias i64 (i64), ptr @target\n"
         "define internal i64 @local(i64 %x, ptr %t) noinline {\n"
         "  %v = load i64, ptr %t\n  %s = add i64 %x, %v\n  ret i64 %s\n}\n"
         "define weak i64 @shared(i64 %x, ptr %f) noinline {\n"
         "  %r = call i64 %f(i64 %x, ptr @table)\n  ret i64 %r\n}\n"
         "define i64 @target(i64 %x) { ret i64 %x }\n"
         "define internal i64 @other(i64 %x) noinline {\n"
         "  %y = call i64 @local(i64 %x, ptr @cell)\n  ret i64 %y\n}\n";
}

} // namespace

TEST_CASE(
    "AllocationModule: functions are allocated alike without the others") {
  const AllocationTask &Evict = *findAllocationTask("evict");
  auto byName = [](const std::vector<FunctionAllocation> &Functions) {
    std::map<std::string, FunctionAllocation> Map;
    for (const FunctionAllocation &F : Functions)
      Map.emplace(F.Name, F);
    return Map;
  };
  TemporaryFolder Folder;
  const std::string Path = Folder.file("m.ll");
  REQUIRE(writeFileAtomically(Path, makeModule()));
  auto Loaded = AllocationModule::load(Path, {CodeLevel::O2});
  if (!Loaded)
    FAIL(Loaded.error().message());
  const std::string Whole = (*Loaded)->toBitcode();

  auto M = AllocationModule::fromBitcode(Whole);
  REQUIRE(M);
  const auto All = measureAllocations(**M, Evict, "");
  REQUIRE(All);

  M = AllocationModule::fromBitcode(Whole);
  REQUIRE(M);
  (*M)->keepOnly({"crowded", "no such function"});
  const std::string Part = (*M)->toBitcode();
  CHECK(Part.size() < Whole.size());
  // What has been dropped is dropped from the bytes, too.
  CHECK(Part.find("unused") == std::string::npos);
  M = AllocationModule::fromBitcode(Part);
  REQUIRE(M);
  const auto Kept = measureAllocations(**M, Evict, "");
  REQUIRE(Kept);

  const auto Before = byName(*All), After = byName(*Kept);
  CHECK(Before.count("easy"));
  CHECK_FALSE(After.count("easy"));
  CHECK(After.count("target"));
  REQUIRE(After.count("crowded"));
  CHECK(After.at("crowded").Questions > 0);
  CHECK(After.at("crowded").Questions == Before.at("crowded").Questions);
  CHECK(After.at("crowded").Score == Before.at("crowded").Score);
}

TEST_CASE("AllocationModule: with a profile, functions have cycles for scores, "
          "also apart from the others") {
  constexpr uint64_t HashOfCrowded = 784007056844089447;
  const AllocationTask &Evict = *findAllocationTask("evict");
  TemporaryFolder Folder;
  const std::string Path = Folder.file("m.ll");
  REQUIRE(writeFileAtomically(Path, crowdedModule(20)));
  const auto measure = [&](uint64_t Rounds, bool Apart, bool Hides = true) {
    CodeSetting Setting{CodeLevel::O2, false, Folder.file("a.profdata"), Hides};
    writeProfile(Setting.Profile, {{"crowded", HashOfCrowded, {Rounds, 10}}});
    auto M = AllocationModule::load(Path, Setting);
    if (!M)
      FAIL(M.error().message());
    CHECK((*M)->executedBlocks() == Rounds + 10);
    if (Apart) {
      (*M)->keepOnly({"crowded"});
      M = AllocationModule::fromBitcode((*M)->toBitcode());
      REQUIRE(M);
    }
    const auto Found = measureAllocations(**M, Evict, "");
    REQUIRE(Found);
    REQUIRE(Found->front().Name == "crowded");
    return Found->front().Score;
  };
  const double Cycles = measure(10000, false);
  // A round has twenty multiplications and more.
  CHECK(Cycles > 20 * 10000);
  CHECK(measure(20000, false) == Approx(2 * Cycles).epsilon(0.01));
  CHECK(measure(10000, true) == Cycles);

  // Who allocates by a profile makes other code of a loop that hardly runs.
  for (const bool Apart : {false, true}) {
    CHECK(measure(10000, Apart, false) == Cycles);
    CHECK(measure(10, Apart, false) != measure(10, Apart, true));
  }

  CodeSetting Missing{CodeLevel::O2, false, Folder.file("none.profdata")};
  const auto M = AllocationModule::load(Path, Missing);
  REQUIRE_FALSE(M);
  CHECK(M.error().message().find("none.profdata") != std::string::npos);
}
