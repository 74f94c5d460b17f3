// Tests of LinkUnits
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/LinkUnits.h"
#include "TemporaryFolder.h"
#include "compile/ModulePipeline.h"
#include "link/LinkedSizes.h"
#include "link/ProgramLinker.h"
#include "mlgo/support/File.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <utility>

using namespace mlgo;

namespace {

/// Functions of all linkages, a string, constants, tables of addresses.
const char *const Program = R"(
target triple = "x86_64-pc-linux-gnu"
$shared = comdat any
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@text = private unnamed_addr constant [6 x i8] c"hello\00"
@again = private unnamed_addr constant [6 x i8] c"hello\00"
@calls = global [2 x ptr] [ptr @own, ptr @local]
declare void @sink(ptr)
define linkonce_odr void @shared(ptr %x) noinline minsize uwtable comdat {
  call void @sink(ptr @text)
  call void @sink(ptr @table)
  ret void
}
define internal void @local(ptr %x) noinline minsize uwtable {
  call void @sink(ptr @again)
  call void @sink(ptr %x)
  ret void
}
define void @own(ptr %x) minsize uwtable {
  call void @shared(ptr %x)
  call void @local(ptr @calls)
  ret void
}
)";

std::string compileProgram(const std::string &Text = Program) {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("program.ll");
  REQUIRE(writeFileAtomically(Path, Text));
  llvm::LLVMContext Ctx;
  auto M = loadModule(Ctx, Path);
  REQUIRE(M);
  auto TM = createTargetMachine(**M);
  REQUIRE(TM);
  runPipeline(**M, **TM, CodeLevel::Oz, nullptr);
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

TEST_CASE("LinkUnits: units add up to what size calls text, as documented") {
  const std::string Object = compileProgram();
  auto Units = readLinkUnits(Object);
  REQUIRE(Units);
  uint64_t Sum = 0;
  for (const auto &[Name, U] : *Units)
    Sum += U.Size;
  // Besides text: 3 entries of .eh_frame_hdr and 2 relocations of addresses;
  // less one common entry (24 bytes) and padding (at most 7).
  const uint64_t Expected = berkeleyText(Object) + 3 * 8 + 2 * 24 - 24;
  CHECK(Sum <= Expected);
  CHECK(Sum + 7 >= Expected);
}

TEST_CASE("LinkUnits: of ARM, 32 bits and entries of an index") {
  std::string Text = Program;
  const std::string Triple = "x86_64-pc-linux-gnu\"";
  Text.replace(Text.find(Triple), Triple.size(),
               "thumbv7-unknown-linux-gnueabihf\"\ntarget datalayout = "
               "\"e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64\"");
  auto Units = readLinkUnits(compileProgram(Text));
  REQUIRE(Units);
  // Two relocations of addresses, which keep what is added in their place.
  CHECK(Units->at(".data.calls").Size == 2 * 8);
  CHECK(Units->at(".data.calls").Uses == std::vector<std::string>{"own"});
  CHECK(Units->at(".data.calls").Units == std::vector<std::string>{"local"});
  for (const char *Name : {"own", "local", "shared"}) {
    INFO(Name);
    // What is said of unwinding is in the entry, which is not counted yet.
    CHECK(Units->at(Name).UnwindEntry != 0);
    CHECK(Units->at(Name).Order != 0);
  }
  CHECK(std::count_if(Units->begin(), Units->end(), [](const auto &U) {
          return U.first.find(".rodata.str1.1:6:") == 0;
        }) == 1);
}

TEST_CASE("LinkUnits: of WebAssembly, linked as modelled") {
  const std::string Text = R"(
target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"
@zeros = global [64 x i32] zeroinitializer
@calls = global [2 x ptr] [ptr @own, ptr @local]
@text = private unnamed_addr constant [6 x i8] c"hello\00"
declare void @sink(ptr)
define void @unused(ptr %x) noinline minsize {
  call void @sink(ptr %x)
  ret void
}
define internal void @local(ptr %x) noinline minsize {
  call void @sink(ptr @text)
  call void @sink(ptr %x)
  ret void
}
define weak hidden void @own(ptr %x) noinline minsize {
  call void @local(ptr @calls)
  ret void
}
define i32 @__main_argc_argv(i32 %n, ptr %x) minsize {
  call void @own(ptr @zeros)
  ret i32 0
}
)";
  auto Units = readLinkUnits(compileProgram(Text));
  REQUIRE(Units);
  const LinkUnit &Main = Units->at("__main_argc_argv"), &Own = Units->at("own");
  CHECK(Main.Defines == std::vector<std::string>{"__main_argc_argv", "main"});
  CHECK(Main.Uses == std::vector<std::string>{"own", "zeros"});
  CHECK(Own.IsWeak);
  CHECK(Own.IsHidden);
  CHECK(Own.Units == std::vector<std::string>{"local"});
  CHECK(Units->at(".bss.zeros").Size == 0);
  CHECK(Units->at(".data.calls").Size == 8);
  CHECK(Units->at(".data.calls").Units == std::vector<std::string>{"local"});
  // Length, locals, two calls of one and two bytes of index, an address, end;
  // and the index of its type.
  CHECK(Own.Size == 1 + 1 + 4 + 3 + 1 + 1);
  CHECK(Units->at("local").Size == 1 + 1 + 4 + 3 + 2 + 3 + 1 + 1);
  CHECK(std::count_if(Units->begin(), Units->end(), [](const auto &U) {
          return U.first.find(".rodata.str:6:") == 0;
        }) == 1);
  // What nothing refers to is dropped, and no library has to be named.
  LinkModel Model;
  Model.addObject(*Units, false);
  uint64_t Sum = 0;
  for (const auto &[Name, U] : *Units)
    Sum += Name == "unused" ? 0 : U.Size;
  CHECK(Model.size() == Sum);
}

TEST_CASE("LinkUnits: functions know what they need") {
  auto Units = readLinkUnits(compileProgram());
  REQUIRE(Units);
  const LinkUnit &Own = Units->at("own"), &Shared = Units->at("shared"),
                 &Local = Units->at("local");
  CHECK(Own.Defines == std::vector<std::string>{"own"});
  CHECK(Own.Units == std::vector<std::string>{"local"});
  CHECK(Own.Uses == std::vector<std::string>{"calls", "shared"});
  CHECK(Units->at(".data.calls").Units == std::vector<std::string>{"local"});
  CHECK(Shared.IsWeak);
  CHECK_FALSE(Own.IsWeak);
  CHECK(Local.Defines.empty());
  // Equal strings are one unit, of which every object has its definition.
  unsigned Strings = 0;
  for (const auto &[Name, U] : *Units)
    if (Name.rfind(".rodata.str", 0) == 0) {
      ++Strings;
      CHECK(U.Size == 6);
      CHECK(U.Defines == std::vector<std::string>{Name});
      CHECK(U.IsHidden);
      CHECK(std::count(Shared.Uses.begin(), Shared.Uses.end(), Name) == 1);
      CHECK(std::count(Local.Uses.begin(), Local.Uses.end(), Name) == 1);
    }
  CHECK(Strings == 1);
}

TEST_CASE("LinkUnits: strings of wide characters are units too") {
  auto Units = readLinkUnits(compileProgram(R"(
target triple = "x86_64-pc-linux-gnu"
@a = private unnamed_addr constant [3 x i32] [i32 256, i32 65, i32 0], align 4
@b = private unnamed_addr constant [2 x i32] [i32 66, i32 0], align 4
declare void @sink(ptr, ptr)
define void @f() minsize {
  call void @sink(ptr @a, ptr @b)
  ret void
}
)"));
  REQUIRE(Units);
  std::vector<uint64_t> Sizes;
  for (const auto &[Name, U] : *Units)
    if (Name.rfind(".rodata.str4", 0) == 0) {
      Sizes.push_back(U.Size);
      const auto &Uses = Units->at("f").Uses;
      CHECK(std::count(Uses.begin(), Uses.end(), Name) == 1);
    }
  std::sort(Sizes.begin(), Sizes.end());
  CHECK(Sizes == std::vector<uint64_t>{8, 12});
  CHECK(Units->at("f").Uses.size() == 3);
}

TEST_CASE("LinkUnits: an exporting program grows as the model says") {
  std::string Text = R"(
target triple = "x86_64-pc-linux-gnu"
define i32 @main() minsize uwtable {
  ret i32 0
}
)";
  auto Define = [&Text](const std::string &Kind, int First, int End) {
    for (int I = First; I < End; ++I) {
      const std::string Number = std::to_string(I);
      Text += "define " + Kind + " i32 @function" + Number +
              "(i32 %x) minsize uwtable {\n  %y = xor i32 %x, " + Number +
              "00000\n  %z = mul i32 %y, %x\n  ret i32 %z\n}\n";
    }
  };
  Define("", 10, 70);
  Define("protected", 70, 80);
  Define("hidden", 80, 90);
  const std::string Object = compileProgram(Text);
  auto Units = readLinkUnits(Object);
  REQUIRE(Units);
  CHECK_FALSE(Units->at("function10").IsHidden);
  CHECK_FALSE(Units->at("function70").IsHidden);
  CHECK(Units->at("function80").IsHidden);

  TemporaryFolder Folder;
  REQUIRE(writeFileAtomically(Folder.file("m.o"), Object));
  auto Measure = [&](const std::vector<std::string> &Flags) {
    CorpusProgram Linked;
    Linked.Name = "program";
    Linked.Link.push_back({LinkItem::Module, "m", {}});
    for (const std::string &Flag : Flags)
      Linked.Link.push_back({LinkItem::Flag, Flag, {}});
    const std::string Path = Folder.Path.string();
    REQUIRE(linkProgram(Linked, Path, Path, Folder.file("program"), 22));
    auto Size = measureProgram(Folder.file("program"), 22);
    REQUIRE(Size);
    LinkModel Model({"main"}, ExportedSymbols::of(Linked));
    Model.addObject(*Units, false);
    return std::pair(int64_t(Size->Text), int64_t(Model.size()));
  };
  const auto [Plain, PlainModel] = Measure({});
  const auto [All, AllModel] = Measure({"-rdynamic"});
  // The start files export _start, data_start, __data_start, _IO_stdin_used.
  CHECK(All - Plain > 70 * 70);
  CHECK(std::abs((All - Plain) - (AllModel - PlainModel) - 4 * 26 - 46) < 64);
  const auto [Some, SomeModel] =
      Measure({"-Wl,--export-dynamic-symbol=function1*"});
  CHECK(Some - Plain > 10 * 70);
  CHECK(std::abs((Some - Plain) - (SomeModel - PlainModel)) < 64);
}

TEST_CASE("LinkUnits: sections are named after their functions") {
  CHECK(getLinkUnitName(".text.f") == "f");
  CHECK(getLinkUnitName(".text.unlikely.f") == "f");
  CHECK(getLinkUnitName(".gcc_except_table.f") == "f");
  CHECK(getLinkUnitName(".rodata.cst16") == ".rodata.cst16");
  CHECK(getLinkUnitName(".data.rel.ro.v") == ".data.rel.ro.v");
  CHECK(getLinkUnitName(".text") == ".text");
}

TEST_CASE("LinkUnits: broken objects are errors or units, never a crash") {
  CHECK_FALSE(readLinkUnits(""));
  CHECK_FALSE(readLinkUnits(std::string(200, 'x')));
  const std::string Object = compileProgram();
  for (size_t Length = 0; Length < Object.size(); Length += 3)
    (void)readLinkUnits(std::string_view(Object).substr(0, Length));
  for (size_t At = 0; At < Object.size(); ++At)
    for (const int Bit : {0, 3, 7}) {
      std::string Broken = Object;
      Broken[At] = static_cast<char>(Broken[At] ^ (1 << Bit));
      (void)readLinkUnits(Broken);
    }
}
