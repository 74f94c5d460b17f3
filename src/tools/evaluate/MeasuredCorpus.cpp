//===- MeasuredCorpus.cpp - Corpora as programs to be measured ------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredCorpus.h"

#include "mlgo/support/File.h"
#include "mlgo/tensor/JSON.h"

#include <algorithm>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

bool isCorpus(const fs::path &Folder) {
  std::error_code Ignored;
  return fs::exists(Folder / "corpus_description.json", Ignored);
}

/// The corpora at or right below \p Folder, sorted.
Strings findCorpora(const fs::path &Folder) {
  if (isCorpus(Folder))
    return {Folder.string()};
  Strings Found;
  std::error_code Failure;
  for (fs::directory_iterator I(Folder, Failure), E; !Failure && I != E;
       I.increment(Failure))
    for (const fs::path &Candidate : {I->path(), I->path() / "corpus"})
      if (isCorpus(Candidate))
        Found.push_back(Candidate.string());
  std::sort(Found.begin(), Found.end());
  return Found;
}

Result<Strings> readModules(const std::string &Corpus) {
  const std::string Path = Corpus + "/corpus_description.json";
  Result<std::string> Text = readFile(Path);
  if (!Text)
    return Text.error();
  const auto Description = OrderedJSON::parse(*Text, nullptr, false);
  if (!Description.is_object() || !Description.contains("modules") ||
      !Description["modules"].is_array())
    return Error(Path + ": has no list of modules");
  Strings Modules;
  for (const auto &Module : Description["modules"]) {
    if (!Module.is_string())
      return Error(Path + ": a module is no string");
    Modules.push_back(Module.get<std::string>());
  }
  return Modules;
}

bool isSelected(const std::string &Module, const Strings &Parts) {
  return Parts.empty() ||
         std::any_of(Parts.begin(), Parts.end(), [&](const std::string &Part) {
           return Module.find(Part) != std::string::npos;
         });
}

bool looksLikeCxx(const std::string &Module) {
  for (const char *Ending : {".cc.", ".cpp.", ".cxx.", ".C.", ".c++."})
    if (Module.find(Ending) != std::string::npos)
      return true;
  return false;
}

/// A folder named corpus is called after the package that it lies in.
std::string nameOf(const fs::path &Corpus) {
  const fs::path Whole = fs::absolute(Corpus).lexically_normal();
  const fs::path Last =
      Whole.has_filename() ? Whole.filename() : Whole.parent_path().filename();
  if (Last != "corpus")
    return Last.string();
  return Whole.parent_path().filename().string();
}

} // namespace

Result<MeasuredCorpus> loadMeasuredCorpus(const CorpusSelection &Selection) {
  MeasuredCorpus Loaded;
  for (const std::string &Folder : Selection.Folders) {
    const Strings Corpora = findCorpora(Folder);
    if (Corpora.empty())
      return Error(Folder + ": there is no corpus_description.json in it or "
                            "in its subfolders");
    for (const std::string &Corpus : Corpora) {
      Result<Strings> Modules = readModules(Corpus);
      if (!Modules) {
        Loaded.Failures.push_back(Modules.error().message());
        continue;
      }
      MeasuredProgram Library;
      Library.Package = Library.Name = nameOf(Corpus);
      Library.Roots.clear();
      for (const std::string &Module : *Modules) {
        if (!isSelected(Module, Selection.Modules))
          continue;
        Library.IsCxx |= looksLikeCxx(Module);
        Library.Objects.push_back({Loaded.Paths.size(), {}, false});
        Loaded.Paths.push_back(Corpus + "/" + Module + ".bc");
        Loaded.Modules.push_back(Module);
      }
      if (!Library.Objects.empty())
        Loaded.Programs.push_back(std::move(Library));
    }
  }
  if (Loaded.Programs.empty())
    return Error("none of the corpora's modules is selected");
  return Loaded;
}

} // namespace mlgo
