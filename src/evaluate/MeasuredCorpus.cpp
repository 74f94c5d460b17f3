// Corpora as programs to be measured
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/MeasuredCorpus.h"
#include "compile/ForeignLinkUnits.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <set>

namespace mlgo {
namespace {
bool isCorpus(const fs::path &Folder) {
  std::error_code Ignored;
  return fs::exists(Folder / "corpus_description.json", Ignored);
}

/// The corpora at or right below \p Folder, sorted.
Strings findCorporaIn(const fs::path &Folder) {
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

bool isSelected(const std::string &Module, const Strings &Parts) {
  return Parts.empty() ||
         std::any_of(Parts.begin(), Parts.end(), [&](const std::string &Part) {
           return Module.find(Part) != std::string::npos;
         });
}

/// A folder named corpus, or whole in one, is called after the package that it
/// lies in.
std::string nameOf(const fs::path &Corpus) {
  fs::path Whole = fs::absolute(Corpus).lexically_normal();
  if (!Whole.has_filename())
    Whole = Whole.parent_path();
  for (const char *General : {"whole", "corpus"})
    if (Whole.filename() == General)
      Whole = Whole.parent_path();
  return Whole.filename().string();
}

/// Keeps the corpora of \p Packages; none keeps all.
Status selectPackages(Strings &Corpora, const Strings &Packages) {
  if (Packages.empty())
    return Success();
  const std::set<std::string> Wanted(Packages.begin(), Packages.end());
  std::set<std::string> Known;
  for (const std::string &Corpus : Corpora)
    Known.insert(nameOf(Corpus));
  for (const std::string &Package : Wanted)
    if (!Known.count(Package))
      return Error("there is no corpus of package '" + Package +
                   "' in the given folders");
  Corpora.erase(std::remove_if(Corpora.begin(), Corpora.end(),
                               [&](const std::string &Corpus) {
                                 return !Wanted.count(nameOf(Corpus));
                               }),
                Corpora.end());
  return Success();
}

/// Adds one corpus to what is loaded.
class Loader {
public:
  Loader(MeasuredCorpus &To, const CorpusSelection &Selection)
      : To(To), Selection(Selection) {}

  Status load(const std::string &TheCorpus) {
    Corpus = TheCorpus;
    Indices.clear();
    CorpusDescription Description = MLGO_TRY(readCorpusDescription(Corpus));
    if (Selection.AsLibrary)
      return add(
          programOfAllModules(Corpus, nameOf(Corpus), Description.Modules), {});
    auto Programs = MLGO_TRY(readCorpusPrograms(Corpus, Description));
    // A corpus that does not know its programs is measured as a library.
    const bool IsKnown = fs::exists(fs::path(Corpus) / CorpusProgramsFile);
    for (const CorpusProgram &Program : Programs) {
      if (!Selection.Programs.empty() &&
          std::find(Selection.Programs.begin(), Selection.Programs.end(),
                    Program.Name) == Selection.Programs.end())
        continue;
      MLGO_TRY(add(Program, IsKnown ? Strings{"main"} : Strings()));
    }
    return Success();
  }

private:
  Status add(const CorpusProgram &Program, Strings Roots) {
    MeasuredProgram Measured;
    Measured.Package = nameOf(Corpus);
    Measured.Name = Program.Name;
    Measured.IsCxx = Program.IsCxx;
    // Besides what it exports.
    if (isSharedLibrary(Program))
      Roots = {"_init", "_fini"};
    Measured.Roots = std::move(Roots);
    Measured.Exports = ExportedSymbols::of(Program);
    Measured.Corpus = Corpus;
    Measured.Link = Program;
    bool HasModules = false;
    Status Added = addItems(Program.Link, false, Measured, HasModules);
    if (Added && HasModules)
      To.Programs.push_back(std::move(Measured));
    return Added;
  }

  Status addItems(const std::vector<LinkItem> &Items, bool IsLazy,
                  MeasuredProgram &Program, bool &HasModules) {
    for (const LinkItem &Item : Items) {
      ProgramObject Object;
      Object.IsLazy = IsLazy;
      if (Item.Kind == LinkItem::Flag)
        continue;
      if (Item.Kind == LinkItem::Archive) {
        MLGO_TRY(addItems(Item.Members, true, Program, HasModules));
        continue;
      }
      if (Item.Kind == LinkItem::Module) {
        if (!isSelected(Item.Text, Selection.Modules))
          continue;
        HasModules = true;
        Object.Module = indexOf(Item.Text);
      } else {
        const std::string Path = Corpus + "/" + Item.Text;
        std::string Bytes = MLGO_TRY(readFile(Path));
        Object.Units = MLGO_TRY(readForeignLinkUnits(Bytes).in(Path));
      }
      Program.Objects.push_back(std::move(Object));
    }
    return Success();
  }

  /// Programs share modules.
  size_t indexOf(const std::string &Module) {
    auto [Known, IsNew] = Indices.emplace(Module, To.Paths.size());
    if (IsNew) {
      To.Paths.push_back(Corpus + "/" + Module + ".bc");
      To.Modules.push_back(Module);
    }
    return Known->second;
  }

  MeasuredCorpus &To;
  const CorpusSelection &Selection;
  std::string Corpus;
  std::map<std::string, size_t> Indices;
};
} // namespace

Result<Strings> findCorpora(const Strings &Folders) {
  Strings All;
  for (const std::string &Folder : Folders) {
    const Strings Found = findCorporaIn(Folder);
    if (Found.empty())
      return Error(Folder + ": there is no corpus_description.json in it or "
                            "in its subfolders");
    All.insert(All.end(), Found.begin(), Found.end());
  }
  return All;
}

Result<std::string> findOwnProfile(const CorpusSelection &Selection) {
  Strings Corpora = MLGO_TRY(findCorpora(Selection.Folders));
  MLGO_TRY(selectPackages(Corpora, Selection.Packages));
  if (Corpora.size() != 1)
    return Error(std::to_string(Corpora.size()) +
                 " corpora, each with its own profile, expected one");
  return profileOf(Corpora[0]);
}

Result<std::string> profileOf(const std::string &Corpus) {
  const std::string Path = profilePathIn(Corpus);
  if (!fs::exists(Path))
    return Error(Path + ": there is no profile, expected one of mlgo corpus "
                        "fetch --profile, or --profile FILE");
  return fs::absolute(Path).string();
}

Result<MeasuredCorpus> loadMeasuredCorpus(const CorpusSelection &Selection) {
  MeasuredCorpus Loaded;
  Loader Load(Loaded, Selection);
  Strings Corpora = MLGO_TRY(findCorpora(Selection.Folders));
  MLGO_TRY(selectPackages(Corpora, Selection.Packages));
  for (const std::string &Corpus : Corpora)
    if (Status Added = Load.load(Corpus); !Added)
      Loaded.Failures.push_back(Added.error().message());
  if (!Loaded.Programs.empty())
    return Loaded;
  if (!Loaded.Failures.empty())
    return Error(Loaded.Failures.front());
  return Error("none of the corpora's programs and modules is selected");
}
} // namespace mlgo
