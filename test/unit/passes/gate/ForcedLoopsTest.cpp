// Tests of ForcedLoops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForcedLoops.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;

static bool isForced(const std::string &Property) {
  LLVMContext Context;
  SMDiagnostic Failure;
  const auto M = parseAssemblyString(R"(
    define void @f(i1 %c) {
      br label %l
    l:
      br i1 %c, label %l, label %e, !llvm.loop !0
    e:
      ret void
    }
    !0 = distinct !{!0, !1, !2}
    !1 = !{!"llvm.loop.mustprogress"}
    !2 = !{!"llvm.loop.)" + Property + "}\n!3 = distinct !{}\n",
                                     Failure, Context);
  INFO(Property);
  REQUIRE(M);
  return mlgo::hasForcedLoops(*M->getFunction("f"));
}

TEST_CASE("ForcedLoops: what authors ask for") {
  for (const char *Property :
       {"vectorize.enable\", i1 true", "vectorize.width\", i32 4",
        "vectorize.predicate.enable\", i1 true", "interleave.count\", i32 2",
        "unroll.enable\"", "unroll.full\"", "unroll.count\", i32 4",
        "unroll_and_jam.enable\"", "distribute.enable\", i1 true",
        "pipeline.initiationinterval\", i32 3", "parallel_accesses\", !3"})
    CHECK(isForced(Property));
}

TEST_CASE("ForcedLoops: what forbids, and what LLVM says itself") {
  for (const char *Property :
       {"mustprogress\"", "unroll.disable\"", "unroll.runtime.disable\"",
        "isvectorized\", i32 1", "vectorize.width\", i32 1",
        "vectorize.enable\", i1 false", "interleave.count\", i32 1",
        "pipeline.disable\", i1 true", "estimated_trip_count\", i32 9",
        "peeled.count\", i32 1"})
    CHECK_FALSE(isForced(Property));
}
