// Links of a build as links of modules
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ProgramResolver.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/StagedFolder.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include <algorithm>
#include <set>

namespace mlgo {
namespace {
/// The path without symbolic links, as far as it exists.
std::string canonical(const std::string &Path) {
  std::error_code Failure;
  const fs::path Real = fs::weakly_canonical(Path, Failure);
  return Failure ? Path : Real.string();
}

/// A name below "extra" for the file \p Path of the build.
std::string extraName(const std::string &Path, const std::string &Tree) {
  fs::path Within = fs::path(Path).lexically_relative(Tree);
  if (Tree.empty() || Within.empty() || *Within.begin() == "..")
    Within = fs::path(Path).relative_path();
  return "extra/" + Within.string();
}

/// What Debian has instead of some libraries, libm.so for one: it names files
/// and groups of files to link.
bool isLinkerScript(const std::string &Bytes) {
  return Bytes.find('\0') == Bytes.npos && (Bytes.find("INPUT") != Bytes.npos ||
                                            Bytes.find("GROUP") != Bytes.npos);
}

/// What went wrong: with the program, or with our own files.
struct Trouble {
  Error What;
  bool IsFatal = false;
};

class Resolver {
public:
  Resolver(const ProgramSelection &Selection, const std::string &Folder,
           const ExtractedCorpus &Corpus)
      : Tree(Selection.BuildTree.empty() ? "" : canonical(Selection.BuildTree)),
        Folder(Folder), KeepsShared(Selection.KeepsShared) {
    for (const ExtractedModule &Module : Corpus.Modules) {
      ByPath.emplace(canonical(Module.Object), Module.Name);
      ByDigest[Module.Digest].push_back(Module.Name);
    }
  }

  std::optional<Trouble> resolve(const LinkLine &Line, CorpusProgram &Program) {
    Program.IsCxx = Line.IsCxx;
    Program.Link.clear();
    if (!Line.Obstacle.empty())
      return Trouble{Error(Line.Obstacle)};
    if (Line.IsShared)
      addFlag(Program, "-shared");
    for (const LinkInput &Input : Line.Inputs) {
      std::optional<Trouble> Found;
      if (Input.Kind == LinkInput::Flag)
        addFlag(Program, Input.Text);
      else if (Input.Kind == LinkInput::Library)
        Found = addLibrary(Program, Line, Input);
      else
        Found = addFile(Program, Input.Text, Input.WholeArchive, "");
      if (Found)
        return Found;
    }
    if (modulesOf(Program).empty())
      return Trouble{Error("has no module in the corpus")};
    // Only where a library of the system may be.
    for (const std::string &Where : Line.SearchFolders)
      if (!isOfBuild(canonical(Where)))
        addFlag(Program, "-L" + canonical(Where));
    return std::nullopt;
  }

private:
  bool isOfBuild(const std::string &Path) const {
    return !Tree.empty() && (Path + "/").rfind(Tree + "/", 0) == 0;
  }

  static void addFlag(CorpusProgram &Program, const std::string &Flag) {
    Program.Link.push_back({LinkItem::Flag, Flag, {}});
  }

  std::optional<Trouble> addLibrary(CorpusProgram &Program,
                                    const LinkLine &Line,
                                    const LinkInput &Input) {
    std::vector<std::string> Names = {"lib" + Input.Text + ".so",
                                      "lib" + Input.Text + ".a"};
    if (Line.IsStatic)
      Names.erase(Names.begin());
    if (Input.Text[0] == ':')
      Names = {Input.Text.substr(1)};
    for (const std::string &Where : Line.SearchFolders)
      for (const std::string &Name : Names) {
        const std::string Path = (fs::path(Where) / Name).string();
        std::error_code Failure;
        // A shared library of the build has no modules of ours, but the archive
        // beside it does.
        if (!KeepsShared && Name == Names.front() && Name != Names.back() &&
            isOfBuild(canonical(Path)) &&
            fs::exists(fs::path(Where) / Names.back(), Failure))
          continue;
        if (fs::exists(Path, Failure))
          return addFile(Program, Path, Input.WholeArchive, "-l" + Input.Text);
      }
    addFlag(Program, "-l" + Input.Text);
    return std::nullopt;
  }

  /// \p Flag is how a library of the system is named; empty: by its path.
  std::optional<Trouble> addFile(CorpusProgram &Program,
                                 const std::string &Path, bool Whole,
                                 const std::string &Flag) {
    const std::string Real = canonical(Path);
    if (auto Known = ByPath.find(Real); Known != ByPath.end()) {
      Program.Link.push_back({LinkItem::Module, Known->second, {}});
      return std::nullopt;
    }
    Result<std::string> Bytes = readFile(Real);
    if (!Bytes)
      return Trouble{Bytes.error()};
    switch (llvm::identify_magic(*Bytes)) {
    case llvm::file_magic::archive:
      return addArchive(Program, Real, *Bytes, Whole, Flag);
    case llvm::file_magic::elf_relocatable:
    case llvm::file_magic::wasm_object: {
      LinkItem Item;
      auto Failed = makeItem(*Bytes, extraName(Real, Tree), Item);
      Program.Link.push_back(std::move(Item));
      return Failed;
    }
    case llvm::file_magic::elf_shared_object:
      if (!isOfBuild(Real))
        break;
      if (!KeepsShared)
        return Trouble{Error("links the build's shared library " + Path)};
      addFlag(Program, Real);
      return std::nullopt;
    default:
      if (isOfBuild(Real) || (Flag.empty() && !isLinkerScript(*Bytes)))
        return Trouble{Error(Path + ": is no object, archive or library")};
    }
    addFlag(Program, Flag.empty() ? Path : Flag);
    return std::nullopt;
  }

  std::optional<Trouble> addArchive(CorpusProgram &Program,
                                    const std::string &Path,
                                    const std::string &Bytes, bool Whole,
                                    const std::string &Flag) {
    auto Archive = llvm::object::Archive::create({Bytes, Path});
    if (!Archive)
      return Trouble{Error(Path + ": " + toString(Archive.takeError()))};
    LinkItem Item{LinkItem::Archive, "", {}};
    std::vector<std::pair<std::string, std::string>> Members;
    bool HasModule = false;
    llvm::Error Failure = llvm::Error::success();
    for (const auto &Child : (*Archive)->children(Failure)) {
      auto Buffer = Child.getMemoryBufferRef();
      if (!Buffer) {
        llvm::consumeError(std::move(Failure));
        return Trouble{Error(Path + ": " + toString(Buffer.takeError()))};
      }
      const fs::path Name = Buffer->getBufferIdentifier().str();
      Members.emplace_back(Name.filename().string(), Buffer->getBuffer().str());
      HasModule |= ByDigest.count(objectDigest(Members.back().second)) != 0;
    }
    if (Failure)
      return Trouble{Error(Path + ": " + toString(std::move(Failure)))};
    if (!HasModule && !isOfBuild(Path)) {
      if (Whole)
        addFlag(Program, "-Wl,--whole-archive");
      addFlag(Program, Flag.empty() ? Path : Flag);
      if (Whole)
        addFlag(Program, "-Wl,--no-whole-archive");
      return std::nullopt;
    }
    for (size_t I = 0; I < Members.size(); ++I) {
      Item.Members.emplace_back();
      if (auto Failed = makeItem(Members[I].second,
                                 extraName(Path, Tree) + "/" +
                                     std::to_string(I) + "-" + Members[I].first,
                                 Item.Members.back()))
        return Failed;
    }
    if (Whole)
      Program.Link.insert(Program.Link.end(), Item.Members.begin(),
                          Item.Members.end());
    else
      Program.Link.push_back(std::move(Item));
    return std::nullopt;
  }

  /// The module with these bytes, or else a copy below the name \p Extra. Of
  /// several equal objects the one with the member's name.
  std::optional<Trouble> makeItem(const std::string &Bytes,
                                  const std::string &Extra, LinkItem &Item) {
    if (auto Equal = ByDigest.find(objectDigest(Bytes));
        Equal != ByDigest.end()) {
      Item = {LinkItem::Module, Equal->second.front(), {}};
      for (const std::string &Name : Equal->second)
        if (const std::string File = fs::path(Name).filename().string();
            Extra.size() > File.size() &&
            Extra.compare(Extra.size() - File.size(), File.size(), File) == 0)
          Item.Text = Name;
      return std::nullopt;
    }
    Item = {LinkItem::Object, Extra, {}};
    if (!isPathWithinCorpus(Extra))
      return Trouble{Error("member '" + Extra + "' cannot be kept")};
    if (!Written.insert(Extra).second)
      return std::nullopt;
    if (Status Wrote = writeStagedFile(Folder + "/" + Extra, Bytes); !Wrote)
      return Trouble{Wrote.error(), true};
    return std::nullopt;
  }

  std::string Tree, Folder;
  bool KeepsShared;
  std::map<std::string, std::string> ByPath;
  std::map<std::string, std::vector<std::string>> ByDigest;
  std::set<std::string> Written;
};

/// The wanted names with the last line that made each; no line: empty output.
std::vector<std::pair<std::string, LinkLine>>
selectLines(const std::vector<LinkCommand> &Commands,
            const ProgramSelection &Selection) {
  std::vector<std::pair<std::string, LinkLine>> Chosen;
  for (const auto &[Name, Path] : Selection.Wanted)
    Chosen.emplace_back(Name, LinkLine());
  std::set<std::string> Names;
  for (const LinkCommand &Command : Commands) {
    std::optional<LinkLine> Line = parseLinkLine(Command);
    if (!Line || (Line->IsShared && !Selection.KeepsShared))
      continue;
    const std::string Output = canonical(Line->Output);
    for (size_t I = 0; I < Selection.Wanted.size(); ++I)
      if (canonical(Selection.Wanted[I].second) == Output)
        Chosen[I].second = *Line;
    if (!Selection.Wanted.empty())
      continue;
    auto Same =
        std::find_if(Chosen.begin(), Chosen.end(), [&](const auto &Each) {
          return Each.second.Output == Line->Output;
        });
    if (Same != Chosen.end()) {
      Same->second = std::move(*Line);
      continue;
    }
    const std::string File = fs::path(Line->Output).filename().string();
    std::string Name = File;
    for (int I = 2; !Names.insert(Name).second; ++I)
      Name = File + "-" + std::to_string(I);
    Chosen.emplace_back(Name, std::move(*Line));
  }
  return Chosen;
}
} // namespace

Result<std::vector<CorpusProgram>>
resolvePrograms(const std::vector<LinkCommand> &Commands,
                const ProgramSelection &Selection, const std::string &Folder,
                ExtractedCorpus &Corpus) {
  std::vector<CorpusProgram> Programs;
  Resolver Resolve(Selection, Folder, Corpus);
  for (const auto &[Name, Line] : selectLines(Commands, Selection)) {
    if (Commands.empty())
      break;
    CorpusProgram Program;
    Program.Name = Name;
    std::optional<Trouble> Found;
    if (Line.Output.empty())
      Found = Trouble{Error("no command of the build links it")};
    else
      Found = Resolve.resolve(Line, Program);
    if (!Found)
      Programs.push_back(std::move(Program));
    else if (Found->IsFatal)
      return Found->What;
    else
      Corpus.Failures.push_back({"program " + Name, Found->What.message()});
  }
  if (Programs.empty()) {
    std::vector<std::string> Modules;
    for (const ExtractedModule &Module : Corpus.Modules)
      Modules.push_back(Module.Name);
    Programs.push_back(
        programOfAllModules(Folder, Selection.PackageName, Modules));
  }
  return Programs;
}
} // namespace mlgo
