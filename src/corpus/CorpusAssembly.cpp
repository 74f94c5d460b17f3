// Corpora made of bitcode and of corpora
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusAssembly.h"
#include "corpus/CorpusPrograms.h"
#include "support/ShortNames.h"
#include "support/StagedFolder.h"
#include <algorithm>
#include <set>

namespace mlgo {
/// Names of modules below \p Folder, sorted.
static Result<Strings> findBitcode(const std::string &Folder) {
  std::error_code Failure;
  fs::recursive_directory_iterator Entries(Folder, Failure), End;
  Strings Modules;
  while (!Failure && Entries != End) {
    std::error_code Ignored;
    fs::path Path = Entries->path();
    if (Path.extension() == ".bc" && Entries->is_regular_file(Ignored))
      Modules.push_back(
          Path.lexically_relative(Folder).replace_extension().string());
    Entries.increment(Failure);
  }
  if (Failure)
    return Error(Folder + ": cannot look for bitcode: " + Failure.message());
  std::sort(Modules.begin(), Modules.end());
  return Modules;
}

/// The corpora in \p Root by relative path, sorted.
static Result<Strings> findCorpora(const std::string &Root) {
  std::error_code Failure;
  Strings Corpora;
  fs::directory_iterator Entries(Root, Failure), End;
  while (!Failure && Entries != End) {
    const std::string Name = Entries->path().filename().string();
    std::error_code Ignored;
    for (const std::string &Place : {Name, Name + "/corpus"})
      if (fs::exists(Root + "/" + Place + "/" + CorpusDescriptionFile,
                     Ignored)) {
        Corpora.push_back(Place);
        break;
      }
    Entries.increment(Failure);
  }
  if (Failure)
    return Error(Root + ": cannot look for corpora: " + Failure.message());
  std::sort(Corpora.begin(), Corpora.end());
  return Corpora;
}

static void movePaths(LinkItem &Item, const std::string &Folder) {
  if (Item.Kind == LinkItem::Module || Item.Kind == LinkItem::Object)
    Item.Text = Folder + "/" + Item.Text;
  for (LinkItem &Member : Item.Members)
    movePaths(Member, Folder);
}

/// All but the modules, for comparison. Our tools once wrote the name of each
/// corpus into its description.
static OrderedJSON kindOf(const CorpusDescription &Description) {
  OrderedJSON Kind = OrderedJSON::object();
  Kind["has_thinlto"] = Description.HasThinLTO;
  if (Description.GlobalCommandOverride)
    Kind["global_command_override"] = *Description.GlobalCommandOverride;
  for (const auto &[Key, Value] : Description.Others.items())
    if (Key != "corpus_name")
      Kind[Key] = Value;
  // The order of keys does not matter.
  return OrderedJSON(nlohmann::json(Kind));
}

Result<size_t> makeCorpus(const std::string &Input, const std::string &Output,
                          const Strings &DefaultArguments) {
  Strings Modules = MLGO_TRY(findBitcode(Input));
  if (Modules.empty())
    return Error(Input + ": has no file *.bc");
  StagedFolder Staged =
      MLGO_TRY(StagedFolder::create(Output, CorpusDescriptionFile));
  for (const std::string &Module : Modules) {
    const fs::path To = Staged.path() + "/" + Module + ".bc";
    std::error_code Failure;
    fs::create_directories(To.parent_path(), Failure);
    if (!Failure)
      fs::copy_file(Input + "/" + Module + ".bc", To, Failure);
    if (Failure)
      return Error(Input + "/" + Module + ".bc: cannot copy to " + Output +
                   ": " + Failure.message());
  }
  CorpusDescription Description;
  Description.GlobalCommandOverride = DefaultArguments;
  Description.Modules = std::move(Modules);
  MLGO_TRY(writeCorpusDescription(Staged.path(), Description));
  MLGO_TRY(Staged.commit());
  return Description.Modules.size();
}

Result<CombinedCorpus> combineCorpora(const std::string &Root) {
  Strings Corpora = MLGO_TRY(findCorpora(Root));
  if (Corpora.empty())
    return Error(Root + ": has no folder with a " + CorpusDescriptionFile);
  CorpusDescription All;
  std::vector<CorpusProgram> AllPrograms;
  std::set<std::string> Names;
  for (const std::string &Place : Corpora) {
    const std::string Corpus = Root + "/" + Place;
    CorpusDescription One = MLGO_TRY(readCorpusDescription(Corpus));
    auto Programs = MLGO_TRY(readCorpusPrograms(Corpus, One));
    Strings Modules = std::move(All.Modules);
    if (Place == Corpora.front())
      All = One;
    else if (kindOf(All) != kindOf(One))
      return Error(Corpus + ": differs from " + Corpora.front() +
                   " by more than modules");
    for (const std::string &Module : One.Modules)
      Modules.push_back(Place + "/" + Module);
    All.Modules = std::move(Modules);
    for (CorpusProgram &Program : Programs) {
      if (!Names.insert(Program.Name).second) {
        Program.Name = Place.substr(0, Place.find('/')) + "-" + Program.Name;
        if (!Names.insert(Program.Name).second)
          return Error(Corpus + ": program " + Program.Name +
                       " is there twice");
      }
      for (LinkItem &Item : Program.Link)
        movePaths(Item, Place);
      AllPrograms.push_back(std::move(Program));
    }
  }
  All.Others.erase("corpus_name");
  MLGO_TRY(writeCorpusPrograms(Root, AllPrograms));
  MLGO_TRY(writeCorpusDescription(Root, All));
  return CombinedCorpus{Corpora.size(), All.Modules.size(), AllPrograms.size()};
}
} // namespace mlgo
