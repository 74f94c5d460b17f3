// Functions as people call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/FunctionNames.h"
#include <catch2/catch.hpp>

using namespace mlgo;
using Strings = std::vector<std::string>;

TEST_CASE("FunctionNames: symbols become what the source says",
          "[explain][names]") {
  CHECK(demangle("main") == "main");
  CHECK(demangle("_ZN3geo4areaEi") == "geo::area(int)");
  CHECK(demangle("twice@list.c") == "twice (list.c)");
  CHECK(demangle("_Z1fNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE") ==
        "f(std::string)");
  CHECK(shortenName("geo::area(int)") == "geo::area");
  // Both of Rust's manglings, the older one with signs and a hash.
  CHECK(demangle("_RNvCs4fqI2P2rA04_5words4main") == "words::main");
  CHECK(demangle("_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17h"
                 "0123456789abcdefE") ==
        "core::ptr::drop_in_place<alloc::string::String>");
  CHECK(demangle("_ZN1f18h0123456789abcdef0E") == "f::h0123456789abcdef0");
}

TEST_CASE("FunctionNames: decisions know Rust without hashes",
          "[explain][names]") {
  CHECK(nameForDecisions("_ZN3geo4areaEi") == "_ZN3geo4areaEi");
  CHECK(nameForDecisions("_RNvCs4fqI2P2rA04_5words4main") == "words::main");
  CHECK(nameForDecisions("_RNvCs4fqI2P2rA04_5words4main") ==
        nameForDecisions("_RNvCs3fqI2P2rA05_5words4main"));
}

TEST_CASE("FunctionNames: the last parts of a name find it",
          "[explain][names]") {
  const Strings Names = {"_ZN3geo4areaEi", "_ZN3geo5widthEv", "main"};
  CHECK(matchNames("main", Names) == Strings{"main"});
  CHECK(matchNames("geo::area", Names) == Strings{"_ZN3geo4areaEi"});
  CHECK(matchNames("area", Names) == Strings{"_ZN3geo4areaEi"});
  CHECK(matchNames("height", Names).empty());
}

TEST_CASE("FunctionNames: a slip of the pen is near", "[explain][names]") {
  const Strings Names = {"_ZN3geo4areaEi", "_ZN3geo5widthEv", "main"};
  CHECK(findNearNames("wdth", Names, 1) == Strings{"geo::width"});
  CHECK(findNearNames("xyzzy_plugh", Names, 3).empty());
}
