// Tests of GateSessions, which only the plugin has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateSessions.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/SourceMgr.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace llvm;

namespace {

constexpr const char *Text = R"(
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(ptr %p, i32 %n) minsize optsize {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr %p
  %next = add i32 %i, %x
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
)";

/// Optimises a module with the plugin, without code generation, as a compiler
/// in a process that goes on may do.
void optimise(const PassPlugin &Plugin, LLVMContext &Context) {
  SMDiagnostic Fault;
  auto M = parseAssemblyString(Text, Fault, Context);
  REQUIRE(M);
  M->setModuleIdentifier("same.c");
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks PIC;
  PassBuilder PB(nullptr, {}, {}, &PIC);
  Plugin.registerPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  PB.buildPerModuleDefaultPipeline(OptimizationLevel::Oz).run(*M, MAM);
}

size_t countLines(const std::string &Path) {
  const auto Lines = mlgo::readFile(Path);
  return Lines ? std::count(Lines->begin(), Lines->end(), '\n') : 0;
}

} // namespace

TEST_CASE("GateSessions: another compilation in the same place is another") {
  const auto Folder = mlgo::ScratchFolder::create();
  REQUIRE(Folder);
  const std::string Stats = Folder->file("stats");
  ::setenv("MLGO_GATE_STATS_FILE", Stats.c_str(), 1);
  auto Plugin = PassPlugin::Load(MLGO_GATE_PLUGIN);
  REQUIRE(static_cast<bool>(Plugin));
  // Each context lies where the one before was.
  std::optional<LLVMContext> Context;
  for (size_t Round = 1; Round <= 2; ++Round) {
    Context.emplace();
    optimise(*Plugin, *Context);
    Context.reset();
    CHECK(countLines(Stats) == Round);
  }
  // One context, one after the other.
  Context.emplace();
  optimise(*Plugin, *Context);
  optimise(*Plugin, *Context);
  Context.reset();
  CHECK(countLines(Stats) == 4);
  const auto Lines = mlgo::readFile(Stats);
  REQUIRE(Lines);
  const std::string First = Lines->substr(0, Lines->find('\n') + 1);
  CHECK(*Lines == First + First + First + First);
}
