// Tests of Archive
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Archive.h"
#include <catch2/catch.hpp>
#include <limits>

using namespace mlgo;

namespace {

struct Inner {
  int Number = 0;
  std::string Text;

  bool operator==(const Inner &O) const {
    return Number == O.Number && Text == O.Text;
  }
};

template <typename ArchiveT> void serialize(ArchiveT &A, Inner &I) {
  A(I.Number, I.Text);
}

struct Outer {
  std::vector<Inner> List;
  std::map<std::string, std::pair<bool, uint64_t>, std::less<>> Map;
  std::optional<double> Real;
  std::shared_ptr<const Inner> Pointer;
};

template <typename ArchiveT> void serialize(ArchiveT &A, Outer &O) {
  A(O.List, O.Map, O.Real, O.Pointer);
}

} // namespace

TEST_CASE("Archive: what is written is read") {
  Outer O;
  O.List = {{-1, ""}, {std::numeric_limits<int>::max(), std::string(300, 'x')}};
  O.Map = {{"a", {true, ~uint64_t(0)}}, {"", {false, 0}}};
  O.Real = -0.1;
  O.Pointer = std::make_shared<const Inner>(Inner{5, "five"});
  for (const bool IsFull : {true, false}) {
    if (!IsFull)
      O = Outer();
    const std::string Bytes = toBytes(O, uint8_t(7));
    Outer Read;
    Read.Real = 3;
    uint8_t Last = 0;
    REQUIRE(fromBytes(Bytes, Read, Last));
    CHECK(Read.List == O.List);
    CHECK(Read.Map == O.Map);
    CHECK(Read.Real == O.Real);
    CHECK((Read.Pointer != nullptr) == IsFull);
    CHECK((!IsFull || *Read.Pointer == *O.Pointer));
    CHECK(Last == 7);
    CHECK(toBytes(Read, Last) == Bytes);
    for (size_t Size = 0; Size < Bytes.size(); ++Size)
      CHECK_FALSE(fromBytes(Bytes.substr(0, Size), Read, Last));
    CHECK_FALSE(fromBytes(Bytes + "x", Read, Last));
  }
}

TEST_CASE("Archive: damaged counts allocate nothing") {
  std::vector<std::string> Texts;
  CHECK_FALSE(fromBytes("\xff\xff\xff\xff\x0f", Texts));
  CHECK(Texts.empty());
}
