// Our plugins' options in several spellings
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/PluginOptions.h"
#include "build/ClangEdits.h"
#include "mlgo/runner/RunnerOptions.h"
#include "task/Task.h"
#include <algorithm>
#include <regex>

namespace mlgo {
static bool isOurs(const std::string &Option) {
  return Option.rfind("-mlgo-", 0) == 0;
}

std::string findPluginOption(const std::string &Word) {
  constexpr std::string_view Effort = "--effort=";
  if (Word.compare(0, Effort.size(), Effort) == 0)
    return effortTask().EffortOption + "=" + Word.substr(Effort.size());
  if (Word == "--strict")
    return "-mlgo-strict";
  return Word.compare(0, 7, "--mlgo-") == 0 ? Word.substr(1) : "";
}

void spellOutPluginOptions(std::vector<std::string> &Flags) {
  std::vector<std::string> Spelt;
  for (const std::string &Flag : Flags)
    if (const std::string Option = findPluginOption(Flag); Option.empty())
      Spelt.push_back(Flag);
    else
      Spelt.insert(Spelt.end(), {"-mllvm", Option});
  Flags = std::move(Spelt);
}

void keepFromAssemblers(std::vector<std::string> &Flags) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I < Flags.size(); ++I)
    if (Flags[I] == "-mllvm" && I + 1 < Flags.size() && isOurs(Flags[I + 1]))
      for (std::string &Flag : frontEndFlags({Flags[++I]}))
        Kept.push_back(std::move(Flag));
    else
      Kept.push_back(Flags[I]);
  Flags = std::move(Kept);
}

std::vector<std::pair<std::string, std::string>>
takePluginOptions(std::vector<std::string> &Flags) {
  std::vector<std::pair<std::string, std::string>> Variables;
  std::vector<std::string> Others;
  for (size_t I = 0; I < Flags.size(); ++I) {
    const bool IsOption =
        Flags[I] == "-mllvm" && I + 1 < Flags.size() && isOurs(Flags[I + 1]);
    if (!IsOption) {
      Others.push_back(Flags[I]);
      continue;
    }
    const std::string Option = Flags[++I].substr(1);
    const size_t Equal = std::min(Option.find('='), Option.size());
    Variables.emplace_back(toVariable(Option.substr(0, Equal)),
                           Equal == Option.size() ? "1"
                                                  : Option.substr(Equal + 1));
  }
  Flags = std::move(Others);
  return Variables;
}

void requireFiles(std::vector<std::string> &Flags) {
  static const std::regex NamesFile("-mlgo-[a-z]+-(model|decisions)=.*");
  constexpr const char *Strict = "-mlgo-strict";
  const bool NamesOne =
      std::any_of(Flags.begin(), Flags.end(), [](const std::string &Flag) {
        return std::regex_match(Flag, NamesFile);
      });
  if (NamesOne && !std::count(Flags.begin(), Flags.end(), Strict))
    Flags.insert(Flags.end(), {"-mllvm", Strict});
}
} // namespace mlgo
