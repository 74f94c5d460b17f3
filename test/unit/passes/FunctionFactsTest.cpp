// Tests of FunctionFacts
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionFacts.h"
#include "InlineFeatures.h"
#include "TargetCode.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

/// Callees of all shapes, each called in a loop of @caller, between others.
const char *const Code = R"(
declare void @sink(i32)
declare i32 @personality(...)
define i32 @straight(i32 %x, ptr %p) {
  %a = load i32, ptr %p
  %b = add i32 %a, %x
  store i32 %b, ptr %p
  call void @leaf()
  ret i32 %b
}
define i32 @branches(i32 %x, ptr %p) {
  %c = icmp sgt i32 %x, 7
  br i1 %c, label %big, label %small
big:
  %a = load i32, ptr %p
  ret i32 %a
small:
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %other ]
one:
  store i32 %x, ptr %p
  ret i32 5
other:
  ret i32 6
}
define i32 @once(i32 %x, ptr %p) {
  %slot = alloca i32
  %other = alloca i64
  call void @use(ptr %slot, ptr %other)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %x
  br i1 %more, label %loop, label %out
out:
  ret i32 %j
}
define i32 @folds(i32 %x, ptr %p) {
  %c = icmp sgt i32 3, 7
  br i1 %c, label %never, label %always
never:
  call void @sink(i32 %x)
  ret i32 1
always:
  ret i32 2
}
define void @use(ptr %a, ptr %b) {
  ret void
}
define void @leaf() {
  ret void
}
define i32 @caller(i32 %n, ptr %p) personality ptr @personality {
entry:
  %own = alloca i32
  %e = call i32 @CALLEE(i32 1, ptr %own)
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %k, %latch ]
  call void @leaf()
  br label %loop
loop:
  %j = phi i32 [ 0, %outer ], [ %l, %loop ]
  call void @sink(i32 %j)
  %a = call i32 @CALLEE(i32 %j, ptr %p)
  call void @sink(i32 %a)
  %b = call i32 @CALLEE(i32 %n, ptr %p)
  call void @leaf()
  %l = add i32 %j, 1
  %again = icmp slt i32 %l, %n
  br i1 %again, label %loop, label %latch
latch:
  %k = add i32 %i, 1
  %more = icmp slt i32 %k, %n
  br i1 %more, label %outer, label %last
last:
  %z = INVOKE
done:
  ret i32 %z
pad:
  %exception = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %exception
}
)";

std::string replaced(std::string Text, const std::string &From,
                     const std::string &To) {
  for (size_t At; (At = Text.find(From)) != Text.npos;)
    Text.replace(At, From.size(), To);
  return Text;
}

/// Code with \p Callee, the last call of which is an invoke or not.
std::string codeWith(const std::string &Callee, bool HasInvoke = false) {
  const std::string Last =
      HasInvoke ? "invoke i32 @CALLEE(i32 %k, ptr %p) to label %done unwind "
                  "label %pad"
                : "call i32 @CALLEE(i32 %k, ptr %p)\n  br label %done";
  return replaced(replaced(Code, "INVOKE", Last), "CALLEE", Callee);
}

struct Parsed {
  explicit Parsed(const std::string &Text) {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(Text, Diagnostic, Ctx);
    INFO(Diagnostic.getMessage().str());
    REQUIRE(M);
    llvm::PassBuilder().registerFunctionAnalyses(FAM);
  }

  llvm::Function &operator[](const char *Name) { return *M->getFunction(Name); }

  /// The first call of \p Callee in @caller, or null.
  llvm::CallBase *find(llvm::StringRef Callee) {
    for (llvm::Instruction &I : llvm::instructions((*this)["caller"]))
      if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
        if (CB->getCalledFunction()->getName() == Callee)
          return CB;
    return nullptr;
  }

  /// Inlines \p CB into @caller and tells \p Facts.
  CallPlace inlineCall(llvm::CallBase &CB, FunctionFacts &Facts) {
    const CallPlace Place(CB);
    llvm::InlineFunctionInfo Info;
    REQUIRE(llvm::InlineFunction(CB, Info).isSuccess());
    Facts.onInlined((*this)["caller"], Place);
    return Place;
  }

  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> M;
  llvm::FunctionAnalysisManager FAM;
};

void checkCounts(const FunctionCounts &Kept, const FunctionCounts &Anew) {
  CHECK(Kept.Instructions == Anew.Instructions);
  CHECK(Kept.Blocks == Anew.Blocks);
  CHECK(Kept.ConditionalBlocks == Anew.ConditionalBlocks);
  CHECK(Kept.Loads == Anew.Loads);
  CHECK(Kept.Stores == Anew.Stores);
  CHECK(Kept.LocalCalls == Anew.LocalCalls);
}

} // namespace

TEST_CASE("FunctionFacts: counts are kept up to date") {
  const std::string Callee = GENERATE("straight", "branches", "once", "folds");
  const bool HasInvoke = GENERATE(false, true);
  INFO(Callee << (HasInvoke ? ", invoked" : ""));
  Parsed P(codeWith(Callee, HasInvoke));
  FunctionFacts Facts(P.FAM);
  llvm::Function &Caller = P["caller"];
  checkCounts(Facts.counts(Caller), FunctionCounts::of(Caller));
  unsigned Inlined = 0;
  while (llvm::CallBase *CB = P.find(Callee)) {
    INFO("call " << Inlined++);
    P.inlineCall(*CB, Facts);
    // What throws now goes to the caller's pad by an edge of its own.
    if (!HasInvoke || P.find(Callee))
      checkCounts(Facts.counts(Caller), FunctionCounts::of(Caller));
  }
  CHECK(Inlined == 4);
  while (llvm::CallBase *CB = P.find("leaf")) {
    const unsigned Calls = Facts.callerScan(Caller).Calls;
    P.inlineCall(*CB, Facts);
    CHECK(Facts.callerScan(Caller).Calls == Calls - 1);
    CHECK(CallerScan::of(Caller).Calls == Calls - 1);
  }
  if (!HasInvoke)
    checkCounts(Facts.counts(Caller), FunctionCounts::of(Caller));
}

TEST_CASE("FunctionFacts: loops are around what is inlined, too") {
  const bool IsAskedBefore = GENERATE(true, false);
  Parsed P(codeWith("straight"));
  FunctionFacts Facts(P.FAM);
  llvm::Function &Caller = P["caller"];
  if (IsAskedBefore)
    CHECK(Facts.loopDepth(*P.find("sink")) == 2);
  // The call in the entry, then those in the inner loop.
  for (unsigned Depth : {0, 2, 2, 0}) {
    llvm::CallBase &CB = *P.find("straight");
    if (IsAskedBefore)
      CHECK(Facts.loopDepth(CB) == Depth);
    P.inlineCall(CB, Facts);
  }
  std::vector<unsigned> Depths;
  for (llvm::Instruction &I : llvm::instructions(Caller))
    if (auto *CB = llvm::dyn_cast<llvm::CallBase>(&I))
      if (CB->getCalledFunction()->getName() == "leaf")
        Depths.push_back(Facts.loopDepth(*CB));
  CHECK(Depths == std::vector<unsigned>{0, 1, 2, 2, 2, 0});
  CHECK(Facts.maxLoopDepth(Caller) == 2);
  CHECK(Facts.maxLoopDepth(P["once"]) == 1);
}

TEST_CASE("FunctionFacts: branches that only go on are no loop") {
  Parsed P(codeWith("straight"));
  FunctionFacts Facts(P.FAM);
  llvm::Function &Forks = P["branches"];
  CHECK(Facts.maxLoopDepth(Forks) == 0);
  // Nobody had to make a dominator tree.
  CHECK_FALSE(P.FAM.getCachedResult<llvm::LoopAnalysis>(Forks));
  CHECK(Facts.maxLoopDepth(P["once"]) == 1);
  CHECK(P.FAM.getCachedResult<llvm::LoopAnalysis>(P["once"]));
}

TEST_CASE("FunctionFacts: new blocks are as deep as the call was") {
  Parsed P(codeWith("branches"));
  FunctionFacts Facts(P.FAM);
  CHECK(Facts.loopDepth(*P.find("sink")) == 2);
  for (unsigned Depth : {0, 2, 2, 0}) {
    llvm::CallBase &CB = *P.find("branches");
    CHECK(Facts.loopDepth(CB) == Depth);
    P.inlineCall(CB, Facts);
  }
}

TEST_CASE("FunctionFacts: calls in loops are guessed to run often") {
  const bool IsAskedBefore = GENERATE(true, false);
  const std::string Callee = GENERATE("straight", "branches");
  Parsed P(codeWith(Callee));
  FunctionFacts Facts(P.FAM);
  std::vector<int64_t> Asked;
  for (unsigned Call = 0; Call < 4; ++Call) {
    llvm::CallBase &CB = *P.find(Callee);
    if (IsAskedBefore)
      Asked.push_back(Facts.frequency(CB));
    P.inlineCall(CB, Facts);
  }
  if (IsAskedBefore) {
    CHECK(Asked[0] == 64);
    CHECK(Asked[1] > 64 * 100);
    CHECK(Asked[2] == Asked[1]);
    CHECK((Asked[3] == 63 || Asked[3] == 64));
  }
  const int64_t Inner = Facts.frequency(*P.find("sink"));
  const int64_t Outer = Facts.frequency(*P.find("leaf"));
  if (Callee == "branches") {
    CHECK(Outer > 64 * 10);
    CHECK(Inner > Outer * 10);
  } else {
    CHECK(Outer == 64); // That of the body in the entry.
  }
}

TEST_CASE("FunctionFacts: users are counted once after a visit") {
  Parsed P(codeWith("straight"));
  FunctionFacts Facts(P.FAM);
  llvm::Function &Leaf = P["leaf"];
  CHECK(Facts.users(P["straight"]) == 5);
  CHECK(Facts.users(Leaf) == 4);
  P.inlineCall(*P.find("leaf"), Facts);
  CHECK(Facts.users(Leaf) == 4);
  Leaf.setLinkage(llvm::GlobalValue::InternalLinkage);
  CHECK(Facts.users(Leaf) == 4);
  Facts.onVisit(nullptr);
  CHECK(Facts.users(Leaf) == 2);
}

TEST_CASE("FunctionFacts: a deleted function is forgotten") {
  Parsed P(codeWith("straight"));
  FunctionFacts Facts(P.FAM);
  llvm::Function &Caller = P["caller"];
  CHECK(Facts.callerScan(Caller).Calls == 8);
  CHECK(Facts.scan(Caller).Calls == 8);
  CHECK(Facts.counts(Caller).LocalCalls == 6);
  Caller.eraseFromParent();
  llvm::Function &Leaf = P["leaf"];
  Facts.counts(Leaf);
  CHECK(Facts.users(Leaf) == 2);
}

TEST_CASE("FunctionFacts: a call costs the same in a large caller") {
  const unsigned Calls = GENERATE(30, 300);
  std::string Text = "define i32 @callee(i32 %x, ptr %p) {\n"
                     "  %a = load i32, ptr %p\n"
                     "  %b = add i32 %a, %x\n"
                     "  ret i32 %b\n"
                     "}\n"
                     "define i32 @caller(i32 %x0, ptr %p) {\n";
  for (unsigned I = 0; I < Calls; ++I)
    Text += "  %x" + std::to_string(I + 1) + " = call i32 @callee(i32 %x" +
            std::to_string(I) + ", ptr %p)\n";
  Text += "  ret i32 %x" + std::to_string(Calls) + "\n}\n";
  Parsed P(Text);
  FunctionFacts Facts(P.FAM);
  const TargetCode Target = TargetCode::of(llvm::Triple("x86_64-linux-gnu"));
  unsigned Looked = 0;
  llvm::BasicBlock &Block = P["caller"].getEntryBlock();
  while (llvm::CallBase *CB = P.find("callee")) {
    Block.invalidateOrders();
    extractInlineFeatures(
        {*CB, Facts, Target, llvm::ThinOrFullLTOPhase::None,
         /*StockDecision=*/true},
        // A profile is of the module, of which there are no analyses here.
        InlineFeatureSet().set().reset(size_t(InlineFeature::call_heat)));
    // To number the block anew takes as long as the block is.
    REQUIRE(!Block.isInstrOrderValid());
    const CallPlace Place = P.inlineCall(*CB, Facts);
    REQUIRE(Place.forEachNew([&](llvm::Instruction &) { ++Looked; },
                             [](llvm::BasicBlock &) {}));
  }
  CHECK(Looked == 2 * Calls);
}
