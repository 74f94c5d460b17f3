// Tests of SourceCounts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/SourceCounts.h"
#include "TemporaryFolder.h"
#include "compile/CycleCount.h"
#include "compile/FunctionHash.h"
#include "compile/ModulePipeline.h"
#include "mlgo/llvm/PassAnalyses.h"
#include "mlgo/support/File.h"
#include "support/Archive.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>
#include <memory>

using namespace llvm;
using namespace mlgo;

namespace {

/// A function that runs 10 times and calls one 50 times each, with a loop that
/// goes round 8 times and loads and stores once in each round: 4000 times in
/// all. The callee runs 700 times, of which 500 are from here.
const char *const Nested = R"(target triple = "x86_64-pc-linux-gnu"
define void @callee(ptr %p, i64 %k) !prof !0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i64, ptr %p
  %sum = add i64 %v, %k
  store volatile i64 %sum, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done, !prof !1
done:
  ret void
}
define void @caller(ptr %p, i64 %n) !prof !2 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @callee(ptr %p, i64 %i)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done, !prof !3
done:
  ret void
}
!0 = !{!"function_entry_count", i64 700}
!1 = !{!"branch_weights", i32 7, i32 1}
!2 = !{!"function_entry_count", i64 10}
!3 = !{!"branch_weights", i32 49, i32 1}
)";

/// A module that was read from text, and analyses of it.
struct Analysed {
  TemporaryFolder Folder;
  LLVMContext Ctx;
  std::unique_ptr<Module> M;
  PassAnalyses Analyses;
  PassBuilder PB;

  explicit Analysed(const std::string &Text) {
    REQUIRE(writeFileAtomically(Folder.file("m.ll"), Text));
    M = read();
    Analyses.registerAll(PB);
  }

  std::unique_ptr<Module> read() {
    auto Read = loadModule(Ctx, Folder.file("m.ll"));
    REQUIRE(Read);
    return std::move(*Read);
  }
};

struct Counted {
  CycleTermsByUnit Terms;
  SmallVector<char, 0> Object;
};

/// Compiles \p Text with all passes. Branches lose their weights before, as if
/// passes had made them wrong, if \p LosesWeights.
Counted compile(const std::string &Text, bool HasAnchors,
                bool LosesWeights = false) {
  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("m.ll"), Text));
  LLVMContext Ctx;
  auto M = loadModule(Ctx, Folder.file("m.ll"));
  REQUIRE(M);
  auto TM = createTargetMachine(**M, CodeLevel::O2);
  REQUIRE(TM);
  ExecutedBlocks Program;
  if (HasAnchors) {
    PassAnalyses Analyses;
    PassBuilder PB;
    Analyses.registerAll(PB);
    Program.Counts = SourceCounts(**M, Analyses.Functions);
    for (Function &F : **M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          Program.Counts.onInlined(*Call);
  }
  if (LosesWeights)
    for (Function &F : **M)
      for (Instruction &I : instructions(F))
        I.setMetadata(LLVMContext::MD_prof, nullptr);
  runPipeline(**M, **TM, CodeLevel::O2, nullptr);
  Counted Found;
  REQUIRE(generateObject(**M, **TM, Found.Object,
                         createCycleCounter(Found.Terms, Program)));
  return Found;
}

/// Inlines what always is, and leaves no empty block.
void inlineAlways(Module &M, PassBuilder &PB, PassAnalyses &Analyses) {
  ModulePassManager Passes;
  if (auto Failed =
          PB.parsePassPipeline(Passes, "always-inline,function(simplifycfg)"))
    FAIL(toString(std::move(Failed)));
  Passes.run(M, Analyses.Modules);
}

} // namespace

TEST_CASE("SourceCounts: a loop that is inlined and unrolled runs as often as "
          "before, whatever became of weights") {
  for (const bool LosesWeights : {false, true}) {
    const Counted Found = compile(Nested, true, LosesWeights);
    const CycleTerms &Caller = Found.Terms.at("caller");
    CHECK(double(Caller.Loads) / 64 == Approx(4000).epsilon(0.03));
    CHECK(double(Caller.Stores) / 64 == Approx(4000).epsilon(0.03));
    // What the caller does not call.
    const CycleTerms &Callee = Found.Terms.at("callee");
    CHECK(double(Callee.Loads) / 64 == Approx(1600).epsilon(0.03));
  }
}

TEST_CASE("SourceCounts: code is the same with and without") {
  CHECK(compile(Nested, true).Object == compile(Nested, false).Object);
}

TEST_CASE("SourceCounts: calls run as often as their blocks, and what is "
          "inlined no longer runs by itself") {
  Analysed In(Nested);
  Module &M = *In.M;
  Function &Callee = *M.getFunction("callee");
  const auto Plain = FunctionHasher().hash(Callee);
  SourceCounts Counts(M, In.Analyses.Functions);
  const auto &Call = *cast<CallBase>(*Callee.user_begin());
  CHECK(Counts.runsOf(Callee).value() == 700);
  CHECK(Counts.runsOf(Call).value() == Approx(500).epsilon(0.001));
  const auto Before = FunctionHasher().hash(Callee, *Counts.runsOf(Callee));
  Counts.onInlined(Call);
  CHECK(Counts.runsOf(Callee).value() == Approx(200).epsilon(0.01));
  CHECK(Counts.runsOf(Call).value() == Approx(500).epsilon(0.001));
  CHECK(FunctionHasher().hash(Callee, *Counts.runsOf(Callee)) != Before);
  CHECK(FunctionHasher().hash(Callee) == Plain);
}

TEST_CASE("SourceCounts: what is inlined over several levels no longer runs "
          "by itself") {
  // first calls second 8 times, and second third 10 times.
  const char *const Chain = R"(
define void @third(ptr %p) alwaysinline !prof !0 {
  store volatile i64 1, ptr %p
  ret void
}
define void @second(ptr %p) alwaysinline !prof !1 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store volatile i64 2, ptr %p
  call void @third(ptr %p)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 10
  br i1 %more, label %loop, label %done, !prof !3
done:
  ret void
}
define void @first(ptr %p) !prof !2 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @second(ptr %p)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done, !prof !4
done:
  ret void
}
define void @other() {
  ret void
}
!0 = !{!"function_entry_count", i64 700}
!1 = !{!"function_entry_count", i64 60}
!2 = !{!"function_entry_count", i64 5}
!3 = !{!"branch_weights", i32 9, i32 1}
!4 = !{!"branch_weights", i32 7, i32 1}
)";
  Analysed In(Chain);
  Module &M = *In.M;
  SourceCounts Counts(M, In.Analyses.Functions);
  const Function &Third = *M.getFunction("third");
  const Function &Second = *M.getFunction("second");
  const Function &First = *M.getFunction("first");
  // What has left nothing behind says nothing.
  Counts.onInlined(M);
  CHECK(Counts.runsOf(Third).value() == 700);
  inlineAlways(M, In.PB, In.Analyses);
  Counts.onInlined(M);
  CHECK(Counts.runsOf(First).value() == 5);
  CHECK(Counts.runsOf(Second).value() == Approx(60 - 5 * 8).epsilon(0.01));
  CHECK(Counts.runsOf(Third).value() ==
        Approx(700 - 20 * 10 - 40 * 10).epsilon(0.01));

  // They are the same from bytes, without what is no longer there.
  M.getFunction("other")->eraseFromParent();
  SourceCounts Read;
  Counts.restrictTo(M);
  REQUIRE(fromBytes(toBytes(Counts), Read));
  CHECK(Read.runsOf(Third) == Counts.runsOf(Third));
  const DISubprogram *Of = Second.getSubprogram();
  CHECK(Counts.rateOf(Of, 1).value() == Approx(10).epsilon(0.01));
  CHECK(Read.rateOf(Of, 1) == Counts.rateOf(Of, 1));
}

TEST_CASE("SourceCounts: what a copy measured that was changed before is of "
          "the module that was not") {
  Analysed In(Nested);
  Module &M = *In.M;
  const auto Copy = In.read();
  const SourceCounts Numbered(*Copy);
  Numbered.markBlocks(*Copy);
  // The callee's first block is empty, so that nothing is left of it.
  Copy->getFunction("callee")->addFnAttr(Attribute::AlwaysInline);
  inlineAlways(*Copy, In.PB, In.Analyses);
  Function &Left = *Copy->getFunction("callee");
  REQUIRE(Left.use_empty());
  // A profile that is read now knows how often it was called by others.
  Left.setEntryCount(200);
  const auto Measured = Numbered.measure(*Copy, In.Analyses.Functions);
  CHECK(Measured.at(0).Runs.value() == Approx(700).epsilon(0.01));
  CHECK(Measured.at(0).Blocks.at(1) == Approx(8).epsilon(0.01));

  SourceCounts Counts(M);
  Function &Callee = *M.getFunction("callee");
  const auto &Call = *cast<CallBase>(*Callee.user_begin());
  CHECK_FALSE(Counts.runsOf(Callee));
  CHECK_FALSE(Counts.runsOf(Call));
  Counts.set(Measured);
  CHECK(Counts.runsOf(Callee).value() == Approx(700).epsilon(0.01));
  CHECK(Counts.runsOf(Call).value() == Approx(500).epsilon(0.01));
}

TEST_CASE("SourceCounts: without a profile nothing is known") {
  LLVMContext Ctx;
  Module M("m", Ctx);
  Function &F = *Function::Create(
      FunctionType::get(Type::getVoidTy(Ctx), /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, "f", M);
  CHECK_FALSE(SourceCounts().runsOf(F));
  CHECK_FALSE(SourceCounts().rateOf(nullptr, 1));
}

TEST_CASE("SourceCounts: of a block that only calls, the callee tells") {
  // The first block of the callee is a loop, into which that block disappears.
  const char *const Text = R"(target triple = "x86_64-pc-linux-gnu"
define internal void @callee(ptr %p) alwaysinline !prof !0 {
entry:
  br label %loop
loop:
  %v = load volatile i64, ptr %p
  %more = icmp ne i64 %v, 0
  br i1 %more, label %body, label %done, !prof !1
body:
  store volatile i64 1, ptr %p
  br label %loop
done:
  ret void
}
define void @caller(ptr %p, i1 %c) !prof !0 {
entry:
  store volatile i64 0, ptr %p
  br i1 %c, label %call, label %done, !prof !2
call:
  call void @callee(ptr %p)
  br label %done
done:
  ret void
}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 9, i32 1}
!2 = !{!"branch_weights", i32 1, i32 3}
)";
  Analysed In(Text);
  Module &M = *In.M;
  const SourceCounts Numbered(M);
  Numbered.markBlocks(M);
  inlineAlways(M, In.PB, In.Analyses);
  const auto Measured = Numbered.measure(M, In.Analyses.Functions);
  CHECK(Measured.at(0).Runs.value() == Approx(25).epsilon(0.02));
  CHECK(Measured.at(0).Blocks.at(1) == Approx(10).epsilon(0.02));
  CHECK(Measured.at(1).Blocks.at(1) == Approx(0.25).epsilon(0.02));
}
