// Functions as people call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "explain/FunctionNames.h"

#ifdef MLGO_HAS_LLVM
#include "compile/LastingNames.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"
#else
#include <cstdlib>
#include <cxxabi.h>
#endif

#include <algorithm>
#include <cctype>
#include <set>

namespace mlgo {
namespace {
std::string demangleSymbol(const std::string &Symbol) {
#ifdef MLGO_HAS_LLVM
  return llvm::demangle(Symbol);
#else
  char *Text = abi::__cxa_demangle(Symbol.c_str(), nullptr, nullptr, nullptr);
  const std::string Name = Text ? Text : Symbol;
  std::free(Text);
  return Name;
#endif
}

void replaceAll(std::string &Text, std::string_view Old, std::string_view New) {
  for (size_t At = 0; (At = Text.find(Old, At)) != Text.npos; At += New.size())
    Text.replace(At, Old.size(), New);
}

/// Whether \p Text ends as names of rustc's older mangling do: ::h and 16
/// digits.
bool endsInHash(const std::string &Text) {
  constexpr size_t Digits = 16;
  const size_t Begin = Text.rfind("::h");
  return Begin != Text.npos && Begin + 3 + Digits == Text.size() &&
         Text.find_first_not_of("0123456789abcdef", Begin + 3) == Text.npos;
}

/// Rust's signs for those that symbols cannot have, and no hash.
std::string decodeRust(std::string Text) {
  Text.resize(Text.rfind("::h"));
  for (const auto &[Sign, Means] :
       {std::pair<const char *, const char *>("_$", "$"),
        {"$LT$", "<"},
        {"$GT$", ">"},
        {"$RF$", "&"},
        {"$BP$", "*"},
        {"$LP$", "("},
        {"$RP$", ")"},
        {"$C$", ","},
        {"$u20$", " "},
        {"$u27$", "'"},
        {"$u3b$", ";"},
        {"$u5b$", "["},
        {"$u5d$", "]"},
        {"$u7b$", "{"},
        {"$u7d$", "}"},
        {"..", "::"}})
    replaceAll(Text, Sign, Means);
  return Text;
}

/// Removes what \p Text has from each \p Begin, which ends in '<', to its '>'.
void removeArguments(std::string &Text, const std::string &Begin) {
  for (size_t At = 0; (At = Text.find(Begin, At)) != Text.npos;) {
    size_t End = At + Begin.size();
    for (int Depth = 1; End < Text.size() && Depth > 0; ++End)
      Depth += Text[End] == '<' ? 1 : Text[End] == '>' ? -1 : 0;
    Text.erase(At, End - At);
  }
}

/// As people write it.
std::string simplify(std::string Text) {
  removeArguments(Text, ", std::allocator<");
  removeArguments(Text, ", std::char_traits<");
  removeArguments(Text, ", std::default_delete<");
  for (const char *Long :
       {"std::__cxx11::basic_string<char>", "std::basic_string<char>"})
    replaceAll(Text, Long, "std::string");
  return Text;
}

/// \p Name without the file of a local function.
std::string symbolOf(const std::string &Name) {
  return Name.substr(0, Name.find('@', 1));
}

/// Where the parameters begin in \p Name: its last '(' outside of others and
/// not of an operator's or a namespace's name.
size_t findParameters(const std::string &Name) {
  const size_t End = Name.rfind(')');
  int Depth = 0;
  for (size_t I = End; I != Name.npos && I > 0; --I) {
    Depth += Name[I] == ')' ? 1 : Name[I] == '(' ? -1 : 0;
    if (Depth == 0)
      return I;
  }
  return Name.size();
}

/// `ns::f<int>` of `void ns::f<int>(int) const`.
std::string withoutParameters(const std::string &Name) {
  std::string Text = Name.substr(0, findParameters(Name));
  // A return type ends at the last blank that is in no brackets.
  int Depth = 0;
  for (size_t I = Text.size(); I-- > 0;) {
    const char C = Text[I];
    Depth += C == '>' || C == ')' || C == '}'   ? 1
             : C == '<' || C == '(' || C == '{' ? -1
                                                : 0;
    if (C == ' ' && Depth == 0 && Text.find("operator") == Text.npos)
      return Text.substr(I + 1);
  }
  return Text;
}

/// `f` of `ns::f<int>`.
std::string lastPart(const std::string &Name) {
  std::string Text = withoutParameters(Name);
  if (!Text.empty() && Text.back() == '>' && Text.find("operator") == Text.npos)
    Text.resize(std::min(Text.find('<'), Text.size()));
  const size_t Colon = Text.rfind("::");
  return Colon == Text.npos ? Text : Text.substr(Colon + 2);
}

std::string lower(std::string Text) {
  for (char &C : Text)
    C = static_cast<char>(std::tolower(static_cast<unsigned char>(C)));
  return Text;
}
} // namespace

std::string nameForDecisions(const std::string &Symbol) {
#ifdef MLGO_HAS_LLVM
  return getLastingName(Symbol);
#else
  return Symbol;
#endif
}

std::string demangle(const std::string &Name) {
  const std::string Symbol = symbolOf(Name);
  std::string Text = demangleSymbol(Symbol);
  Text = endsInHash(Text) ? decodeRust(Text) : simplify(Text);
  if (Name.size() > Symbol.size() + 1)
    Text += " (" + Name.substr(Symbol.size() + 1) + ")";
  return Text;
}

std::string shortenName(const std::string &Name) {
  return withoutParameters(Name);
}

std::vector<std::string> matchNames(const std::string &Called,
                                    const std::vector<std::string> &Names) {
  std::set<std::string> Whole, Last;
  for (const std::string &Name : Names) {
    const std::string Symbol = symbolOf(Name);
    const std::string Text = demangleSymbol(Symbol);
    const std::string Plain = withoutParameters(Text);
    if (Called == Name || Called == Symbol || Called == Text ||
        Called == demangle(Name) || Called == Plain ||
        Called == shortenName(simplify(Text)))
      Whole.insert(Name);
    const std::string End = "::" + Called;
    if (Called == lastPart(Text) ||
        (Plain.size() > End.size() &&
         Plain.compare(Plain.size() - End.size(), End.size(), End) == 0))
      Last.insert(Name);
  }
  const std::set<std::string> &Found = Whole.empty() ? Last : Whole;
  return {Found.begin(), Found.end()};
}

#ifdef MLGO_HAS_LLVM
std::vector<std::string> findNearNames(const std::string &Called,
                                       const std::vector<std::string> &Names,
                                       size_t Most) {
  const std::string Wanted = lower(lastPart(Called));
  std::set<std::pair<size_t, std::string>> Near;
  for (const std::string &Name : Names) {
    const std::string Text = demangleSymbol(symbolOf(Name));
    const std::string Part = lower(lastPart(Text));
    const bool Holds = !Wanted.empty() && Part.find(Wanted) != Part.npos;
    const size_t Apart =
        Holds ? 1 : llvm::StringRef(Wanted).edit_distance(Part);
    if (Holds || 3 * Apart <= std::max(Wanted.size(), Part.size()))
      Near.emplace(Apart, withoutParameters(Text));
  }
  std::vector<std::string> Found;
  for (const auto &[Apart, Name] : Near)
    if (Found.size() < Most)
      Found.push_back(Name);
  return Found;
}
#endif
} // namespace mlgo
