// Tests of CostMemory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CostMemory.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const char *const Code = R"(
@global = global i32 0
declare void @number(i32)
declare void @two(ptr, ptr)
declare void @other(i32)
define void @caller(i32 %x, i32 %y, ptr %p, ptr %q) {
  %slot = alloca i64
  %slot2 = alloca i64
  %inside = getelementptr inbounds i8, ptr %p, i64 4
  call void @number(i32 %x)                   ; 0
  call void @number(i32 %y)                   ; 1: as 0
  call void @number(i32 1)                    ; 2
  call void @number(i32 2)                    ; 3
  call void @number(i32 1)                    ; 4: as 2
  call void @other(i32 1)                     ; 5
  call void @number(i32 1) noreturn           ; 6
  call void @two(ptr %p, ptr %q)              ; 7
  call void @two(ptr %q, ptr %p)              ; 8: as 7
  call void @two(ptr %slot, ptr %q)           ; 9
  call void @two(ptr %slot2, ptr %p)          ; 10: as 9
  call void @two(ptr %p, ptr %inside)         ; 11: one object, never known
  call void @two(ptr %p, ptr %inside)         ; 12
  call void @two(ptr @global, ptr %q)         ; 13
  call void @two(ptr @global, ptr %p)         ; 14: as 13
  ret void
}
define void @another(i32 %x) {
  call void @number(i32 1)
  call void @number(i32 1)
  unreachable
}
)";

struct Calls {
  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;

  Calls() {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(Code, Diagnostic, Ctx);
    INFO(Diagnostic.getMessage().str());
    REQUIRE(M);
  }

  std::vector<llvm::CallBase *> in(const char *Caller) {
    std::vector<llvm::CallBase *> Found;
    for (llvm::Instruction &I : llvm::instructions(*M->getFunction(Caller)))
      if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
        Found.push_back(CB);
    return Found;
  }
};

/// The number of the call whose cost each call of \p Caller is given.
std::vector<int> costs(CostMemory &Memory, Calls &Code, const char *Caller,
                       bool IsWhole = true) {
  std::vector<int> Found;
  int Number = 0;
  for (llvm::CallBase *CB : Code.in(Caller)) {
    const llvm::InlineCost Cost = Memory.get(
        *CB, IsWhole, [&] { return llvm::InlineCost::get(Number, 100); });
    Found.push_back(Cost.getCost());
    ++Number;
  }
  return Found;
}

} // namespace

TEST_CASE("CostMemory: calls that are alike cost the same", "[inline]") {
  Calls Code;
  CostMemory Memory;
  CHECK(costs(Memory, Code, "caller") ==
        std::vector<int>{0, 0, 2, 3, 2, 5, 6, 7, 7, 9, 9, 11, 12, 13, 13});
  CHECK(costs(Memory, Code, "another") == std::vector<int>{0, 0});
}

TEST_CASE("CostMemory: forgets when asked, and with each caller", "[inline]") {
  Calls Code;
  CostMemory Memory;
  llvm::CallBase &First = *Code.in("caller")[2],
                 &Other = *Code.in("another")[0];
  int Computed = 0;
  const auto Ask = [&](llvm::CallBase &CB, bool IsWhole) {
    Memory.get(CB, IsWhole, [&] {
      ++Computed;
      return llvm::InlineCost::get(1, 2);
    });
    return Computed;
  };
  CHECK(Ask(First, true) == 1);
  CHECK(Ask(First, true) == 1);
  CHECK(Ask(First, false) == 2);
  Memory.clear();
  CHECK(Ask(First, true) == 3);
  CHECK(Ask(Other, true) == 4);
  CHECK(Ask(First, true) == 5);
  int Parts = 0;
  for (int I = 0; I < 2; ++I)
    Memory.getParts(First, [&]() -> CostMemory::Parts {
      ++Parts;
      return llvm::InlineCostFeatures();
    });
  CHECK(Parts == 1);
}
