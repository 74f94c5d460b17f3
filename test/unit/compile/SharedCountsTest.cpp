// Tests of SharedCounts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/SharedCounts.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// The counts of the functions in \p Text afterwards, by name.
std::map<std::string, uint64_t> split(const std::string &Text) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Text, Diagnostic, Ctx);
  REQUIRE(M);
  PassAnalyses Analyses;
  llvm::PassBuilder PB;
  Analyses.registerAll(PB);
  splitSharedCounts(*M, Analyses.Functions);
  std::map<std::string, uint64_t> Counts;
  for (const llvm::Function &F : *M)
    Counts[F.getName().str()] = F.getEntryCount()->getCount();
  return Counts;
}

} // namespace

TEST_CASE("SharedCounts: a file has as many runs as it calls for") {
  const auto Counts = split(R"(
define void @main() !prof !0 {
  call void @shared()
  call void @own()
  call void @again(i1 true)
  ret void
}
define linkonce_odr void @shared() !prof !1 {
  call void @inner()
  call void @inner()
  ret void
}
define linkonce_odr void @inner() !prof !1 { ret void }
define void @own() !prof !1 { ret void }
define linkonce_odr void @again(i1 %c) !prof !1 {
  br i1 %c, label %more, label %done, !prof !3
more:
  call void @again(i1 false)
  ret void
done:
  ret void
}
define linkonce_odr void @byPointer() !prof !1 { ret void }
define ptr @pointer() !prof !2 { ret ptr @byPointer }
define linkonce_odr void @elsewhere() !prof !1 { ret void }
!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 1000}
!2 = !{!"function_entry_count", i64 0}
!3 = !{!"branch_weights", i32 1, i32 1}
)");
  CHECK(Counts.at("main") == 10);
  CHECK(Counts.at("shared") == 10);
  CHECK(Counts.at("inner") == 20); // Of 1000, which others call.
  CHECK(Counts.at("own") == 1000); // No other file has it.
  CHECK(Counts.at("again") == 20); // Half of its runs are by itself.
  CHECK(Counts.at("byPointer") == 1000);
  CHECK(Counts.at("elsewhere") == 0);
}
