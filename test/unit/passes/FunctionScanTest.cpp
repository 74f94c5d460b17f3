// Tests of FunctionScan
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionScan.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>
#include <string>

using namespace mlgo;

namespace {

FunctionScan scan(const std::string &Code) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Code, Diagnostic, Ctx);
  INFO(Diagnostic.getMessage().str());
  REQUIRE(M);
  const FunctionScan Whole = FunctionScan::of(*M->getFunction("f"));
  const CallerScan Part = CallerScan::of(*M->getFunction("f"));
  CHECK(Part.Calls == Whole.Calls);
  CHECK(Part.Intrinsics == Whole.Intrinsics);
  CHECK(Part.Allocas == Whole.Allocas);
  CHECK(Part.LandingPads == Whole.LandingPads);
  CHECK(Part.Returns == Whole.Returns);
  return Whole;
}

} // namespace

TEST_CASE("FunctionScan: a wrapper that passes its arguments on") {
  const FunctionScan F = scan(R"(
    declare i32 @g(ptr, i32)
    define i32 @f(ptr %p, i32 %x) {
      %y = call i32 @g(ptr %p, i32 %x)
      ret i32 %y
    })");
  CHECK(F.Calls == 1);
  CHECK(F.ForwardedArguments == 2);
  CHECK(F.Returns == 1);
  CHECK(F.ReturnsCall);
  CHECK_FALSE(F.ReturnsConstant);
  CHECK_FALSE(F.ReturnsArgument);
  CHECK(F.GlobalReferences == 0);
}

TEST_CASE("FunctionScan: accesses behind arguments, and a comparison") {
  const FunctionScan F = scan(R"(
    @table = global i32 0
    define i32 @f(ptr %p, i32 %x) {
      %slot = alloca i32
      call void @llvm.lifetime.start.p0(ptr %slot)
      %field = getelementptr i8, ptr %p, i64 8
      %v = load i32, ptr %field
      store i32 %v, ptr @table
      %zero = icmp eq i32 %x, 0
      br i1 %zero, label %a, label %b
    a:
      ret i32 7
    b:
      ret i32 %x
    }
    declare void @llvm.lifetime.start.p0(ptr))");
  CHECK(F.Calls == 0);
  CHECK(F.Intrinsics == 0);
  CHECK(F.Free == 2);
  CHECK(F.Allocas == 1);
  CHECK(F.ArgumentAccesses == 1);
  CHECK(F.GlobalReferences == 1);
  CHECK(F.ComparedArguments == 1);
  CHECK(F.Branches == 1);
  CHECK(F.Returns == 2);
  CHECK(F.ReturnsConstant);
  CHECK(F.ReturnsArgument);
  CHECK_FALSE(F.ReturnsCall);
}

TEST_CASE("FunctionScan: parts of what may not be aligned") {
  const FunctionScan F = scan(R"(
    define void @f(ptr %p, ptr %q) {
      %a = load i64, ptr %p, align 1
      store i32 1, ptr %q, align 2
      %b = load i64, ptr %p, align 8
      %c = load i8, ptr %p, align 1
      %d = load <8 x i32>, ptr %p, align 4
      ret void
    })");
  CHECK(F.MisalignedParts == 7 * 3 + 2);
}

TEST_CASE("FunctionScan: cleanups and copies of memory") {
  const FunctionScan F = scan(R"(
    declare i32 @personality(...)
    declare void @g()
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @f(ptr %p, ptr %q) personality ptr @personality {
      call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 64, i1 false)
      invoke void @g() to label %done unwind label %pad
    done:
      ret void
    pad:
      %e = landingpad { ptr, i32 } cleanup
      resume { ptr, i32 } %e
    })");
  CHECK(F.Calls == 1);
  CHECK(F.Intrinsics == 1);
  CHECK(F.LandingPads == 1);
  CHECK(F.DeadEnds == 1);
  CHECK(F.ForwardedArguments == 0);
}

TEST_CASE("FunctionScan: stops after its limit") {
  std::string Code = "define i32 @f(i32 %x0) {\n";
  const unsigned Count = FunctionScan::MaxInstructions + 10;
  for (unsigned I = 0; I < Count; ++I)
    Code += "%x" + std::to_string(I + 1) + " = freeze i32 %x" +
            std::to_string(I) + "\n";
  const FunctionScan F =
      scan(Code + "ret i32 %x" + std::to_string(Count) + "\n}\n");
  CHECK(F.Free == FunctionScan::MaxInstructions);
  CHECK(F.Returns == 0);
}
