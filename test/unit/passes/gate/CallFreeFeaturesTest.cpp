// Tests of CallFreeFeatures and CallFreeCycles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CallFreeFeatures.h"
#include "CallFreeCycles.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;
using namespace mlgo;

static constexpr const char *Loops = R"(
  declare void @other(i32)
  define i32 @small(i32 %x) {
    %r = add i32 %x, 1
    ret i32 %r
  }
  define void @loops(i32 %n) {
  entry:
    br label %head
  head:
    %i = phi i32 [ 0, %entry ], [ %next, %head ]
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, %n
    br i1 %more, label %head, label %end
  end:
    ret void
  }
  define void @calls(i32 %n) {
  entry:
    br label %head
  head:
    %i = phi i32 [ 0, %entry ], [ %next, %head ]
    call void @other(i32 %i)
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, %n
    br i1 %more, label %head, label %end
  end:
    ret void
  }
  define void @small_calls(i32 %n) {
  entry:
    br label %head
  head:
    %i = phi i32 [ 0, %entry ], [ %next, %head ]
    %next = call i32 @small(i32 %i)
    %more = icmp ult i32 %next, %n
    br i1 %more, label %head, label %end
  end:
    ret void
  }
  define void @may_call(i32 %n, ptr %p, i32 %odd, double %x) {
  entry:
    br label %head
  head:
    %i = phi i32 [ 0, %entry ], [ %next, %latch ]
    %value = load i32, ptr %p
    %is = icmp eq i32 %value, %odd
    store double %x, ptr %p
    br i1 %is, label %rare, label %latch
  rare:
    call void @other(i32 %i)
    br label %latch
  latch:
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, %n
    br i1 %more, label %head, label %end
  end:
    ret void
  }
  define i32 @indexed(ptr %p, i64 %n) {
  entry:
    br label %head
  head:
    %i = phi i64 [ 0, %entry ], [ %next, %head ]
    %sum = phi i32 [ 0, %entry ], [ %more, %head ]
    %at = getelementptr i32, ptr %p, i64 %i
    %value = load i32, ptr %at
    %more = add i32 %sum, %value
    %next = add i64 %i, 1
    %ends = icmp eq i64 %next, %n
    br i1 %ends, label %end, label %head
  end:
    ret i32 %more
  }
  define i32 @stepped(ptr %p, i64 %n, i64 %step) {
  entry:
    br label %head
  head:
    %i = phi i64 [ 0, %entry ], [ %next, %head ]
    %product = mul i64 %i, %step
    %at = getelementptr i32, ptr %p, i64 %product
    %value = load i32, ptr %at
    %next = add i64 %i, 1
    %ends = icmp eq i64 %next, %n
    br i1 %ends, label %end, label %head
  end:
    ret i32 %value
  }
  define i8 @walks(ptr %p, i64 %n) {
  entry:
    br label %head
  head:
    %i = phi i64 [ 0, %entry ], [ %next, %head ]
    %at = phi ptr [ %p, %entry ], [ %after, %head ]
    %value = load i8, ptr %at
    %after = getelementptr i8, ptr %at, i64 1
    %next = add i64 %i, 1
    %ends = icmp eq i64 %next, %n
    br i1 %ends, label %end, label %head
  end:
    ret i8 %value
  }
  define void @outer_calls(i32 %n) {
  entry:
    br label %outer
  outer:
    %j = phi i32 [ 0, %entry ], [ %sum, %after ]
    br label %inner
  inner:
    %i = phi i32 [ 0, %outer ], [ %next, %inner ]
    %next = add i32 %i, 1
    %again = icmp ult i32 %next, %n
    br i1 %again, label %inner, label %after
  after:
    call void @other(i32 %j)
    %sum = add i32 %j, 1
    %more = icmp ult i32 %sum, %n
    br i1 %more, label %outer, label %end
  end:
    ret void
  }
)";

namespace {
struct Counted {
  LLVMContext Context;
  std::unique_ptr<Module> M;

  Counted() {
    SMDiagnostic Failure;
    M = parseAssemblyString(Loops, Failure, Context);
    REQUIRE(M);
  }

  GateFeatures of(StringRef Name) {
    Function &F = *M->getFunction(Name);
    DominatorTree Dominators(F);
    const LoopInfo Loops(Dominators);
    GateFeatures Features = {};
    countCallFree(Loops, Features);
    return Features;
  }
};
} // namespace

TEST_CASE("CallFreeFeatures: rounds without a call") {
  Counted In;
  CHECK(In.of("loops")[GateInput::call_free_blocks] == 1);
  CHECK(In.of("loops")[GateInput::call_free_instructions] == 4);
  CHECK(In.of("calls")[GateInput::call_free_blocks] == 0);
  CHECK(In.of("calls")[GateInput::call_free_values] == 0);
}

TEST_CASE("CallFreeFeatures: a round may go past a call") {
  const GateFeatures Found = Counted().of("may_call");
  CHECK(Found[GateInput::call_free_blocks] == 2);
  CHECK(Found[GateInput::call_free_instructions] == 8);
  // The counter, its end, the address and what is looked for: no double.
  CHECK(Found[GateInput::call_free_values] == 4);
}

TEST_CASE("CallFreeFeatures: a call of a small function is no call") {
  CHECK(Counted().of("small_calls")[GateInput::call_free_blocks] == 1);
}

TEST_CASE("CallFreeFeatures: loops in loops that call") {
  CHECK(Counted().of("outer_calls")[GateInput::call_free_blocks] == 1);
}

TEST_CASE("CallFreeFeatures: values that grow by the same in each round") {
  Counted In;
  CHECK(In.of("indexed")[GateInput::call_free_stepped] == 0);
  CHECK(In.of("stepped")[GateInput::call_free_stepped] == 1);
  CHECK(In.of("walks")[GateInput::call_free_stepped] == 1);
  CHECK(In.of("calls")[GateInput::call_free_stepped] == 0);
}

TEST_CASE("CallFreeCycles: what a call is taken to execute") {
  Counted In;
  CHECK(guessCallCost(nullptr) == UsualCallCost);
  CHECK(guessCallCost(In.M->getFunction("other")) == UsualCallCost);
  CHECK(guessCallCost(In.M->getFunction("loops")) == UsualCallCost);
  CHECK(guessCallCost(In.M->getFunction("calls")) == UsualCallCost);
  CHECK(guessCallCost(In.M->getFunction("small")) == 4);
  // Another module's may be linked in its place.
  In.M->getFunction("small")->setLinkage(GlobalValue::WeakAnyLinkage);
  CHECK(guessCallCost(In.M->getFunction("small")) == UsualCallCost);
}
