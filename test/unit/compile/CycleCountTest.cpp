// Tests of CycleCount
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/CycleCount.h"
#include "TemporaryFolder.h"
#include "compile/LinkUnits.h"
#include "compile/ModulePipeline.h"
#include "mlgo/support/File.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

namespace {

/// A function that runs \p Entries times, with a loop that goes round \p Rounds
/// times each, \p Extra divisions in it; and a function that never runs.
std::string makeModule(unsigned Entries, unsigned Rounds, unsigned Extra = 0) {
  std::string Text = R"(target triple = "x86_64-pc-linux-gnu"
define i64 @f(i64 %n, ptr %p) !prof !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %v0 = load volatile i64, ptr %p
)";
  for (unsigned I = 0; I < Extra; ++I)
    Text += "  %v" + std::to_string(I + 1) + " = udiv i64 %v" +
            std::to_string(I) + ", %n\n";
  Text += "  store volatile i64 %v" + std::to_string(Extra) + R"(, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !prof !1
done:
  ret i64 %next
}
define i64 @never(i64 %n) !prof !2 {
  ret i64 %n
}
define i64 @unknown(i64 %n) {
  ret i64 %n
}
!0 = !{!"function_entry_count", i64 )" +
          std::to_string(Entries) + R"(}
!1 = !{!"branch_weights", i32 )" +
          std::to_string(Rounds - 1) + R"(, i32 1}
!2 = !{!"function_entry_count", i64 0}
)";
  return Text;
}

CycleTermsByUnit count(const std::string &Text, size_t *Bytes = nullptr,
                       const ExecutedBlocks &Program = {}) {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("m.ll"), Text));
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, Folder.file("m.ll"));
  REQUIRE(M);
  auto TM = createTargetMachine(**M);
  REQUIRE(TM);
  llvm::SmallVector<char, 0> Object;
  CycleTermsByUnit Found;
  REQUIRE(
      generateObject(**M, **TM, Object, createCycleCounter(Found, Program)));
  if (Bytes)
    *Bytes = Object.size();
  return Found;
}

} // namespace

TEST_CASE("CycleCount: no block runs more often than what ran most") {
  ExecutedBlocks Program;
  const auto loads = [&] {
    return count(makeModule(10, 100), nullptr, Program).at("f").Loads / 64;
  };
  CHECK(loads() == Approx(1000).epsilon(0.01));
  Program.Most = 7;
  CHECK(loads() == 7);
}

TEST_CASE("CycleCount: what runs is counted as often as it runs") {
  const CycleTermsByUnit Found = count(makeModule(10, 100));
  REQUIRE(Found.size() == 1);
  const CycleTerms &F = Found.at("f");
  // One load and one store in each round.
  CHECK(F.Loads / 64 == Approx(1000).epsilon(0.01));
  CHECK(F.Stores / 64 == Approx(1000).epsilon(0.01));
  // The jump back, but for the last, and the return.
  CHECK(F.Taken / 64 == Approx(1000).epsilon(0.03));
  CHECK(F.Instructions / 64 > 4000);
  CHECK(weigh(F) > 1000);
  const CycleTerms Twice = count(makeModule(20, 100)).at("f");
  CHECK(double(weigh(Twice)) == Approx(2 * double(weigh(F))).epsilon(0.001));
  const CycleTerms Longer = count(makeModule(10, 200)).at("f");
  CHECK(double(weigh(Longer)) == Approx(2 * double(weigh(F))).epsilon(0.02));
}

TEST_CASE("CycleCount: what waits for another costs more") {
  const CycleTerms Few = count(makeModule(10, 100, 1)).at("f");
  const CycleTerms Many = count(makeModule(10, 100, 9)).at("f");
  CHECK(Many.Instructions > Few.Instructions + 8 * 1000 * 64);
  // A division takes tens of cycles until it is there.
  CHECK(Many.Throughput > Few.Throughput + 8 * 1000 * 64);
  CHECK(Many.Latency + Many.Throughput >
        Few.Latency + Few.Throughput + 8 * 10 * 1000 * 64);
}

TEST_CASE("CycleCount: the object is the one that is generated without it") {
  size_t Counted = 0;
  const std::string Text = makeModule(10, 100, 3);
  count(Text, &Counted);
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("m.ll"), Text));
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, Folder.file("m.ll"));
  REQUIRE(M);
  auto TM = createTargetMachine(**M);
  REQUIRE(TM);
  llvm::SmallVector<char, 0> Object;
  REQUIRE(generateObject(**M, **TM, Object));
  CHECK(Object.size() == Counted);
}

TEST_CASE("CycleCount: sums do not overflow") {
  CycleTerms Most;
  Most.Throughput = Most.Loads = std::numeric_limits<uint64_t>::max();
  CycleTerms Sum = Most;
  Sum += Most;
  CHECK(Sum.Throughput == std::numeric_limits<uint64_t>::max());
  CHECK(weigh(Sum) >= std::numeric_limits<uint64_t>::max() / 64);
  CHECK(weigh({}) == 0);
}
