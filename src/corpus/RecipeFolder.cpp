// Where the tool's recipes are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/RecipeFolder.h"
#include "corpus/Recipe.h"
#include "support/ShortNames.h"

namespace mlgo {
std::string findRecipeFolder() {
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  const fs::path Installed =
      Program.parent_path().parent_path() / MLGO_INSTALLED_RECIPES;
  return fs::is_directory(Installed, Failure) ? Installed.string()
                                              : MLGO_SOURCE_RECIPES;
}

Result<std::vector<std::string>>
selectPackages(const std::string &Recipes, const std::string &Role,
               const std::vector<std::string> &Named) {
  if (Named.empty() == Role.empty())
    return Error("expected either names of packages or --role");
  auto Names = MLGO_TRY(Role.empty() ? Result<std::vector<std::string>>(Named)
                                     : listRecipes(Recipes));
  std::vector<std::string> Chosen;
  for (const std::string &Name : Names) {
    Recipe R = MLGO_TRY(loadRecipe(Recipes, Name));
    if (Role.empty() || Role == packageRoleName(R.Role))
      Chosen.push_back(Name);
  }
  return Chosen;
}
} // namespace mlgo
