// Which modules make which program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusPrograms.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include <set>

namespace mlgo {
/// Looks at each part of a `-Wl,` argument.
static bool isLinkerArgument(std::string_view Argument) {
  Argument.remove_prefix(4);
  while (true) {
    const size_t Comma = std::min(Argument.find(','), Argument.size());
    const std::string_view Part = Argument.substr(0, Comma);
    if (Part.find("plugin") != Part.npos)
      return false;
    for (const char *Start : {"-o", "--o", "-Map", "--Map", "@", "-M", "--t",
                              "--reproduce", "--save-temps", "--dependency"})
      if (startsWith(Part, Start))
        return false;
    if (Comma == Argument.size())
      return true;
    Argument.remove_prefix(Comma + 1);
  }
}

static Result<LinkItem> parseItem(const OrderedJSON &Value, bool InArchive) {
  if (!Value.is_object() || Value.size() != 1)
    return Error("expected an object with one key");
  const std::string Key = Value.begin().key();
  const OrderedJSON &Content = Value.begin().value();
  LinkItem Item;
  if (Key == "archive" && !InArchive) {
    Item.Kind = LinkItem::Archive;
    if (!Content.is_array())
      return Error("archive: expected a list");
    for (size_t I = 0; I < Content.size(); ++I) {
      Item.Members.push_back(MLGO_TRY(
          parseItem(Content[I], true).in("member " + std::to_string(I + 1))));
    }
    return Item;
  }
  if (!Content.is_string())
    return Error(Key + ": expected a string");
  Item.Text = Content.get<std::string>();
  if (Key == "flag" && !InArchive) {
    Item.Kind = LinkItem::Flag;
    if (!isLinkFlag(Item.Text))
      return Error("flag '" + Item.Text + "' is not allowed in a link");
    return Item;
  }
  if (Key != "module" && Key != "object")
    return Error("key '" + Key + "' is unknown here");
  Item.Kind = Key == "module" ? LinkItem::Module : LinkItem::Object;
  if (!isPathWithinCorpus(Item.Text))
    return Error(Key + " '" + Item.Text + "' leads out of the corpus");
  return Item;
}

static Status parseItems(const OrderedJSON &Values,
                         std::vector<LinkItem> &Items) {
  for (size_t I = 0; I < Values.size(); ++I) {
    Items.push_back(MLGO_TRY(
        parseItem(Values[I], false).in("item " + std::to_string(I + 1))));
  }
  return Success();
}

static Result<CorpusProgram> parseProgram(const OrderedJSON &Value) {
  const bool IsWhole = Value.is_object() && Value.contains("lto_link");
  if (!Value.is_object() || Value.size() != (IsWhole ? 4u : 3u) ||
      !Value.contains("name") || !Value.contains("language") ||
      !Value.contains("link") || !Value["name"].is_string() ||
      !Value["link"].is_array() || (IsWhole && !Value["lto_link"].is_array()))
    return Error("expected an object with name, language and link");
  CorpusProgram Program;
  Program.Name = Value["name"].get<std::string>();
  if (!isPathWithinCorpus(Program.Name) ||
      Program.Name.find('/') != Program.Name.npos)
    return Error("name '" + Program.Name + "' is no name of a file");
  if (Value["language"] != "C" && Value["language"] != "C++")
    return Error("language is neither C nor C++");
  Program.IsCxx = Value["language"] == "C++";
  MLGO_TRY(parseItems(Value["link"], Program.Link));
  if (IsWhole)
    MLGO_TRY(parseItems(Value["lto_link"], Program.LTOLink).in("lto_link"));
  return Program;
}

static OrderedJSON toJSON(const LinkItem &Item) {
  OrderedJSON Value = OrderedJSON::object();
  if (Item.Kind == LinkItem::Archive) {
    Value["archive"] = OrderedJSON::array();
    for (const LinkItem &Member : Item.Members)
      Value["archive"].push_back(toJSON(Member));
  } else {
    constexpr const char *Keys[] = {"module", "object", "", "flag"};
    Value[Keys[Item.Kind]] = Item.Text;
  }
  return Value;
}

static OrderedJSON toJSON(const std::vector<LinkItem> &Items) {
  OrderedJSON Values = OrderedJSON::array();
  for (const LinkItem &Item : Items)
    Values.push_back(toJSON(Item));
  return Values;
}

bool isLinkFlag(std::string_view Argument) {
  if (Argument.find('\0') != Argument.npos)
    return false;
  if (startsWith(Argument, "-Wl,"))
    return isLinkerArgument(Argument);
  if (startsWith(Argument, "/")) {
    const std::string Name = fs::path(Argument).filename().string();
    return fs::path(Name).extension() == ".a" ||
           fs::path(Name).extension() == ".so" ||
           Name.find(".so.") != Name.npos;
  }
  for (const char *Start : {"-l", "-L", "-stdlib=", "-rtlib=", "-unwindlib=",
                            "-fsanitize=", "--target=", "-march="})
    if (startsWith(Argument, Start))
      return true;
  for (const char *Whole :
       {"-pthread", "-static", "-static-pie", "-static-libgcc",
        "-static-libstdc++", "-pie", "-no-pie", "-rdynamic", "-shared",
        "-nostdlib", "-nostdlib++", "-nodefaultlibs", "-mthumb",
        "-nostartfiles", "-s", "-m32", "-m64", "-fopenmp"})
    if (Argument == Whole)
      return true;
  return false;
}

void forEachInput(const CorpusProgram &Program,
                  const std::function<void(const LinkItem &)> &Visit) {
  for (const LinkItem &Item : Program.Link) {
    if (Item.Kind == LinkItem::Archive)
      for (const LinkItem &Member : Item.Members)
        Visit(Member);
    else if (Item.Kind != LinkItem::Flag)
      Visit(Item);
  }
}

std::vector<std::string> modulesOf(const CorpusProgram &Program) {
  std::vector<std::string> Modules;
  std::set<std::string> Seen;
  forEachInput(Program, [&](const LinkItem &Item) {
    if (Item.Kind == LinkItem::Module && Seen.insert(Item.Text).second)
      Modules.push_back(Item.Text);
  });
  return Modules;
}

Result<std::vector<CorpusProgram>> parseCorpusPrograms(std::string_view Text) {
  const OrderedJSON Root = parseJSON(Text);
  if (!Root.is_object() || Root.size() != 1 || !Root.contains("programs") ||
      !Root["programs"].is_array())
    return Error("expected a JSON object with the list programs");
  std::vector<CorpusProgram> Programs;
  std::set<std::string> Names;
  for (size_t I = 0; I < Root["programs"].size(); ++I) {
    const std::string Where = "program " + std::to_string(I + 1);
    CorpusProgram Program =
        MLGO_TRY(parseProgram(Root["programs"][I]).in(Where));
    if (!Names.insert(Program.Name).second)
      return Error(Where + ": name '" + Program.Name + "' is there twice");
    Programs.push_back(std::move(Program));
  }
  return Programs;
}

/// What clang embeds names the language, if at all, by the source's ending.
static bool isCxxCommand(std::string_view Command) {
  // "-x", "c++" as two arguments; modules of whole programs have it.
  if (Command.find(std::string_view("\0-x\0c++", 7)) != Command.npos)
    return true;
  constexpr std::string_view Flag("-main-file-name\0", 16);
  const size_t Start = Command.find(Flag);
  if (Start == Command.npos)
    return false;
  const std::string_view Name = Command.substr(
      Start + Flag.size(),
      Command.find('\0', Start + Flag.size()) - Start - Flag.size());
  for (std::string_view Ending : {".cc", ".cpp", ".cxx", ".c++", ".C", ".cp"})
    if (Name.size() > Ending.size() &&
        Name.substr(Name.size() - Ending.size()) == Ending)
      return true;
  return false;
}

CorpusProgram programOfAllModules(const std::string &Corpus, std::string Name,
                                  const std::vector<std::string> &Modules) {
  CorpusProgram Program;
  Program.Name = std::move(Name);
  for (const std::string &Module : Modules) {
    Program.Link.push_back({LinkItem::Module, Module, {}});
    Result<std::string> Command = readFile(Corpus + "/" + Module + ".cmd");
    Program.IsCxx |= Command && isCxxCommand(*Command);
  }
  return Program;
}

Result<std::vector<CorpusProgram>>
readCorpusPrograms(const std::string &Corpus,
                   const CorpusDescription &Description) {
  const std::string Path = Corpus + "/" + CorpusProgramsFile;
  std::error_code Failure;
  if (!fs::exists(fs::symlink_status(Path, Failure))) {
    fs::path Folder = fs::absolute(Corpus, Failure).lexically_normal();
    if (!Folder.has_filename())
      Folder = Folder.parent_path();
    if (Folder.filename() == "corpus")
      Folder = Folder.parent_path();
    std::vector<CorpusProgram> Programs;
    Programs.push_back(programOfAllModules(Corpus, Folder.filename().string(),
                                           Description.Modules));
    return Programs;
  }
  std::string Text = MLGO_TRY(readFile(Path, MaxFileBytes));
  auto Programs = MLGO_TRY(parseCorpusPrograms(Text).in(Path));
  const std::set<std::string> Known(Description.Modules.begin(),
                                    Description.Modules.end());
  for (const CorpusProgram &Program : Programs)
    for (const std::string &Module : modulesOf(Program))
      if (!Known.count(Module))
        return Error(Path + ": program " + Program.Name + ": module '" +
                     Module + "' is not in " + CorpusDescriptionFile);
  return Programs;
}

Status writeCorpusPrograms(const std::string &Corpus,
                           const std::vector<CorpusProgram> &Programs) {
  OrderedJSON List = OrderedJSON::array();
  for (const CorpusProgram &Program : Programs) {
    OrderedJSON Value;
    Value["name"] = Program.Name;
    Value["language"] = Program.IsCxx ? "C++" : "C";
    Value["link"] = toJSON(Program.Link);
    if (!Program.LTOLink.empty())
      Value["lto_link"] = toJSON(Program.LTOLink);
    List.push_back(std::move(Value));
  }
  OrderedJSON Root;
  Root["programs"] = std::move(List);
  return writeFileAtomically(Corpus + "/" + CorpusProgramsFile,
                             toJSONText(Root, 2, /*ASCII=*/true) + "\n");
}
} // namespace mlgo
