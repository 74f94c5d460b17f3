// Where the model files are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/ShippedPolicy.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
/// The file of \p Policy; empty if it is nowhere.
static std::string findFile(const ShippedPolicy &Policy) {
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  for (const fs::path &Folder :
       {Program.parent_path().parent_path() / MLGO_INSTALLED_MODELS,
        fs::path(MLGO_SOURCE_MODELS)}) {
    const fs::path File = Folder / (Policy.Model + ".mlgo");
    if (fs::exists(File, Failure))
      return File.string();
  }
  return "";
}

std::string findShippedPolicy(const Task &T, std::string_view Level) {
  for (const ShippedPolicy &Policy : T.Policies)
    if (Policy.Objective == T.Objectives.front() && Policy.IsBuiltIn &&
        Policy.Scope.servesLevel(Level))
      if (const std::string File = findFile(Policy); !File.empty())
        return File;
  return "stock";
}

std::vector<std::string> listShippedPolicies(const Task &T) {
  std::vector<std::string> Files;
  for (const ShippedPolicy &Policy : T.Policies)
    if (std::string File = findFile(Policy); !File.empty())
      Files.push_back(std::move(File));
  return Files;
}

Result<std::vector<std::string>>
findShippedPolicies(const Task &T, const std::set<std::string> &Targets) {
  std::vector<std::string> Files;
  std::set<std::vector<std::string>> Levels;
  for (const ShippedPolicy &Policy : T.Policies) {
    const ModelScope &Scope = Policy.Scope;
    if (!Policy.IsBuiltIn ||
        std::none_of(Targets.begin(), Targets.end(),
                     [&](const std::string &Target) {
                       return Scope.servesTarget(Target);
                     }) ||
        !Levels.insert(Scope.Levels).second)
      continue;
    Files.push_back(findFile(Policy));
    if (Files.back().empty())
      return Error(Policy.Model +
                   ".mlgo: not found, expected beside an installed mlgo, in "
                   "its share/mlgo/models");
  }
  return Files;
}

Result<std::string> findPolicyToAskFor(const Task &T,
                                       const std::string &Objective) {
  std::set<std::string> Known;
  for (const ShippedPolicy &Policy : T.Policies) {
    Known.insert(Policy.Objective);
    if (!Policy.isFor(Objective))
      continue;
    if (Policy.IsBuiltIn)
      return std::string();
    std::string File = findFile(Policy);
    if (File.empty())
      return Error(Policy.Model +
                   ".mlgo: not found, expected beside an installed mlgo, in "
                   "its share/mlgo/models");
    return File;
  }
  return Error("objective is '" + Objective +
               "', for which no policy of task " + T.Name +
               " ships, expected one of " + joinText(Known, ", "));
}
} // namespace mlgo
