// Searches the lines of a file with many patterns: captures, replacements,
// sets, options, errors, patterns that need each of the engines.

#include "re2/filtered_re2.h"
#include "re2/re2.h"
#include "re2/set.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace {

const char *const Patterns[] = {
    "(\\w+) (market|garden)",
    "(?i)^new|silver$",
    "\\b(\\w)\\w*\\b[ ,]+\\b\\w*e\\b",
    "(a+b?c*)+d",
    "(?P<first>[a-m]+)(?P<second>[n-z]+)",
    "[[:upper:]][[:lower:]]{2,5}[.!?]?",
    "(.*) (.*) (.*)",
    "^(?:it|then|rains|[^o]+)+$",
    "\\pL+\\s\\PN{4,}x?",
    "(letter|draws?|paper){1,3}?",
    "(?s)w.*?g",
    "([aeiou])([^aeiou ])",
    "x{0,20}y{1,10}z|over",
};

void search(const std::vector<std::string> &Lines, const char *Pattern) {
  RE2 Expression(Pattern);
  int Matches = 0, Spread = 0;
  size_t Captured = 0;
  re2::StringPiece Groups[4];
  for (const std::string &Line : Lines) {
    re2::StringPiece Rest(Line);
    size_t At = 0;
    const int Count = 1 + std::min(3, Expression.NumberOfCapturingGroups());
    while (At <= Line.size() &&
           Expression.Match(Rest, At, Line.size(), RE2::UNANCHORED, Groups,
                            Count)) {
      ++Matches;
      for (int I = 0; I < Count; ++I)
        Captured += Groups[I].size() * static_cast<size_t>(I + 1);
      const auto End = static_cast<size_t>(Groups[0].end() - Line.data());
      At = Groups[0].empty() ? End + 1 : End;
    }
    Spread += RE2::FullMatch(Line, Expression);
  }
  std::string Least, Most;
  Expression.PossibleMatchRange(&Least, &Most, 6);
  std::printf("%s: %d matches, %zu captured, %d whole, size %d, %s..%s\n",
              Pattern, Matches, Captured, Spread, Expression.ProgramSize(),
              Least.c_str(), Most.c_str());
}

void replace(const std::string &Text) {
  std::string Copy = Text;
  const int Times = RE2::GlobalReplace(&Copy, "(\\w+) (\\w+)", "\\2 \\1");
  std::printf("%d %s\n", Times, Copy.substr(0, 60).c_str());
  std::string Extracted;
  RE2::Extract(Text, "(\\w)(\\w+)\\W+(\\w+)", "<\\3:\\1>", &Extracted);
  std::printf("%s\n", Extracted.c_str());
  int Number = 0;
  double Real = 0;
  std::string Word;
  if (RE2::FullMatch("width=42 2.5e1", "(\\w+)=(\\d+) (\\S+)", &Word, &Number,
                     &Real))
    std::printf("%s %d %g %s\n", Word.c_str(), Number, Real,
                RE2::QuoteMeta("a.b*c").c_str());
}

void sets(const std::vector<std::string> &Lines) {
  RE2::Set Set(RE2::DefaultOptions, RE2::UNANCHORED);
  re2::FilteredRE2 Filtered(/*min_atom_len=*/3);
  for (const char *Pattern : Patterns) {
    Set.Add(Pattern, nullptr);
    int Id = 0;
    Filtered.Add(Pattern, RE2::DefaultOptions, &Id);
  }
  Set.Compile();
  std::vector<std::string> Atoms;
  Filtered.Compile(&Atoms);
  std::printf("%zu atoms\n", Atoms.size());
  std::vector<int> Which;
  unsigned Sum = 0;
  for (const std::string &Line : Lines) {
    Which.clear();
    Set.Match(Line, &Which);
    for (int Each : Which)
      Sum = Sum * 31 + static_cast<unsigned>(Each);
    Sum += static_cast<unsigned>(Filtered.SlowFirstMatch(Line));
  }
  std::printf("set %08x\n", Sum);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return 2;
  std::ifstream In(Argv[1]);
  std::vector<std::string> Lines;
  std::string Whole;
  for (std::string Line; std::getline(In, Line); Whole += Line + ' ')
    Lines.push_back(Line);
  for (const char *Pattern : Patterns)
    search(Lines, Pattern);
  replace(Whole);
  sets(Lines);
  RE2::Options Quiet;
  Quiet.set_log_errors(false);
  for (const char *Wrong : {"(a", "a**", "[z-a]", "\\8", "x{1001}", "(?P<n"}) {
    RE2 Expression(Wrong, Quiet);
    std::printf("%s: %s\n", Wrong, Expression.error().c_str());
  }
  RE2::Options Latin(RE2::Latin1);
  Latin.set_longest_match(true);
  Latin.set_never_nl(true);
  std::printf("%d %d\n", RE2::PartialMatch("a\xe9z", RE2("a\\x{e9}z", Latin)),
              RE2::PartialMatch("abab", RE2("(ab|a)(bab)?", Latin)));
  return 0;
}
