// Tests of TailCalls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TailCalls.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <catch2/catch.hpp>

using namespace llvm;

static const TargetLibraryInfoImpl Libraries(Triple("x86_64-linux-gnu"));

TEST_CASE("TailCalls: who may come back without tail calls") {
  LLVMContext Context;
  SMDiagnostic Failure;
  const auto M = parseAssemblyString(R"(
    declare i32 @other(i32)
    declare i32 @leaves(i32) nocallback
    declare i32 @puts(ptr)
    declare void @qsort(ptr, i64, i64, ptr)
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
    define i32 @outside_once(i32 %x) norecurse {
      %r = call i32 @other(i32 %x)
      ret i32 %r
    }
    define i32 @outside_leaf(i32 %x) {
      %r = call i32 @leaves(i32 %x)
      ret i32 %r
    }
    define i32 @library(ptr %x) {
      %r = call i32 @puts(ptr %x)
      ret i32 %r
    }
    define i32 @no_library(ptr %x) "no-builtins" {
      %r = call i32 @puts(ptr %x)
      ret i32 %r
    }
    define void @sorts(ptr %x, ptr %f) {
      call void @qsort(ptr %x, i64 3, i64 4, ptr %f)
      ret void
    }
    define i32 @replaceable_chain(i32 %x) {
      %r = call i32 @replaceable(i32 %x)
      ret i32 %r
    }
    define weak i32 @replaceable(i32 %x) { ret i32 %x }
    define i32 @no_jumps(i32 %x) "disable-tail-calls"="true" {
      %r = call i32 @other(i32 %x)
      ret i32 %r
    }
    define i32 @no_loop(i32 %x) "disable-tail-calls"="true" {
      %r = call i32 @no_loop(i32 %x)
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
    return mlgo::mayRecurByTailCall(*M->getFunction(Name), Libraries);
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
  CHECK(May("outside"));
  CHECK(May("no_library"));
  CHECK(May("sorts"));
  CHECK(May("replaceable_chain"));
  CHECK_FALSE(May("outside_once"));
  CHECK_FALSE(May("outside_leaf"));
  CHECK_FALSE(May("library"));
  CHECK_FALSE(May("no_jumps"));
  CHECK_FALSE(May("no_loop"));
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
    CHECK(mlgo::mayRecurByTailCall(*F, Libraries) == (I > 256));
  }
}

/// How many last calls a function has with \p Body, in which @f returns a
/// number, @v nothing, and @p a pair.
static size_t countLast(const std::string &Type, const std::string &Body,
                        const std::string &Attributes = "") {
  LLVMContext Context;
  SMDiagnostic Failure;
  const auto M = parseAssemblyString(
      R"(
    declare i32 @f(i32)
    declare i1 @truth(i32)
    declare ptr @same(ptr returned)
    declare void @v()
    declare void @into(ptr)
    declare {i32, i32} @p()
    declare void @effect(i32)
    declare i32 @__gxx_personality_v0(...)
    declare void @llvm.assume(i1)
    declare void @llvm.fake.use(...)
    declare void @llvm.lifetime.end.p0(ptr)
    declare void @llvm.stackrestore.p0(ptr)
    declare ptr @llvm.stacksave.p0()
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.experimental.noalias.scope.decl(metadata)
    @global = external global i32
    define )" +
          Type + " @tested(i32 %x, ptr %y, ptr sret({i32, i32}) %to) " +
          Attributes + " {\n" + Body +
          "}\n!0 = !{!1}\n!1 = !{!1, !2}\n!2 = !{!2}\n",
      Failure, Context);
  INFO(Failure.getMessage().str());
  REQUIRE(M);
  return mlgo::findLastCalls(*M->getFunction("tested")).size();
}

TEST_CASE("TailCalls: what has no effect may follow a last call") {
  for (const char *Between : {
           "call void @llvm.assume(i1 true)\n",
           "call void (...) @llvm.fake.use(i32 %x)\n",
           "call void @llvm.lifetime.end.p0(ptr %l)\n",
           "call void @llvm.experimental.noalias.scope.decl(metadata !0)\n",
           "call void @llvm.stackrestore.p0(ptr %s)\n",
           "store i32 %x, ptr %l\n",
           "call void @llvm.memcpy.p0.p0.i64(ptr %l, ptr %y, i64 4, i1 0)\n",
           "call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %l, i64 4, i1 0)\n",
           "%a = load i32, ptr @global\n",
           "%c = icmp eq i32 %x, 3\nbr i1 %c, label %one, label %two\n"
           "one:\nbr label %two\ntwo:\n",
       }) {
    INFO(Between);
    CHECK(countLast("void", std::string("%l = alloca i32\n"
                                        "%s = call ptr @llvm.stacksave.p0()\n"
                                        "call void @v()\n") +
                                Between + "ret void\n") == 1);
  }
  for (const char *Between :
       {"store i32 %x, ptr @global\n", "call void @effect(i32 3)\n",
        "fence seq_cst\n", "%a = load volatile i32, ptr @global\n",
        "call void asm sideeffect \"nop\", \"\"()\n"}) {
    INFO(Between);
    CHECK(countLast("void", "call void @v()\n" + std::string(Between) +
                                "br label %e\ne:\nret void\n") ==
          (Between == StringRef("call void @effect(i32 3)\n")));
  }
}

TEST_CASE("TailCalls: a result may be passed on") {
  for (const char *Passed :
       {"ret i32 %r\n", "%a = freeze i32 %r\nret i32 %a\n",
        "%a = zext i32 %r to i64\n%b = trunc i64 %a to i32\nret i32 %b\n",
        "%c = icmp eq i32 %r, 0\n%a = select i1 %c, i32 0, i32 %r\n"
        "ret i32 %a\n",
        "%c = icmp eq i32 %r, 0\nbr i1 %c, label %e, label %o\n"
        "o:\nbr label %e\ne:\n%a = phi i32 [ 0, %0 ], [ %r, %o ]\nret i32 %a\n",
        "%l = alloca i32\nstore i32 %r, ptr %l\n%a = load i32, ptr %l\n"
        "ret i32 %a\n",
        "ret i32 undef\n"}) {
    INFO(Passed);
    CHECK(countLast("i32",
                    "%r = call i32 @f(i32 %x)\n" + std::string(Passed)) == 1);
  }
  CHECK(countLast("{i32, i32}", R"(
    %r = call {i32, i32} @p()
    %a = extractvalue {i32, i32} %r, 0
    %b = extractvalue {i32, i32} %r, 1
    %c = insertvalue {i32, i32} poison, i32 %a, 0
    %d = insertvalue {i32, i32} %c, i32 %b, 1
    ret {i32, i32} %d
  )") == 1);
  CHECK(countLast("ptr", "%r = call ptr @same(ptr %y)\nret ptr %y\n") == 1);
  CHECK(countLast("i1", "%r = call i1 @truth(i32 %x)\n"
                        "br i1 %r, label %a, label %b\na:\nret i1 true\n"
                        "b:\nret i1 false\n") == 1);
  CHECK(countLast("i32", "%r = call i32 @f(i32 %x)\nret i32 0\n") == 0);
  CHECK(countLast("i32", "%r = call i32 @f(i32 %x)\n%a = add i32 %r, 1\n"
                         "ret i32 %a\n") == 0);
  CHECK(countLast("i32", "%r = notail call i32 @f(i32 %x)\nret i32 %r\n") == 0);
}

TEST_CASE("TailCalls: invokes may become calls") {
  const std::string Invoke = "invoke void @v() to label %n unwind label %l\n"
                             "n:\nret void\n"
                             "l:\n%e = landingpad {ptr, i32} cleanup\n";
  const std::string Personality = "personality ptr @__gxx_personality_v0";
  CHECK(countLast("void", Invoke + "resume {ptr, i32} %e\n", Personality) == 1);
  CHECK(countLast("void",
                  Invoke + "store i32 0, ptr @global\n"
                           "resume {ptr, i32} %e\n",
                  Personality) == 0);
}
