// The modules of corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/CorpusModules.h"
#include "evaluate/MeasuredCorpus.h"
#include <algorithm>
#include <filesystem>

namespace mlgo {
std::string packageOf(const std::string &Corpus) {
  const std::filesystem::path Folder =
      std::filesystem::absolute(Corpus).lexically_normal();
  const std::string Name = Folder.filename().string();
  return Name == "corpus" ? Folder.parent_path().filename().string() : Name;
}

Result<std::vector<CorpusModule>>
listCorpusModules(const std::vector<std::string> &Folders,
                  const std::vector<std::string> &Packages) {
  std::vector<std::string> Corpora = MLGO_TRY(findCorpora(Folders));
  std::vector<CorpusModule> Modules;
  for (const std::string &Corpus : Corpora) {
    const std::string Package = packageOf(Corpus);
    if (!Packages.empty() &&
        std::find(Packages.begin(), Packages.end(), Package) == Packages.end())
      continue;
    CorpusDescription Description = MLGO_TRY(readCorpusDescription(Corpus));
    for (const std::string &Name : Description.Modules)
      Modules.push_back({Package, Corpus + "/" + Name + ".bc", Name, Corpus});
  }
  if (Modules.empty())
    return Error("no modules in the corpora of these packages");
  return Modules;
}
} // namespace mlgo
