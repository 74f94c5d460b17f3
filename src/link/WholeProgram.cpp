// A program's modules merged into one
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/WholeProgram.h"
#include "link/ProgramLinker.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ProcessPool.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/StagedFolder.h"
#include <algorithm>
#include <map>
#include <set>

namespace mlgo {
/// Where in the corpus the module \p Name is as clang leaves it for lld.
static std::string beforeLink(const std::string &Name) {
  return std::string("lto/") + Name + ".o";
}

/// Runs in a child; returns what went wrong.
static std::string compileForLink(const std::string &Bitcode,
                                  const std::string &Object,
                                  unsigned LLVMMajor) {
  ChildCommand Command;
  // What depends on the command line of the module is in its bitcode.
  Command.Arguments = {"clang-" + std::to_string(LLVMMajor),
                       "-Oz",
                       "-flto",
                       "-w",
                       "-c",
                       "-x",
                       "ir",
                       Bitcode,
                       "-o",
                       Object};
  Command.DeadlineSeconds = CompileSeconds;
  Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return Outcome.error().message();
  return Outcome->ExitCode == 0 ? "" : Outcome->ErrorOutput.substr(0, MaxQuote);
}

/// Puts the modules of \p Programs into \p Folder as clang's part of full LTO
/// leaves them. Returns why some could not be compiled.
static Result<std::map<std::string, std::string>>
compileModules(const std::vector<CorpusProgram> &Programs,
               const std::string &Corpus, const std::string &Folder,
               const WholeProgramOptions &Options) {
  std::set<std::string> Distinct;
  for (const CorpusProgram &Program : Programs)
    for (const std::string &Module : modulesOf(Program))
      Distinct.insert(Module);
  const std::vector<std::string> Modules(Distinct.begin(), Distinct.end());
  for (const std::string &Module : Modules)
    MLGO_TRY(makeFolder(
        fs::path(Folder + "/" + beforeLink(Module)).parent_path().string()));
  std::map<std::string, std::string> Failures;
  runInProcesses(
      Modules.size(), Options.Jobs, 0,
      [&](size_t I) {
        return compileForLink(Corpus + "/" + Modules[I] + ".bc",
                              Folder + "/" + beforeLink(Modules[I]),
                              Options.LLVMMajor);
      },
      [&](size_t I, const TaskOutcome &Outcome) {
        const std::string &Why = Outcome.Ok ? Outcome.Output : Outcome.Failure;
        if (!Why.empty())
          Failures.emplace(Modules[I], Why);
      });
  return Failures;
}

/// The merged bitcode of \p Program, whose modules are in \p Objects.
static Result<std::string> mergeModules(const CorpusProgram &Program,
                                        const std::string &Corpus,
                                        const std::string &Objects,
                                        unsigned LLVMMajor) {
  // For what lld reads and leaves behind.
  const ScratchFolder Folder = MLGO_TRY(ScratchFolder::create());
  // The linker knows best which members of archives take part and which symbols
  // others see. What it would make of the module afterwards is not wanted.
  const LinkExtras Extras = {
      {"-Wl,--save-temps=internalize", "-Wl,--lto-O0", "-Wl,--lto-emit-llvm"},
      {}};
  const std::string Output = Folder.file("program");
  MLGO_TRY(linkProgram(Program, Corpus, Objects, Output, LLVMMajor, Extras));
  return readFile(Output + ".0.2.internalize.bc");
}

/// \p Items with what clang leaves for lld in place of modules.
static std::vector<LinkItem> itemsBeforeLink(std::vector<LinkItem> Items) {
  for (LinkItem &Item : Items) {
    Item.Members = itemsBeforeLink(std::move(Item.Members));
    if (Item.Kind == LinkItem::Module)
      Item = {LinkItem::Object, beforeLink(Item.Text), {}};
  }
  return Items;
}

/// \p Program with one module in place of its modules.
static CorpusProgram replaceModules(const CorpusProgram &Program) {
  CorpusProgram Whole;
  Whole.Name = Program.Name;
  Whole.IsCxx = Program.IsCxx;
  Whole.LTOLink = itemsBeforeLink(Program.Link);
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
static Status addProgram(const CorpusProgram &Program,
                         const std::string &Corpus,
                         const CorpusDescription &Description,
                         const std::string &Folder, unsigned LLVMMajor,
                         const std::map<std::string, std::string> &NotCompiled,
                         WholePrograms &Done) {
  auto Fail = [&](const Error &E) {
    Done.Failures.push_back({"program " + Program.Name, E.message()});
    return Success();
  };
  const std::vector<std::string> Modules = modulesOf(Program);
  if (Modules.empty())
    return Fail(Error("has no modules"));
  for (const std::string &Module : Modules)
    if (auto Why = NotCompiled.find(Module); Why != NotCompiled.end())
      return Fail(Error("module " + Module + ": " + Why->second));
  Result<std::string> Bitcode =
      mergeModules(Program, Corpus, Folder + "/lto", LLVMMajor);
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
    MLGO_TRY(writeStagedFile(Folder + "/" + Name, Bytes));
  Done.Programs.push_back(std::move(Whole));
  return Success();
}

/// The programs called \p Names, in the corpus' order; all, if none is named.
static Result<std::vector<CorpusProgram>>
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

static Status writeWholeCorpus(const std::string &Folder,
                               const CorpusDescription &Of,
                               const WholePrograms &Done) {
  CorpusDescription Description;
  Description.GlobalCommandOverride = Of.GlobalCommandOverride;
  for (const CorpusProgram &Program : Done.Programs)
    Description.Modules.push_back(Program.Name);
  MLGO_TRY(writeCorpusFailures(Folder, Done.Failures));
  MLGO_TRY(writeCorpusPrograms(Folder, Done.Programs));
  return writeCorpusDescription(Folder, Description);
}

Result<WholePrograms> makeWholePrograms(const std::string &Corpus,
                                        const std::vector<std::string> &Names,
                                        const std::string &Output,
                                        const WholeProgramOptions &Options) {
  CorpusDescription Description = MLGO_TRY(readCorpusDescription(Corpus));
  auto All = MLGO_TRY(readCorpusPrograms(Corpus, Description));
  auto Programs = MLGO_TRY(selectPrograms(std::move(All), Names).in(Corpus));
  StagedFolder Staged =
      MLGO_TRY(StagedFolder::create(Output, CorpusDescriptionFile));
  auto NotCompiled =
      MLGO_TRY(compileModules(Programs, Corpus, Staged.path(), Options));
  WholePrograms Done;
  for (const CorpusProgram &Program : Programs)
    MLGO_TRY(addProgram(Program, Corpus, Description, Staged.path(),
                        Options.LLVMMajor, NotCompiled, Done));
  if (Done.Programs.empty())
    return Error(Corpus + ": no program could be merged" +
                 (Done.Failures.empty() ? ""
                                        : "; first: " + Done.Failures[0].What +
                                              ": " + Done.Failures[0].Why));
  MLGO_TRY(writeWholeCorpus(Staged.path(), Description, Done));
  MLGO_TRY(Staged.commit());
  return Done;
}
} // namespace mlgo
