// What a program executes, counted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ExecutionCounts.h"

#include <charconv>

namespace mlgo {
namespace {

/// The words of the last line that begins with \p Start; none without one.
std::vector<std::string_view> wordsAfter(std::string_view Text,
                                         std::string_view Start) {
  std::vector<std::string_view> Words;
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    const std::string_view Line = Text.substr(At, End - At);
    At = End + 1;
    if (Line.substr(0, Start.size()) != Start)
      continue;
    Words.clear();
    for (size_t I = Start.size(); I < Line.size();) {
      const size_t Next = std::min(Line.find(' ', I), Line.size());
      if (Next > I)
        Words.push_back(Line.substr(I, Next - I));
      I = Next + 1;
    }
  }
  return Words;
}

} // namespace

ExecutionCounts &ExecutionCounts::operator+=(const ExecutionCounts &Other) {
  Instructions += Other.Instructions;
  Reads += Other.Reads;
  Writes += Other.Writes;
  return *this;
}

std::vector<std::string> cachegrindCommand(const std::string &OutputFile) {
  // The caches are named so that they are not this machine's. Threads take
  // turns in order.
  return {"valgrind",
          "--quiet",
          "--tool=cachegrind",
          "--cache-sim=yes",
          "--I1=32768,8,64",
          "--D1=32768,8,64",
          "--LL=8388608,16,64",
          "--fair-sched=try",
          "--log-file=/dev/null",
          "--cachegrind-out-file=" + OutputFile};
}

std::vector<std::string> steadyCommand(const std::string &Home,
                                       const std::string &Preload) {
  // Stacks do not depend on what the caller has set.
  return {"env",    "-i",           "PATH=/usr/bin:/bin",   "LC_ALL=C",
          "TZ=UTC", "HOME=" + Home, "LD_PRELOAD=" + Preload};
}

Result<ExecutionCounts> parseExecutionCounts(std::string_view Text) {
  const std::vector<std::string_view> Names = wordsAfter(Text, "events:");
  const std::vector<std::string_view> Values = wordsAfter(Text, "summary:");
  if (Names.empty() || Names.size() != Values.size())
    return Error("cachegrind output: " + std::to_string(Values.size()) +
                 " sums for " + std::to_string(Names.size()) +
                 " events, expected as many and at least one");
  ExecutionCounts Counts;
  for (auto [Name, Count] :
       {std::pair("Ir", &Counts.Instructions), std::pair("Dr", &Counts.Reads),
        std::pair("Dw", &Counts.Writes)}) {
    bool Found = false;
    for (size_t I = 0; I < Names.size(); ++I) {
      if (Names[I] != Name)
        continue;
      const std::string_view Value = Values[I];
      const auto [End, Failure] =
          std::from_chars(Value.data(), Value.data() + Value.size(), *Count);
      Found = Failure == std::errc() && End == Value.data() + Value.size();
    }
    if (!Found)
      return Error(std::string("cachegrind output: no sum of event ") + Name);
  }
  return Counts;
}

} // namespace mlgo
