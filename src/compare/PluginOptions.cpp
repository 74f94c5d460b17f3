// Our plugins' options as variables
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/PluginOptions.h"
#include "mlgo/runner/RunnerOptions.h"
#include <algorithm>
#include <regex>
#include <set>

namespace mlgo {
static bool isOurs(const std::string &Option) {
  return Option.rfind("-mlgo-", 0) == 0;
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
  static const std::regex NamesFile("(-mlgo-[a-z]+)-(model|decisions)=.*");
  std::set<std::string> Required;
  std::smatch Match;
  for (const std::string &Flag : Flags)
    if (std::regex_match(Flag, Match, NamesFile))
      Required.insert(Match[1].str() + "-require-model");
  for (const std::string &Option : Required)
    if (!std::count(Flags.begin(), Flags.end(), Option))
      Flags.insert(Flags.end(), {"-mllvm", Option});
}
} // namespace mlgo
