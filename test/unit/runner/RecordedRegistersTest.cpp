// Tests of RecordedRegisters
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/RecordedRegisters.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("RecordedRegisters: reads what it writes") {
  const std::string Header = std::string(RegisterRecordHeader) + "\n";
  const std::string Line = formatRecordedRegisters({"f@a%20b.c", 3, 12, -4});
  CHECK(Line == "f@a%20b.c\t3\t12\t-4\n");
  const auto All =
      parseRecordedRegisters(Header + Line + "# a comment\ng\t0\t1\t2\n");
  REQUIRE(All);
  REQUIRE(All->size() == 2);
  CHECK((*All)[0].Function == "f@a%20b.c");
  CHECK((*All)[0].Evictions == 3);
  CHECK((*All)[0].Exchanged == 12);
  CHECK((*All)[0].SavedBytes == -4);
  CHECK((*All)[1].Function == "g");
}

TEST_CASE("RecordedRegisters: says what is wrong") {
  const auto Fault = [](const std::string &Text) {
    const auto All = parseRecordedRegisters(Text);
    return All ? std::string() : All.error().message();
  };
  const std::string Header = std::string(RegisterRecordHeader) + "\n";
  CHECK(Fault("nonsense\n").find("line 1: header is 'nonsense'") !=
        std::string::npos);
  CHECK(Fault(Header + "f\t1\tx\t2\n")
            .find("line 2: exchanged is 'x', expected a number") !=
        std::string::npos);
  CHECK(Fault(Header + "f\t1\t2\n").find("saved is ''") != std::string::npos);
  CHECK(Fault(Header + "\t1\t2\t3\n").find("has no function") !=
        std::string::npos);
}
