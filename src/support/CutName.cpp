// Long names of functions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/CutName.h"
#include <string_view>
#include <vector>

namespace mlgo {
namespace {
constexpr std::string_view Dots = "...";

/// What stands in brackets that are in no others, and they themselves.
struct Group {
  size_t Begin, End;
  char Kind; ///< The first bracket.

  size_t size() const { return End - Begin; }
};

/// Where the signs of the operator end that \p Name has at \p At, or \p At if
/// there is none: these are no brackets.
size_t skipOperator(std::string_view Name, size_t At) {
  constexpr std::string_view Word = "operator";
  if (Name.substr(At, Word.size()) != Word)
    return At;
  const size_t Signs = At + Word.size();
  if (Name.substr(Signs, 2) == "()")
    return Signs + 2;
  const size_t End = Name.find_first_not_of("<>=-+*/%^&|!~,[]", Signs);
  return End == Name.npos ? Name.size() : End;
}

std::vector<Group> findGroups(std::string_view Name) {
  std::vector<Group> Groups;
  int Depth = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (const size_t End = skipOperator(Name, I); End != I) {
      I = End - 1;
      continue;
    }
    const char C = Name[I];
    if (C == '<' || C == '(' || C == '{' || C == '[') {
      if (Depth++ == 0)
        Groups.push_back({I, Name.size(), C});
    } else if (C == ')' || C == '}' || C == ']' ||
               (C == '>' && I > 0 && Name[I - 1] != '-')) {
      if (Depth > 0 && --Depth == 0)
        Groups.back().End = I + 1;
    }
  }
  return Groups;
}

/// The places of \p Mark in \p Name that are in no brackets.
std::vector<size_t> findOutside(std::string_view Name, std::string_view Mark) {
  std::vector<size_t> Found;
  const std::vector<Group> Groups = findGroups(Name);
  for (size_t At = 0; (At = Name.find(Mark, At)) != Name.npos; ++At) {
    bool IsInside = false;
    for (const Group &G : Groups)
      IsInside |= G.Begin <= At && At < G.End;
    if (!IsInside)
      Found.push_back(At);
  }
  return Found;
}

/// Cuts what is in brackets of \p Kind, the largest first.
void cutGroups(std::string &Name, char Kind, size_t Room) {
  while (Name.size() > Room) {
    Group Largest = {0, 0, Kind};
    for (const Group &G : findGroups(Name))
      if (G.Kind == Kind && G.size() > Largest.size() &&
          Name.compare(G.Begin, G.size(), "(anonymous namespace)") != 0)
        Largest = G;
    if (Largest.size() <= Dots.size() + 2)
      return;
    Name.replace(Largest.Begin + 1, Largest.size() - 2, Dots);
  }
}

/// Where the parameters of \p Name begin, or its end.
size_t findParameters(const std::string &Name) {
  size_t Begin = Name.size();
  for (const Group &G : findGroups(Name))
    if (G.Kind == '(')
      Begin = G.Begin;
  return Begin;
}

/// Whether \p Before, which stands before a blank, ends in an operator: as in
/// `operator bool` and `operator< <int>`.
bool isOperator(std::string_view Before) {
  const size_t At = Before.rfind("operator");
  return At != Before.npos &&
         (At + 8 == Before.size() || skipOperator(Before, At) == Before.size());
}

void cutReturnType(std::string &Name) {
  size_t Begin = 0;
  const size_t End = findParameters(Name);
  for (const size_t Blank : findOutside(Name, " "))
    if (Blank < End && !isOperator(std::string_view(Name).substr(0, Blank)))
      Begin = Blank + 1;
  // "non-virtual thunk to f()" has none.
  if (Name.find("thunk to ") == Name.npos && Begin < End)
    Name.erase(0, Begin);
}

/// Cuts no more than has to go of the classes and namespaces.
void cutOwners(std::string &Name, size_t Room) {
  const size_t End = findParameters(Name);
  size_t Cut = 0;
  for (const size_t At : findOutside(Name, "::"))
    if (At < End && At > 0 && Name.size() - Cut + Dots.size() > Room)
      Cut = At;
  if (Cut > Dots.size())
    Name.replace(0, Cut, Dots);
}
} // namespace

std::string cutName(std::string Name, size_t Room) {
  if (Name.size() <= Room)
    return Name;
  cutReturnType(Name);
  cutGroups(Name, '(', Room);
  cutGroups(Name, '<', Room);
  if (Name.size() > Room)
    cutOwners(Name, Room);
  if (Name.size() > Room)
    Name.replace(Room - std::min(Room, Dots.size()), Name.npos, Dots);
  return Name;
}
} // namespace mlgo
