// What a program lets others see
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ExportedSymbols.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/File.h"
#include <algorithm>
#include <cctype>
#include <fnmatch.h>

namespace mlgo {
/// What clang hands on to the linker, without the dashes in front.
static std::vector<std::string> linkerArguments(const CorpusProgram &Program) {
  std::vector<std::string> Arguments;
  for (const LinkItem &Item : Program.Link) {
    if (Item.Kind != LinkItem::Flag || Item.Text.rfind("-Wl,", 0) != 0)
      continue;
    for (size_t At = 4; At <= Item.Text.size();) {
      const size_t End = std::min(Item.Text.find(',', At), Item.Text.size());
      Arguments.push_back(Item.Text.substr(At, End - At));
      At = End + 1;
    }
  }
  // lld takes long options with one dash too.
  for (std::string &Argument : Arguments)
    if (Argument.rfind("--", 0) == 0)
      Argument.erase(0, 1);
  return Arguments;
}

/// The words of a version script: names, braces, colons and semicolons.
static std::vector<std::string> splitScript(const std::string &Text) {
  std::vector<std::string> Words(1);
  const auto End = [&] {
    if (!Words.back().empty())
      Words.emplace_back();
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '#' || Text.compare(I, 2, "/*") == 0) {
      const size_t Close = C == '#' ? Text.find('\n', I) : Text.find("*/", I);
      if (Close == Text.npos)
        break;
      I = Close + (C != '#');
      End();
    } else if (std::isspace(static_cast<unsigned char>(C))) {
      End();
    } else if (std::string_view("{};:").find(C) != std::string_view::npos) {
      End();
      Words.back() = C;
      End();
    } else {
      Words.back() += C;
    }
  }
  Words.pop_back();
  return Words;
}

bool isSharedLibrary(const CorpusProgram &Program) {
  return std::any_of(
      Program.Link.begin(), Program.Link.end(), [](const LinkItem &Item) {
        return Item.Kind == LinkItem::Flag && Item.Text == "-shared";
      });
}

/// Keeps what the version script \p Path lets be seen: if all others are local,
/// what it says is global. Names in C++'s form are not looked up: then, and if
/// it cannot be read, all stays.
void ExportedSymbols::restrictTo(const std::string &Path) {
  const auto Text = readFile(Path);
  if (!Text || Text->find("extern") != Text->npos)
    return;
  std::vector<std::string> Globals;
  bool IsLocal = false, HidesRest = false;
  const std::vector<std::string> Words = splitScript(*Text);
  for (size_t I = 0; I + 1 < Words.size(); ++I) {
    const std::string &Word = Words[I], &Next = Words[I + 1];
    if (Word == "{")
      IsLocal = false;
    else if (Next == ":")
      IsLocal = Word == "local";
    else if ((Next == ";" || Next == "}") && Word != "}" && Word != ";") {
      HidesRest |= IsLocal && Word == "*";
      if (!IsLocal)
        Globals.push_back(Word);
    }
  }
  if (!HidesRest)
    return;
  All = false;
  Patterns.insert(Patterns.end(), Globals.begin(), Globals.end());
}

ExportedSymbols ExportedSymbols::of(const CorpusProgram &Program) {
  ExportedSymbols Exports;
  auto HasFlag = [&](std::string_view Flag) {
    return std::any_of(
        Program.Link.begin(), Program.Link.end(), [&](const LinkItem &Item) {
          return Item.Kind == LinkItem::Flag && Item.Text == Flag;
        });
  };
  if (HasFlag("-static"))
    return Exports;
  // Wherever it stands, clang puts it before what is meant for the linker.
  Exports.All = HasFlag("-rdynamic") && !HasFlag("-static-pie");
  const bool IsShared = isSharedLibrary(Program);
  if (IsShared)
    Exports.All = Exports.IsPreemptible = true;
  constexpr std::string_view OneSymbol = "-export-dynamic-symbol",
                             VersionScript = "-version-script=";
  const std::vector<std::string> Arguments = linkerArguments(Program);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Argument = Arguments[I];
    if (Argument == "-E" || Argument == "-export-dynamic")
      Exports.All = true;
    else if (Argument == "-no-export-dynamic" && !IsShared)
      Exports.All = false;
    else if (Argument.rfind("-Bsymbolic", 0) == 0)
      Exports.IsPreemptible = false;
    else if (Argument.rfind(VersionScript, 0) == 0 && IsShared)
      Exports.restrictTo(Argument.substr(VersionScript.size()));
    else if (Argument == OneSymbol && I + 1 < Arguments.size())
      Exports.Patterns.push_back(Arguments[++I]);
    else if (Argument.rfind(std::string(OneSymbol) + "=", 0) == 0)
      Exports.Patterns.push_back(Argument.substr(OneSymbol.size() + 1));
  }
  return Exports;
}

bool ExportedSymbols::contains(std::string_view Symbol) const {
  if (All)
    return true;
  const std::string Name(Symbol);
  return std::any_of(Patterns.begin(), Patterns.end(),
                     [&](const std::string &Pattern) {
                       return fnmatch(Pattern.c_str(), Name.c_str(), 0) == 0;
                     });
}
} // namespace mlgo
