// Tests of ProgramSize
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramSize.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("ProgramSize: sections are code, read-only data or unwind tables") {
  const ProgramSize Size = sumSections("program  :\n"
                                       "section                size     addr\n"
                                       ".dynsym                 912      776\n"
                                       ".gcc_except_table       188     4184\n"
                                       ".ARM.exidx              168     2784\n"
                                       ".eh_frame_hdr            12     3508\n"
                                       ".eh_frame                 4     3520\n"
                                       ".text                  1024    69060\n"
                                       ".init                    12    70084\n"
                                       ".plt                    512    70112\n"
                                       ".init_array               8   136164\n"
                                       ".data                     4   201980\n"
                                       ".relro_padding           40   201984\n"
                                       "Total                  8029\n",
                                       2832, 700, 100);
  CHECK(Size.Text == 2832);
  CHECK(Size.Data == 700);
  CHECK(Size.Bss == 60);
  CHECK_FALSE(Size.HasStack);
  CHECK(Size.Code == 1024 + 12 + 512);
  CHECK(Size.Unwind == 188 + 168 + 12 + 4);
  CHECK(Size.ReadOnly == 912);
}

TEST_CASE("ProgramSize: of WebAssembly all counts but custom sections") {
  const ProgramSize Size =
      sumSections("m.wasm  :\nsection size addr\nTYPE 88 10\nIMPORT 448 101\n"
                  "CODE 24913 647\nDATA 2394 25563\n.debug_loc 40587 27961\n"
                  "producers 55 168373\nname 99 1\nTotal 68584\n",
                  24913);
  CHECK(Size.Text == 88 + 448 + 24913 + 2394);
  CHECK(Size.Code == 24913);
  CHECK(Size.ReadOnly == 88 + 448 + 2394);
  CHECK(Size.Unwind == 0);
}

TEST_CASE("ProgramSize: the largest frame") {
  CHECK(largestFrame("\nStack Sizes:\n         Size     Functions\n"
                     "            8     main\n         2872     f\n"
                     "           16     ?\n") == 2872);
  CHECK(largestFrame("") == 0);
}

TEST_CASE("ProgramSize: a linked program's") {
  TemporaryFolder Folder;
  const std::string Source = Folder.file("main.c");
  REQUIRE(writeFileAtomically(
      Source, "const char Zeros[9000] = {1};\n"
              "int main(int C, char **V) { return Zeros[C]; }\n"));
  ChildCommand Compile;
  Compile.Arguments = {"clang-22", "-fuse-ld=lld", "-fstack-size-section",
                       Source,     "-o",           Folder.file("main")};
  auto Compiled = runChild(Compile);
  REQUIRE((Compiled && Compiled->ExitCode == 0));
  auto Size = measureProgram(Folder.file("main"), 22, /*Compress=*/true);
  INFO((Size ? "" : Size.error().message()));
  REQUIRE(Size);
  CHECK(Size->Text == Size->Code + Size->ReadOnly + Size->Unwind);
  CHECK(Size->ReadOnly > 9000);
  CHECK(Size->Code > 50);
  CHECK(Size->Unwind > 50);
  CHECK(Size->Data > 50);
  CHECK(Size->Bss < 100);
  CHECK(Size->HasStack);
  CHECK(Size->Stack >= 8);
  // Symbols and headers are in the file alone.
  CHECK(Size->File == std::filesystem::file_size(Folder.file("main")));
  CHECK(Size->File > Size->Stripped);
  CHECK(Size->Stripped > Size->Text);
  // Zeros vanish.
  CHECK(Size->Xz > 300);
  CHECK(Size->Xz < 5000);
  CHECK(Size->Gzip > 300);
  CHECK(Size->Gzip < 5000);
  auto Plain = measureProgram(Folder.file("main"), 22);
  REQUIRE(Plain);
  CHECK(Plain->Text == Size->Text);
  CHECK(Plain->File == Size->File);
  CHECK(Plain->Stripped == 0);
  CHECK(Plain->Xz == 0);

  // A header that lies is no gain, whatever the sums wrap to.
  for (const uint64_t Lie : {~uint64_t(0) - 4000, uint64_t(1) << 40}) {
    std::string Bytes = *readFile(Folder.file("main"));
    const auto At = [&](size_t Place) {
      return reinterpret_cast<uint64_t *>(&Bytes[Place]);
    };
    const size_t FirstHeader = *At(40), Header = FirstHeader + 64;
    *At(Header + 32) = Lie;
    REQUIRE(writeFileAtomically(Folder.file("lies"), Bytes));
    auto Lies = measureProgram(Folder.file("lies"), 22);
    REQUIRE_FALSE(Lies);
    CHECK_THAT(Lies.error().message(), Catch::Contains("cannot measure: "));
  }
}

TEST_CASE("ProgramSize: what cannot be measured is named") {
  auto Size = measureProgram("/no/such/program", 22);
  REQUIRE_FALSE(Size);
  CHECK(Size.error().message().find("llvm-size-22") != std::string::npos);
}

TEST_CASE("ProgramSize: columns by name") {
  auto All = parseSizeColumns(
      "total,code,rodata,unwind,data,bss,stack,file,stripped,xz,gzip");
  REQUIRE(All);
  CHECK(All->size() == listSizeColumns().size());
  CHECK(parseSizeColumns("tables")->front().Name == std::string("unwind"));
  CHECK(parseSizeColumns("")->empty());
  auto Wrong = parseSizeColumns("code,zip");
  REQUIRE_FALSE(Wrong);
  CHECK(Wrong.error().message().find("'zip'") != std::string::npos);
}
