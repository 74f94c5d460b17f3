//===- ExportedSymbols.cpp - What a program lets others see ---------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/link/ExportedSymbols.h"

#include "mlgo/corpus/CorpusPrograms.h"

#include <algorithm>

#include <fnmatch.h>

namespace mlgo {
namespace {

/// What clang hands on to the linker, without the dashes in front.
std::vector<std::string> linkerArguments(const CorpusProgram &Program) {
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

} // namespace

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
  constexpr std::string_view OneSymbol = "-export-dynamic-symbol";
  const std::vector<std::string> Arguments = linkerArguments(Program);
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Argument = Arguments[I];
    if (Argument == "-E" || Argument == "-export-dynamic")
      Exports.All = true;
    else if (Argument == "-no-export-dynamic")
      Exports.All = false;
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
