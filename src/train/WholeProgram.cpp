//===- WholeProgram.cpp - A program's modules merged into one -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/WholeProgram.h"

#include "mlgo/support/File.h"
#include "mlgo/support/StagedFolder.h"
#include "mlgo/train/ProgramLinker.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

/// A folder for what lld reads and leaves behind; removed at the end.
class Scratch {
public:
  static Result<Scratch> create() {
    std::error_code Failure;
    std::string Name =
        (fs::temp_directory_path(Failure) / "mlgo-whole-XXXXXX").string();
    if (Failure || !::mkdtemp(Name.data()))
      return Error(Name + ": cannot make a temporary folder");
    return Scratch(std::move(Name));
  }
  Scratch(Scratch &&Other) : Path(std::exchange(Other.Path, std::string())) {}
  ~Scratch() {
    std::error_code Ignored;
    if (!Path.empty())
      fs::remove_all(Path, Ignored);
  }

  std::string Path;

private:
  explicit Scratch(std::string Path) : Path(std::move(Path)) {}
};

/// Bitcode under the names that the linker takes for objects.
Status linkNames(const CorpusProgram &Program, const std::string &Corpus,
                 const std::string &Objects) {
  std::error_code Failure;
  const fs::path Root = fs::absolute(Corpus, Failure);
  for (const std::string &Module : modulesOf(Program)) {
    const std::string Name = Objects + "/" + Module + ".o";
    fs::create_directories(fs::path(Name).parent_path(), Failure);
    if (!Failure)
      fs::create_symlink(Root / (Module + ".bc"), Name, Failure);
    if (Failure)
      return Error(Name + ": cannot create: " + Failure.message());
  }
  return Success();
}

/// The merged bitcode of \p Program.
Result<std::string> mergeModules(CorpusProgram Program,
                                 const std::string &Corpus,
                                 unsigned LLVMMajor) {
  Result<Scratch> Folder = Scratch::create();
  if (!Folder)
    return Folder.error();
  const std::string Objects = Folder->Path + "/objects";
  if (Status Named = linkNames(Program, Corpus, Objects); !Named)
    return Named.error();
  // The linker knows best which members of archives take part and which symbols
  // others see. What it would make of the module afterwards is not wanted.
  for (const char *Flag :
       {"-Wl,--save-temps=internalize", "-Wl,--lto-O0", "-Wl,--lto-emit-llvm"})
    Program.Link.push_back({LinkItem::Flag, Flag, {}});
  const std::string Output = Folder->Path + "/program";
  if (Status Linked = linkProgram(Program, Corpus, Objects, Output, LLVMMajor);
      !Linked)
    return Linked.error();
  return readFile(Output + ".0.2.internalize.bc");
}

/// \p Program with one module in place of its modules.
CorpusProgram replaceModules(const CorpusProgram &Program) {
  CorpusProgram Whole;
  Whole.Name = Program.Name;
  Whole.IsCxx = Program.IsCxx;
  Whole.Link.push_back({LinkItem::Module, Program.Name, {}});
  for (LinkItem Item : Program.Link) {
    const bool WasArchive = Item.Kind == LinkItem::Archive;
    Item.Members.erase(std::remove_if(Item.Members.begin(), Item.Members.end(),
                                      [](const LinkItem &Member) {
                                        return Member.Kind == LinkItem::Module;
                                      }),
                       Item.Members.end());
    if (Item.Kind != LinkItem::Module && !(WasArchive && Item.Members.empty()))
      Whole.Link.push_back(std::move(Item));
  }
  return Whole;
}

/// Writes one program's files; a failure to read is the program's alone.
Status addProgram(const CorpusProgram &Program, const std::string &Corpus,
                  const CorpusDescription &Description,
                  const std::string &Folder, unsigned LLVMMajor,
                  WholePrograms &Done) {
  auto Fail = [&](const Error &E) {
    Done.Failures.push_back({"program " + Program.Name, E.message()});
    return Success();
  };
  const std::vector<std::string> Modules = modulesOf(Program);
  if (Modules.empty())
    return Fail(Error("has no modules"));
  Result<std::string> Bitcode = mergeModules(Program, Corpus, LLVMMajor);
  if (!Bitcode)
    return Fail(Bitcode.error());
  std::vector<std::pair<std::string, std::string>> Files = {
      {Program.Name + ".bc", std::move(*Bitcode)}};
  if (!Description.GlobalCommandOverride) {
    Result<std::string> Command = readFile(Corpus + "/" + Modules[0] + ".cmd");
    if (!Command)
      return Fail(Command.error());
    Files.emplace_back(Program.Name + ".cmd", std::move(*Command));
  }
  CorpusProgram Whole = replaceModules(Program);
  std::optional<Error> Absent;
  forEachInput(Whole, [&](const LinkItem &Item) {
    if (Item.Kind != LinkItem::Object)
      return;
    if (Result<std::string> Bytes = readFile(Corpus + "/" + Item.Text))
      Files.emplace_back(Item.Text, std::move(*Bytes));
    else
      Absent = Bytes.error();
  });
  if (Absent)
    return Fail(*Absent);
  for (const auto &[Name, Bytes] : Files)
    if (Status Wrote = writeStagedFile(Folder + "/" + Name, Bytes); !Wrote)
      return Wrote;
  Done.Programs.push_back(std::move(Whole));
  return Success();
}

/// The programs called \p Names, in the corpus' order; all, if none is named.
Result<std::vector<CorpusProgram>>
selectPrograms(std::vector<CorpusProgram> Programs,
               const std::vector<std::string> &Names) {
  for (const std::string &Name : Names)
    if (std::none_of(Programs.begin(), Programs.end(),
                     [&](const CorpusProgram &P) { return P.Name == Name; })) {
      std::string Known;
      for (const CorpusProgram &Program : Programs)
        Known += " " + Program.Name;
      return Error("no program " + Name + ", expected one of:" + Known);
    }
  if (!Names.empty())
    Programs.erase(std::remove_if(Programs.begin(), Programs.end(),
                                  [&](const CorpusProgram &P) {
                                    return std::find(Names.begin(), Names.end(),
                                                     P.Name) == Names.end();
                                  }),
                   Programs.end());
  return Programs;
}

Status writeWholeCorpus(const std::string &Folder, const CorpusDescription &Of,
                        const WholePrograms &Done) {
  CorpusDescription Description;
  Description.GlobalCommandOverride = Of.GlobalCommandOverride;
  for (const CorpusProgram &Program : Done.Programs)
    Description.Modules.push_back(Program.Name);
  if (Status Wrote = writeCorpusFailures(Folder, Done.Failures); !Wrote)
    return Wrote;
  if (Status Wrote = writeCorpusPrograms(Folder, Done.Programs); !Wrote)
    return Wrote;
  return writeCorpusDescription(Folder, Description);
}

} // namespace

Result<WholePrograms> makeWholePrograms(const std::string &Corpus,
                                        const std::vector<std::string> &Names,
                                        const std::string &Output,
                                        unsigned LLVMMajor) {
  Result<CorpusDescription> Description = readCorpusDescription(Corpus);
  if (!Description)
    return Description.error();
  auto All = readCorpusPrograms(Corpus, *Description);
  if (!All)
    return All.error();
  auto Programs = selectPrograms(std::move(*All), Names);
  if (!Programs)
    return Programs.error().in(Corpus);
  Result<StagedFolder> Staged =
      StagedFolder::create(Output, CorpusDescriptionFile);
  if (!Staged)
    return Staged.error();
  WholePrograms Done;
  for (const CorpusProgram &Program : *Programs)
    if (Status Added = addProgram(Program, Corpus, *Description, Staged->path(),
                                  LLVMMajor, Done);
        !Added)
      return Added.error();
  if (Done.Programs.empty())
    return Error(Corpus + ": no program could be merged" +
                 (Done.Failures.empty() ? ""
                                        : "; first: " + Done.Failures[0].What +
                                              ": " + Done.Failures[0].Why));
  if (Status Wrote = writeWholeCorpus(Staged->path(), *Description, Done);
      !Wrote)
    return Wrote.error();
  if (Status Committed = Staged->commit(); !Committed)
    return Committed.error();
  return Done;
}

} // namespace mlgo
