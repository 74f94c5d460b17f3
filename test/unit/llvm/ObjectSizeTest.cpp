//===- ObjectSizeTest.cpp -------------------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/llvm/ObjectSize.h"

#include "TemporaryFolder.h"
#include "mlgo/llvm/ModulePipeline.h"
#include "mlgo/support/File.h"

#include <catch2/catch.hpp>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlgo;

namespace {

/// A function of the program's own and one that several objects may have.
const char *const Program = R"(
target triple = "x86_64-pc-linux-gnu"
$shared = comdat any
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@counter = global i32 5
declare void @sink(i32)
define linkonce_odr void @shared(i32 %x) noinline minsize comdat {
  call void @sink(i32 %x)
  call void @sink(i32 %x)
  ret void
}
define void @own(i32 %x) minsize {
  call void @shared(i32 %x)
  call void @sink(i32 3)
  ret void
}
)";

std::string compileProgram() {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("program.ll");
  REQUIRE(writeFileAtomically(Path, Program));
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, Path);
  REQUIRE(M);
  auto TM = createTargetMachine(**M);
  REQUIRE(TM);
  runSizePipeline(**M, **TM, nullptr);
  llvm::SmallVector<char, 0> Object;
  REQUIRE(generateObject(**M, **TM, Object));
  return std::string(Object.begin(), Object.end());
}

/// What Berkeley size calls text, by LLVM's own reader.
uint64_t berkeleyText(const std::string &Object) {
  auto File = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(Object, "object"));
  REQUIRE(!!File);
  uint64_t Size = 0;
  for (const llvm::object::SectionRef &Section : (*File)->sections()) {
    llvm::object::ELFSectionRef ELF(Section);
    if ((ELF.getFlags() & llvm::ELF::SHF_ALLOC) &&
        !(ELF.getFlags() & llvm::ELF::SHF_WRITE))
      Size += Section.getSize();
  }
  return Size;
}

} // namespace

TEST_CASE("ObjectSize: the parts add up to what size calls text") {
  const std::string Object = compileProgram();
  auto Size = measureObject(Object);
  REQUIRE(Size);
  CHECK(Size->size() == 2);
  CHECK((*Size)[""] + (*Size)["shared"] == berkeleyText(Object));
  // 16 bytes of @table, code, a common and an own unwind entry; @counter is
  // written and does not count.
  CHECK((*Size)[""] > 16 + 24 + 24);
  // Code and its unwind entry, which begins with a length and a pointer.
  CHECK((*Size)["shared"] > 20);
}

TEST_CASE("ObjectSize: a group counts once for all who have it") {
  const ObjectSize A = {{"", 100}, {"f", 30}},
                   B = {{"", 10}, {"f", 30}, {"g", 8}};
  GroupCounts Counts;
  countGroups(A, Counts);
  countGroups(B, Counts);
  CHECK(Counts == GroupCounts{{"f", 2}, {"g", 1}});
  CHECK(linkedShare(A, Counts) == 115);
  CHECK(linkedShare(B, Counts) == 33);
  // A group that no object had at first counts whole.
  CHECK(linkedShare({{"h", 6}}, Counts) == 6);
}

TEST_CASE("ObjectSize: what is no object is an error") {
  CHECK_FALSE(measureObject(""));
  CHECK_FALSE(measureObject(std::string(200, 'x')));
  std::string Object = compileProgram();
  for (size_t Length = 0; Length < Object.size(); Length += 7)
    (void)measureObject(std::string_view(Object).substr(0, Length));
}
