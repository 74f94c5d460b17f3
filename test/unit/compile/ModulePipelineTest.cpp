// Tests of ModulePipeline
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ModulePipeline.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ModulePipeline: the pipeline inlines what pays") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("m.ll");
  REQUIRE(writeFileAtomically(Path, R"(
target triple = "x86_64-pc-linux-gnu"
define internal i32 @inner(i32 %x) minsize optsize {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @outer(i32 %x) minsize optsize {
  %y = call i32 @inner(i32 %x)
  ret i32 %y
}
)"));
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, Path);
  REQUIRE(M);
  auto TM = createTargetMachine(**M);
  REQUIRE(TM);
  runPipeline(**M, **TM, CodeLevel::Oz, nullptr);
  CHECK((*M)->getFunction("inner") == nullptr);
  CHECK((*M)->getFunction("outer")->getInstructionCount() == 2);
}

TEST_CASE("ModulePipeline: modules that cannot be read or compiled") {
  TemporaryFolder Folder;
  llvm::LLVMContext Ctx;
  CHECK_FALSE(loadModule(Ctx, Folder.file("missing.bc")));
  REQUIRE(writeFileAtomically(Folder.file("bad.ll"), "define nonsense"));
  auto Bad = loadModule(Ctx, Folder.file("bad.ll"));
  REQUIRE_FALSE(Bad);
  CHECK(Bad.error().message().find("bad.ll: ") != std::string::npos);
  REQUIRE(writeFileAtomically(Folder.file("other.ll"),
                              "target triple = \"no-such-machine\"\n"));
  auto Other = loadModule(Ctx, Folder.file("other.ll"));
  REQUIRE(Other);
  CHECK_FALSE(createTargetMachine(**Other));
}
