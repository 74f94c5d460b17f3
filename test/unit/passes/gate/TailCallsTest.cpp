// Tests of TailCalls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TailCalls.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;

TEST_CASE("TailCalls: who may come back without tail calls") {
  LLVMContext Context;
  SMDiagnostic Failure;
  const auto M = parseAssemblyString(R"(
    declare i32 @other(i32)
    define i32 @leaf(i32 %x) { ret i32 %x }
    define i32 @self(i32 %x) {
      %r = call i32 @self(i32 %x)
      %s = add i32 %r, %x
      ret i32 %s
    }
    define i32 @pointer(ptr %f) {
      %r = call i32 %f()
      ret i32 %r
    }
    define i32 @used(ptr %f) {
      %r = call i32 %f()
      %s = add i32 %r, 1
      ret i32 %s
    }
    define i32 @outside(i32 %x) {
      %r = call i32 @other(i32 %x)
      ret i32 %r
    }
    define i32 @dispatch(ptr %f) {
      %r = call i32 @pointer(ptr %f)
      ret i32 %r
    }
    define void @enter(ptr %f) {
      %r = call i32 @dispatch(ptr %f)
      br label %end
    end:
      ret void
    }
    define i32 @asks(ptr %f) {
      %r = call i32 @used(ptr %f)
      ret i32 %r
    }
    define i32 @chain(i32 %x) {
      %r = call i32 @leaf(i32 %x)
      ret i32 %r
    }
    define i32 @one(i32 %x) {
      %c = icmp eq i32 %x, 0
      br i1 %c, label %end, label %go
    go:
      %r = call i32 @two(i32 %x)
      br label %end
    end:
      %s = phi i32 [ 0, %0 ], [ %r, %go ]
      ret i32 %s
    }
    define i32 @two(i32 %x) {
      %r = call i32 @three(i32 %x)
      %s = add i32 %r, 1
      ret i32 %s
    }
    define i32 @three(i32 %x) {
      %r = call i32 @one(i32 %x)
      ret i32 %r
    }
    define void @loop() {
      call void @spin()
      br label %l
    l:
      br label %l
    }
    define void @spin() {
      call void @loop()
      br label %l
    l:
      br label %l
    }
  )",
                                     Failure, Context);
  REQUIRE(M);
  auto May = [&](const char *Name) {
    return mlgo::mayRecurByTailCall(*M->getFunction(Name));
  };
  CHECK(May("self"));
  CHECK(May("pointer"));
  CHECK(May("dispatch"));
  CHECK(May("enter"));
  CHECK(May("one"));
  CHECK(May("three"));
  // It comes back, but needs its frame when it does.
  CHECK_FALSE(May("two"));
  CHECK_FALSE(May("leaf"));
  CHECK_FALSE(May("used"));
  CHECK_FALSE(May("asks"));
  CHECK_FALSE(May("outside"));
  CHECK_FALSE(May("chain"));
  CHECK_FALSE(May("loop"));
}

TEST_CASE("TailCalls: long chains are taken to come back, in bounded time") {
  LLVMContext Context;
  Module M("chain", Context);
  auto *Type = FunctionType::get(Type::getVoidTy(Context), false);
  Function *Next = nullptr;
  for (int I = 0; I < 1000; ++I) {
    auto *F = Function::Create(Type, Function::ExternalLinkage, "", M);
    IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
    if (Next)
      Builder.CreateCall(Next);
    Builder.CreateRetVoid();
    Next = F;
    CHECK(mlgo::mayRecurByTailCall(*F) == (I > 256));
  }
}
