// What a program executes, counted
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ExecutionCounts.h"
#include <algorithm>
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

/// Where the events stand that are counted, in the lines of a cachegrind file.
struct EventPlaces {
  size_t Instructions = 0, Reads = 0, Writes = 0;
};

Result<EventPlaces> findEvents(std::string_view Text) {
  const std::vector<std::string_view> Names = wordsAfter(Text, "events:");
  EventPlaces Places;
  for (auto [Name, Place] :
       {std::pair("Ir", &Places.Instructions), std::pair("Dr", &Places.Reads),
        std::pair("Dw", &Places.Writes)}) {
    const auto Found = std::find(Names.begin(), Names.end(), Name);
    if (Found == Names.end())
      return Error(std::string("cachegrind output: no event ") + Name);
    // The line of the source comes before all events.
    *Place = static_cast<size_t>(Found - Names.begin()) + 1;
  }
  return Places;
}

/// The numbers in \p Line, with blanks between; nothing if it is none.
bool splitNumbers(std::string_view Line, std::vector<uint64_t> &To) {
  To.clear();
  for (const char *At = Line.data(), *End = At + Line.size(); At != End;) {
    const auto [Next, Failure] = std::from_chars(At, End, To.emplace_back());
    if (Failure != std::errc() || (Next != End && *Next != ' '))
      return false;
    At = Next == End ? End : Next + 1;
  }
  return !To.empty();
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

Status addFunctionCounts(std::string_view Text, CountsByFunction &To) {
  const EventPlaces Places = MLGO_TRY(findEvents(Text));
  const size_t Width =
      std::max({Places.Instructions, Places.Reads, Places.Writes}) + 1;
  ExecutionCounts *Function = nullptr;
  std::vector<uint64_t> Numbers;
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find('\n', Begin), Text.size());
    const std::string_view Line = Text.substr(Begin, End - Begin);
    Begin = End + 1;
    if (Line.substr(0, 3) == "fn=") {
      Function = &To[std::string(Line.substr(3))];
      continue;
    }
    if (!Function || Line.empty() || Line[0] < '0' || Line[0] > '9')
      continue;
    if (!splitNumbers(Line, Numbers) || Numbers.size() < Width)
      return Error("cachegrind output: line '" + std::string(Line) +
                   "', expected " + std::to_string(Width) + " numbers");
    Function->Instructions += Numbers[Places.Instructions];
    Function->Reads += Numbers[Places.Reads];
    Function->Writes += Numbers[Places.Writes];
  }
  return Success();
}
} // namespace mlgo
