// Which objects become a corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusInputs.h"
#include "build/CompilerWrapper.h"
#include "corpus/CorpusDescription.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include <algorithm>
#include <map>
#include <set>

namespace mlgo {
namespace {
constexpr std::string_view ImportSuffix = ".3.import.bc";

bool endsWith(std::string_view Text, std::string_view End) {
  return Text.size() >= End.size() &&
         Text.substr(Text.size() - End.size()) == End;
}

/// The module's name for an object that the input calls \p Path; empty if there
/// is none.
std::string moduleName(const fs::path &Path, const fs::path &Base) {
  fs::path Name = Path.lexically_normal();
  if (Name.is_absolute()) {
    fs::path Within = Name.lexically_relative(Base.lexically_normal());
    Name = !Within.empty() && *Within.begin() != ".." ? Within
                                                      : Name.relative_path();
  }
  return isPathWithinCorpus(Name.string()) ? Name.string() : "";
}

class Collector {
public:
  void add(const std::string &Path, const std::string &Base) {
    const fs::path Full = (fs::path(Base) / Path).lexically_normal();
    if (!Seen.insert(Full.string()).second)
      return;
    const std::string Name = moduleName(Path, Base);
    if (Name.empty())
      Inputs.Refused.push_back(
          {Path, "leads out of its base folder '" + Base + "'"});
    else
      Inputs.Objects.push_back({Full.string(), Name});
    Bases.push_back(Base);
  }

  CorpusInputs take() {
    std::map<std::string_view, int> Uses;
    for (const CorpusObject &Object : Inputs.Objects)
      ++Uses[Object.Module];
    const std::string Common = commonFolder();
    Strings Names;
    for (const CorpusObject &Object : Inputs.Objects)
      Names.push_back(Uses[Object.Module] > 1 ? moduleName(Object.Path, Common)
                                              : Object.Module);
    // A new name may be another's old one; the first keeps it.
    std::set<std::string> Taken;
    CorpusInputs Distinct;
    Distinct.Refused = std::move(Inputs.Refused);
    for (size_t I = 0; I < Names.size(); ++I)
      if (!Names[I].empty() && Taken.insert(Names[I]).second)
        Distinct.Objects.push_back({Inputs.Objects[I].Path, Names[I]});
      else
        Distinct.Refused.push_back(
            {Inputs.Objects[I].Path, "another object has the same name"});
    return Distinct;
  }

private:
  std::string commonFolder() const {
    fs::path Common = Bases.empty() ? fs::path() : fs::path(Bases[0]);
    Common = Common.lexically_normal();
    for (const std::string &Base : Bases) {
      const fs::path Other = fs::path(Base).lexically_normal();
      auto [End, Ignored] = std::mismatch(Common.begin(), Common.end(),
                                          Other.begin(), Other.end());
      fs::path Shared;
      for (auto Part = Common.begin(); Part != End; ++Part)
        Shared /= *Part;
      Common = Shared;
    }
    return Common.string();
  }

  CorpusInputs Inputs;
  Strings Bases;
  std::set<std::string> Seen;
};

/// The arguments of one entry of compile_commands.json.
Result<Strings> argumentsOf(const OrderedJSON &Entry) {
  Strings Arguments;
  if (auto List = Entry.find("arguments");
      List != Entry.end() && List->is_array()) {
    for (const OrderedJSON &Argument : *List)
      if (Argument.is_string())
        Arguments.push_back(Argument.get<std::string>());
  } else if (auto Line = Entry.find("command");
             Line != Entry.end() && Line->is_string()) {
    return splitFlags(Line->get<std::string>());
  }
  return Arguments;
}

void addLinkerParameters(Strings Lines, const std::string &Base,
                         Collector &Objects) {
  const auto Output = std::find(Lines.begin(), Lines.end(), "-o");
  const bool HasOutput = Output != Lines.end();
  if (HasOutput)
    Lines.erase(Output, std::min(Output + 2, Lines.end()));
  for (const std::string &Line : Lines)
    if (!Line.empty() && Line[0] != '-' && (!HasOutput || endsWith(Line, ".o")))
      Objects.add(Line, Base);
}

/// The strings of the list \p Object[\p Key]; none if there is no such list.
Strings stringsAt(const OrderedJSON &Object, const char *Key) {
  Strings Texts;
  if (!Object.is_object())
    return Texts;
  if (auto List = Object.find(Key); List != Object.end() && List->is_array())
    for (const OrderedJSON &Each : *List)
      if (Each.is_string())
        Texts.push_back(Each.get<std::string>());
  return Texts;
}

/// Files below \p Folder by relative path, sorted.
template <typename Predicate>
Result<Strings> filesBelow(const std::string &Folder, Predicate Wanted) {
  std::error_code Failure;
  fs::recursive_directory_iterator Entries(Folder, Failure), End;
  Strings Files;
  while (!Failure && Entries != End) {
    const std::string Name = Entries->path().filename().string();
    std::error_code Ignored;
    if (Name.rfind("CompilerId", 0) == 0 || Name == "CMakeScratch")
      Entries.disable_recursion_pending();
    else if (Wanted(Name) && Entries->is_regular_file(Ignored))
      Files.push_back(Entries->path().lexically_relative(Folder).string());
    Entries.increment(Failure);
  }
  if (Failure)
    return Error(Folder + ": cannot look for objects: " + Failure.message());
  std::sort(Files.begin(), Files.end());
  return Files;
}
} // namespace

Status writeCorpusFailures(const std::string &Folder,
                           const std::vector<CorpusFailure> &Failures) {
  if (Failures.empty())
    return Success();
  std::string Text;
  for (const CorpusFailure &Failure : Failures) {
    std::string Line = Failure.What + "\t" + Failure.Why;
    std::replace(Line.begin(), Line.end(), '\n', ' ');
    Text += Line + "\n";
  }
  return writeFileAtomically(Folder + "/" + CorpusFailuresFile, Text);
}

Result<CorpusInputs> objectsOfCompileCommands(std::string_view Text) {
  const OrderedJSON Root = parseJSON(Text);
  if (!Root.is_array())
    return Error("is no JSON list, expected compile commands");
  Collector Objects;
  for (size_t I = 0; I < Root.size(); ++I) {
    const OrderedJSON &Entry = Root[I];
    const std::string Where = "command " + std::to_string(I + 1);
    if (!Entry.is_object() || !Entry.contains("directory") ||
        !Entry["directory"].is_string())
      return Error(Where + ": has no directory");
    Strings Arguments = MLGO_TRY(argumentsOf(Entry).in(Where));
    auto Option = std::find(Arguments.begin(), Arguments.end(), "-o");
    if (Option != Arguments.end() && ++Option != Arguments.end())
      Objects.add(*Option, Entry["directory"].get<std::string>());
  }
  return Objects.take();
}

CorpusInputs objectsOfLinkerParameters(std::string_view Text,
                                       const std::string &Base) {
  Strings Lines;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    std::string_view Line = Text.substr(0, End);
    Text.remove_prefix(std::min(End + 1, Text.size()));
    constexpr const char *Blanks = " \t\r\f\v";
    const size_t First = std::min(Line.find_first_not_of(Blanks), Line.size());
    Line.remove_prefix(First);
    Lines.emplace_back(Line.substr(0, Line.find_last_not_of(Blanks) + 1));
  }
  Collector Objects;
  addLinkerParameters(std::move(Lines), Base, Objects);
  return Objects.take();
}

Result<CorpusInputs> objectsOfBazelQuery(std::string_view Text,
                                         const std::string &Base) {
  const OrderedJSON Root = parseJSON(Text);
  if (!Root.is_object() || !Root.contains("actions") ||
      !Root["actions"].is_array())
    return Error("has no list of actions, expected bazel aquery's JSON");
  Collector Objects;
  for (const OrderedJSON &Action : Root["actions"]) {
    if (!Action.is_object() || !Action.contains("mnemonic") ||
        Action["mnemonic"] != "CppLink")
      continue;
    addLinkerParameters(stringsAt(Action, "arguments"), Base, Objects);
    if (auto Files = Action.find("paramFiles");
        Files != Action.end() && Files->is_array())
      for (const OrderedJSON &File : *Files)
        addLinkerParameters(stringsAt(File, "arguments"), Base, Objects);
  }
  return Objects.take();
}

Result<CorpusInputs> objectsInFolder(const std::string &Folder) {
  Strings Files = MLGO_TRY(filesBelow(Folder, [](const std::string &Name) {
    return endsWith(Name, ".o") || endsWith(Name, ".obj");
  }));
  CorpusInputs Inputs;
  for (const std::string &File : Files)
    Inputs.Objects.push_back({Folder + "/" + File, File});
  return Inputs;
}

Result<CorpusInputs> modulesOfLocalThinLTO(const std::string &Folder) {
  Strings Files = MLGO_TRY(filesBelow(Folder, [](const std::string &Name) {
    return Name.size() > ImportSuffix.size() && endsWith(Name, ImportSuffix);
  }));
  CorpusInputs Inputs;
  for (std::string &File : Files) {
    File.resize(File.size() - ImportSuffix.size());
    Inputs.Objects.push_back({Folder + "/" + File, File});
  }
  return Inputs;
}
} // namespace mlgo
