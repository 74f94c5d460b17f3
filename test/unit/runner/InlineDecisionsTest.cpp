// Tests of InlineDecisions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/InlineDecisions.h"
#include "AllocationCounter.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

const std::string Header = "# mlgo-inline-decisions 1\n";

std::string keyOf(const char *Caller, const char *Callee, const char *Path) {
  return InlineSiteName{Caller, Callee, Path}.key();
}

/// The message of parsing \p Text, which is wrong.
std::string errorOf(const std::string &Text) {
  auto Decisions = InlineDecisions::parse(Text);
  REQUIRE_FALSE(Decisions);
  return Decisions.error().message();
}

} // namespace

TEST_CASE("InlineDecisions: sites come back as written, sorted") {
  const InlineDecisions Written({{keyOf("main", "f", "f#1"), false},
                                 {keyOf("main", "f", "f#0"), true},
                                 {keyOf("a@x.c", "b", "g#0/b#0~1"), true}});
  CHECK(Written.format() == Header + "1\ta@x.c\tb\tg#0/b#0~1\n"
                                     "1\tmain\tf\tf#0\n"
                                     "0\tmain\tf\tf#1\n");
  auto Back = InlineDecisions::parse(Written.format());
  REQUIRE(Back);
  CHECK(Back->sites() == Written.sites());
  CHECK(Back->format() == Written.format());
  CHECK(Back->conflicts() == 0);
  REQUIRE(Back->find("main\tf\tf#1"));
  CHECK_FALSE(*Back->find("main\tf\tf#1"));
  CHECK_FALSE(Back->find("main\tf\tf#2"));
  CHECK_FALSE(Back->find(""));
}

TEST_CASE("InlineDecisions: any name makes one line and a key of its own") {
  std::vector<std::string> Names = {"a\tb", "a\nb",  "a b",  "a%09b",
                                    "a%b",  "a@b",   "\x7f", "#",
                                    "a\rb", "a\\tb", "%",    "\xc3\xa4"};
  Names.push_back(std::string("a\0b", 3));
  InlineDecisions::Map Sites;
  for (const std::string &Caller : Names)
    for (const std::string &Callee : Names)
      Sites[InlineSiteName{Caller, Callee, Caller + "#0"}.key()] =
          Caller < Callee;
  REQUIRE(Sites.size() == Names.size() * Names.size());
  for (const auto &[Key, Inline] : Sites) {
    CHECK(std::count(Key.begin(), Key.end(), '\t') == 2);
    CHECK(Key.find_first_of(" \n\r") == Key.npos);
    CHECK(Key.find('\0') == Key.npos);
  }
  auto Back = InlineDecisions::parse(InlineDecisions(Sites).format());
  REQUIRE(Back);
  CHECK(Back->sites() == Sites);
}

TEST_CASE(
    "InlineDecisions: inputs, later fields and comments are passed over") {
  auto Decisions = InlineDecisions::parse(
      Header + "# a comment\n\n1\tf\tg\tg#0\tcost=3 depth=-1\n"
               "0\tf\tg\tg#1\t\tfield of the future\n#1\tno\tsite\tx\n");
  REQUIRE(Decisions);
  CHECK(Decisions->sites() ==
        InlineDecisions::Map{{"f\tg\tg#0", true}, {"f\tg\tg#1", false}});
}

TEST_CASE("InlineDecisions: files are merged by writing one behind the other") {
  const std::string First = Header + "1\tf\tg\tg#0\n0\tf\tg\tg#1\n";
  const std::string Second = Header + "0\tf\tg\tg#0\n0\tf\tg\tg#1\n";
  auto Merged = InlineDecisions::parse(First + Second);
  REQUIRE(Merged);
  CHECK(Merged->sites() ==
        InlineDecisions::Map{{"f\tg\tg#0", false}, {"f\tg\tg#1", false}});
  CHECK(Merged->conflicts() == 1);
  auto Reversed = InlineDecisions::parse(Second + First + Second);
  REQUIRE(Reversed);
  CHECK(Reversed->sites() == Merged->sites());
  CHECK(Reversed->conflicts() == 2);
}

TEST_CASE("InlineDecisions: decisions of other tasks are passed over") {
  const std::string Others = "# mlgo-gate-decisions 1\n0\tf\tlicm\t0\n";
  const auto Last = InlineDecisions::parse(Others + Header + "1\tf\tg\tg#0\n");
  const auto First = InlineDecisions::parse(Header + "1\tf\tg\tg#0\n" + Others);
  REQUIRE(Last);
  REQUIRE(First);
  CHECK(Last->sites().size() == 1);
  CHECK(First->sites() == Last->sites());
  CHECK(errorOf(Others) == "inline decisions: only other decisions found, "
                           "expected '# mlgo-inline-decisions 1'");
}

TEST_CASE("InlineDecisions: what is no decisions file is named") {
  CHECK(errorOf("") == "inline decisions: the file is empty, expected "
                       "'# mlgo-inline-decisions 1'");
  CHECK(errorOf("int main() {}\n") ==
        "inline decisions: line 1: found 'int main() {}', expected "
        "'# mlgo-inline-decisions 1'");
  CHECK(errorOf("# mlgo-inline-decisions 2\n") ==
        "inline decisions: line 1: version is '2', expected 1");
  CHECK(errorOf(Header + "# mlgo-inline-decisions 11\n") ==
        "inline decisions: line 2: version is '11', expected 1");
  CHECK(errorOf(Header + "2\tf\tg\tg#0\n") ==
        "inline decisions: line 2: starts with '2?f?g?g#0', expected 0 or 1 "
        "and a tab");
  CHECK(errorOf("\177ELF\2\n") ==
        "inline decisions: line 1: found '?ELF?', expected "
        "'# mlgo-inline-decisions 1'");
  for (const char *Line : {"1\t", "1\tf", "1\tf\tg", "1\tf\tg\t", "1\t\tg\tp",
                           "1\tf\t\tp", "1\t\t\t", "1\tf\tg\t\tx=1"})
    CHECK(errorOf(Header + Line + "\n") ==
          "inline decisions: line 2: has too few fields, expected decision, "
          "caller, callee and path");
}

TEST_CASE("InlineDecisions: a file cut off anywhere is noticed or whole") {
  const std::string Text =
      Header + "1\tf\tg\tg#0\tcost=3\n0\tf\tg\tg#1\n# end\n1\ta\tb\tb#0\n";
  auto Whole = InlineDecisions::parse(Text);
  REQUIRE(Whole);
  for (size_t Length = 0; Length < Text.size(); ++Length) {
    auto Cut = InlineDecisions::parse(Text.substr(0, Length));
    INFO(Length);
    // What ends with a line cannot be told from a shorter file.
    CHECK(static_cast<bool>(Cut) == (Length > 0 && Text[Length - 1] == '\n'));
    if (!Cut)
      continue;
    for (const auto &[Key, Inline] : Cut->sites())
      CHECK((Whole->find(Key) && *Whole->find(Key) == Inline));
  }
}

TEST_CASE("InlineDecisions: a flipped bit changes one line at most") {
  const std::string Text =
      Header + "1\tf\tg\tg#0\tcost=3\n0\tf\tg\tg#1\n1\ta\tb\tb#0\n";
  const InlineDecisions::Map Whole = InlineDecisions::parse(Text)->sites();
  size_t Refused = 0;
  for (size_t Bit = 0; Bit < Text.size() * 8; ++Bit) {
    std::string Flipped = Text;
    Flipped[Bit / 8] = static_cast<char>(Flipped[Bit / 8] ^ (1 << Bit % 8));
    auto Decisions = InlineDecisions::parse(Flipped);
    if (!Decisions) {
      CHECK(Decisions.error().message().find_first_of("\n\t") ==
            std::string::npos);
      ++Refused;
      continue;
    }
    size_t Kept = 0;
    for (const auto &[Key, Inline] : Decisions->sites()) {
      auto Site = Whole.find(Key);
      Kept += Site != Whole.end() && Site->second == Inline;
    }
    // A newline that is no more joins two lines.
    CHECK(Kept + 2 >= Whole.size());
  }
  // The header and the beginning of every line tell that all is not well.
  CHECK(Refused >= (Header.size() - 1) * 8);
}

TEST_CASE("InlineDecisions: a file is read once, and errors name it") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("sites");
  REQUIRE(writeFileAtomically(Path, Header + "1\tf\tg\tg#0\n"));
  auto Decisions = InlineDecisions::read(Path);
  REQUIRE(Decisions);
  CHECK(Decisions->sites().size() == 1);
  REQUIRE(writeFileAtomically(Path, Header + "1\tf\tg"));
  CHECK(InlineDecisions::read(Path).error().message() ==
        Path + ": inline decisions: line 2: ends without a newline; the file "
               "is cut off");
  const std::string None = Folder.file("none");
  CHECK(InlineDecisions::read(None).error().message() ==
        None + ": cannot open: No such file or directory");
  CHECK(InlineDecisions::read(Folder.Path.string()).error().message() ==
        Folder.Path.string() + ": is not a regular file");
}

TEST_CASE("InlineDecisions: long lines and long files take linear work") {
  const size_t Before = countAllocatedBytes();
  const std::string Name(50 << 20, 'x');
  auto Long = InlineDecisions::parse(Header + "1\tf\tg\tg#0\tx=" + Name + "\n");
  REQUIRE(Long);
  CHECK(Long->sites().size() == 1);
  CHECK(errorOf(Header + Name + "\n").size() < 200);
  CHECK(errorOf(Name).size() < 200);
  std::string Tabs(10 << 20, '\t');
  CHECK(errorOf(Header + "1\t" + Tabs + "\n").size() < 200);
  std::string Many = Header;
  for (int I = 0; I < 200000; ++I)
    Many += "1\tf\tg\tg#" + std::to_string(I) + "\n";
  auto All = InlineDecisions::parse(Many);
  REQUIRE(All);
  CHECK(All->sites().size() == 200000);
  // Of three lines of 50 MB, one of 10 MB and 200,000 short ones, including
  // what the test itself asks for. What copies all that is left at each line
  // would ask for terabytes.
  CHECK(countAllocatedBytes() - Before < size_t(2) << 30);
}
