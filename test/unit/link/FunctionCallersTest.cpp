// Tests of FunctionCallers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/FunctionCallers.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("FunctionCallers: calls, jumps and addresses of others") {
  const FunctionCallers Callers =
      parseFunctionCallers("\nprogram:\tfile format elf64-x86-64\n\n"
                           "Disassembly of section .text:\n\n"
                           "<main>:\n"
                           "      \tcallq\t0x16a0 <helper>\n"
                           "      \tjne\t0x16b0 <main+0x10>\n"
                           "      \tleaq\t0x20(%rip), %rdi  # 0x1700 <other>\n"
                           "\n0000000000001700 <other>:\n"
                           "    1700:  \tjmp\t0x16a4 <helper+0x4>\n"
                           "    1704:  \tcallq\t0x1800 <_ZlsIcE>\n"
                           "no function > or <\n");
  CHECK(Callers == FunctionCallers{{"helper", {"main", "other"}},
                                   {"other", {"main"}},
                                   {"_ZlsIcE", {"other"}}});
  CHECK(parseFunctionCallers("").empty());
}

TEST_CASE("FunctionCallers: what is no program is named") {
  const auto Callers = findFunctionCallers("/no/such/program", 22);
  REQUIRE(!Callers);
  CHECK_THAT(Callers.error().message(), Catch::Contains("/no/such/program"));
}
