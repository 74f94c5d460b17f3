// Tests of CutName
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/CutName.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("CutName: what fits stays") {
  CHECK(cutName("std::map<int, int>::at(int const&)", 40) ==
        "std::map<int, int>::at(int const&)");
  CHECK(cutName("", 3).empty());
}

TEST_CASE("CutName: a function keeps its own name") {
  CHECK(cutName("ns::f(std::string const&, int)", 20) == "ns::f(...)");
  CHECK(cutName("void std::sort<std::vector<int>::iterator>(int, int)", 30) ==
        "std::sort<...>(...)");
  CHECK(cutName("std::vector<std::string> std::list<int>::f<3>(int)", 28) ==
        "std::list<int>::f<3>(int)");
  CHECK(cutName("non-virtual thunk to a::b<c, d>::f(int, int)", 38) ==
        "non-virtual thunk to a::b<...>::f(...)");
  CHECK(cutName("std::_Rb_tree<std::string, std::less<std::string>>::"
                "_M_insert_unique(int&&)",
                41) == "std::_Rb_tree<...>::_M_insert_unique(...)");
  CHECK(cutName("a_namespace::of_a::longer_name::f(int)", 20) == "...::f(int)");
  CHECK(cutName("(anonymous namespace)::f(std::string, std::string)", 36) ==
        "(anonymous namespace)::f(...)");
  // Rust's own groups come first.
  CHECK(cutName("<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", 24) ==
        "<...>::drop");
  CHECK(cutName("<T as core::fmt::Write>::write_fmt::<a::b::C>", 30)
            .find("::write_fmt") != std::string::npos);
}

TEST_CASE("CutName: signs of operators are no brackets") {
  CHECK(cutName("bool operator< <int>(pair<int> const&, pair<int> const&)",
                30) == "operator< <int>(...)");
  CHECK(cutName("std::ostream& std::operator<< <char>(std::ostream&, char)",
                30) == "std::operator<< <char>(...)");
  CHECK(cutName("main::'lambda'(auto const&, auto const&)::operator()(int) "
                "const",
                44) == "main::'lambda'(...)::operator()(int) const");
  CHECK(cutName("ptr<a_long_name>::operator->() const", 30) ==
        "ptr<...>::operator->() const");
  CHECK(cutName("my_class_of_a_kind::operator bool() const", 28) ==
        "...::operator bool() const");
}

TEST_CASE("CutName: any text is cut") {
  CHECK(cutName("abcdefghijkl", 8) == "abcde...");
  CHECK(cutName("f<<<<<<<<<<<<<", 8).size() <= 8);
  CHECK(cutName(")))>>>>>>(((((", 8).size() <= 8);
  CHECK(cutName("operator", 4).size() <= 4);
  CHECK(cutName("abcdef", 2).size() <= 3);
}
