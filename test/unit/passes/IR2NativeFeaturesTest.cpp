// The estimator's inputs, one by one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "IR2NativeFeatures.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <numeric>

using namespace llvm;

namespace {

mlgo::IR2NativeFeatures extract(const char *Text) {
  LLVMContext Ctx;
  SMDiagnostic Diagnostic;
  auto M = parseAssemblyString(Text, Diagnostic, Ctx);
  REQUIRE(M);
  Function *F = M->getFunction("f");
  REQUIRE(F);
  TargetTransformInfo TTI(M->getDataLayout());
  return mlgo::extractIR2NativeFeatures(*F, TTI);
}

/// Where opcode \p Number of LLVM up to 21 is counted.
constexpr size_t opcode(size_t Number) { return 9 + Number; }
constexpr size_t Pairs = 9 + 68;

} // namespace

TEST_CASE("IR2NativeFeatures: a small function") {
  const auto Features = extract("define internal i32 @f(i32 %x) {\n"
                                "  ret i32 %x\n"
                                "}\n");
  CHECK(Features[1] == 1); // Blocks.
  CHECK(Features[2] == 0); // Calls.
  CHECK(Features[3] == 1); // Local.
  CHECK(Features[4] == 0);
  CHECK(Features[5] == 0);
  CHECK(Features[6] == 0); // Loops.
  CHECK(Features[7] == 0);
  CHECK(Features[8] == 0); // Levels of the dominator tree.
  CHECK(Features[opcode(1)] == 1);
  CHECK(std::accumulate(Features.begin() + 9, Features.end(), 0) == 1);
}

TEST_CASE("IR2NativeFeatures: loops, calls and pairs") {
  const auto Features = extract("declare void @g(i32)\n"
                                "define linkonce_odr void @f(i32 %n) {\n"
                                "entry:\n"
                                "  br label %outer\n"
                                "outer:\n"
                                "  br label %inner\n"
                                "inner:\n"
                                "  call void @g(i32 %n)\n"
                                "  call void @g(i32 %n)\n"
                                "  %again = icmp eq i32 %n, 3\n"
                                "  br i1 %again, label %inner, label %latch\n"
                                "latch:\n"
                                "  br i1 %again, label %outer, label %exit\n"
                                "exit:\n"
                                "  ret void\n"
                                "}\n");
  CHECK(Features[1] == 5);
  CHECK(Features[2] == 2);
  CHECK(Features[3] == 0);
  CHECK(Features[4] == 1);
  CHECK(Features[5] == 1);
  CHECK(Features[6] == 1); // The outermost ones only.
  CHECK(Features[7] == 1);
  CHECK(Features[8] == 4);
  CHECK(Features[opcode(1)] == 1);
  CHECK(Features[opcode(2)] == 4);
  CHECK(Features[opcode(53)] == 1); // icmp.
  CHECK(Features[opcode(56)] == 2); // call.
  // br br (twice), br call, call call, call icmp, icmp br, br ret.
  const std::pair<size_t, int32_t> Expected[] = {{28, 1},  {29, 2},  {41, 1},
                                                 {108, 1}, {127, 1}, {128, 1}};
  int32_t Found = 0;
  for (auto [Index, Count] : Expected) {
    INFO(Index);
    CHECK(Features[Pairs + Index] == Count);
    Found += Count;
  }
  CHECK(std::accumulate(Features.begin() + Pairs, Features.end(), 0) == Found);
}

TEST_CASE("IR2NativeFeatures: opcodes have the numbers of their time") {
  const auto Features = extract("define i64 @f(ptr %p, i1 %c) {\n"
                                "  %a = ptrtoint ptr %p to i64\n"
                                "  %b = bitcast i64 %a to double\n"
                                "  %d = freeze double %b\n"
                                "  %e = select i1 %c, i64 %a, i64 3\n"
                                "  ret i64 %e\n"
                                "}\n");
  for (size_t Number : {47, 49, 67, 57, 1})
    CHECK(Features[opcode(Number)] == 1);
  CHECK(Features[opcode(48)] == 0);
}
