// How a package is built for a corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/Recipe.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "tensor/JSON.h"
#include <optional>

namespace mlgo {
namespace {
/// By PackageRole.
constexpr const char *RoleNames[] = {"training", "validation", "test", "suite",
                                     "example"};

/// Takes keys out of one JSON object, remembers the first thing that is wrong,
/// and in the end complains about keys that nobody took.
class Reader {
public:
  Reader(const OrderedJSON &Object, std::string Where)
      : Object(Object), Where(std::move(Where)) {
    if (!Object.is_object())
      wrong("not a JSON object");
  }

  std::string text(const char *Key, bool Required = false) {
    const OrderedJSON *Value = take(Key, Required);
    if (!Value)
      return "";
    if (!Value->is_string()) {
      wrong("'" + std::string(Key) + "' is not a string");
      return "";
    }
    return Value->get<std::string>();
  }

  Strings texts(const char *Key, bool Required = false) {
    const OrderedJSON *Value = take(Key, Required);
    return Value ? textsOf(*Value, Key) : Strings();
  }

  bool boolean(const char *Key, bool Otherwise) {
    const OrderedJSON *Value = take(Key, false);
    if (!Value)
      return Otherwise;
    if (!Value->is_boolean())
      wrong("'" + std::string(Key) + "' is not true or false");
    return *Value == true;
  }

  std::vector<Strings> commands(const char *Key) {
    std::vector<Strings> Commands;
    for (const OrderedJSON *Command : items(Key)) {
      Commands.push_back(textsOf(*Command, Key));
      if (Commands.back().empty())
        wrong("'" + std::string(Key) + "' has an empty command");
    }
    return Commands;
  }

  /// The elements of an array; none if the key is absent.
  std::vector<const OrderedJSON *> items(const char *Key) {
    std::vector<const OrderedJSON *> Elements;
    const OrderedJSON *Value = take(Key, false);
    if (Value && !Value->is_array())
      wrong("'" + std::string(Key) + "' is not an array");
    else if (Value)
      for (const OrderedJSON &Element : *Value)
        Elements.push_back(&Element);
    return Elements;
  }

  const OrderedJSON *take(const char *Key, bool Required) {
    Taken.push_back(Key);
    if (!Object.is_object())
      return nullptr;
    auto Found = Object.find(Key);
    if (Found != Object.end())
      return &*Found;
    if (Required)
      wrong("'" + std::string(Key) + "' is missing");
    return nullptr;
  }

  /// \p Text's position among \p Names; 0 and an error if it is none of them.
  size_t choice(const char *Key, const Strings &Names) {
    std::string Text = text(Key, /*Required=*/true);
    auto Found = std::find(Names.begin(), Names.end(), Text);
    if (Found != Names.end())
      return static_cast<size_t>(Found - Names.begin());
    wrong("'" + std::string(Key) + "' is '" + Text + "', expected one of " +
          joinText(Names, ", "));
    return 0;
  }

  void wrong(const std::string &What) {
    if (!Problem)
      Problem = Error(Where + ": " + What);
  }
  void adopt(Reader &Inner) {
    if (const auto &Theirs = Inner.finish(); Theirs && !Problem)
      Problem = Theirs;
  }

  const std::optional<Error> &finish() {
    if (!Problem && Object.is_object())
      for (const auto &Item : Object.items())
        if (std::find(Taken.begin(), Taken.end(), Item.key()) == Taken.end())
          wrong("unknown key '" + Item.key() + "'");
    return Problem;
  }

private:
  Strings textsOf(const OrderedJSON &Value, const char *Key) {
    Strings Texts;
    if (Value.is_array())
      for (const OrderedJSON &Element : Value)
        if (Element.is_string())
          Texts.push_back(Element.get<std::string>());
    if (!Value.is_array() || Texts.size() != Value.size())
      wrong("'" + std::string(Key) + "' is not an array of strings");
    return Texts;
  }

  const OrderedJSON &Object;
  std::string Where;
  Strings Taken;
  std::optional<Error> Problem;
};

ProgramRecipe readProgram(Reader &Outer, const OrderedJSON &Value,
                          const std::string &Where) {
  Reader In(Value, Where);
  ProgramRecipe Program;
  Program.Name = In.text("name", /*Required=*/true);
  Program.Path = In.text("path");
  Program.Sources = In.texts("sources");
  Program.Flags = In.texts("flags");
  Program.Libraries = In.texts("libraries");
  if (Program.Path.empty() == Program.Sources.empty())
    In.wrong("expected either 'path' or 'sources'");
  if (Program.Name.find('/') != std::string::npos || Program.Name == "..")
    In.wrong("'name' is '" + Program.Name + "', expected a file name");
  for (const OrderedJSON *Item : In.items("runs")) {
    Reader RunIn(*Item, Where + ": runs");
    ProgramRun Run;
    Run.Arguments = RunIn.texts("arguments");
    Run.Input = RunIn.text("input");
    Run.Script = RunIn.text("script");
    Run.Counted = RunIn.boolean("counted", true);
    Run.HasThreads = RunIn.boolean("threads", false);
    In.adopt(RunIn);
    Program.Runs.push_back(std::move(Run));
  }
  Outer.adopt(In);
  return Program;
}

void readSource(Reader &In, const std::string &Where, Recipe &R) {
  const OrderedJSON *Source = In.take("source", /*Required=*/true);
  if (!Source)
    return;
  Reader SourceIn(*Source, Where + ": source");
  R.DebianSource = SourceIn.text("debian");
  R.LocalSource = SourceIn.text("folder");
  if (R.DebianSource.empty() == R.LocalSource.empty())
    SourceIn.wrong("expected either 'debian' or 'folder'");
  In.adopt(SourceIn);
}

RecipeAddition readAddition(Reader &Outer, const OrderedJSON &Value,
                            const std::string &Target,
                            const std::string &Where) {
  Reader In(Value, Where + ": for " + Target);
  RecipeAddition Addition;
  Addition.Target = Target;
  if (Target != "foreign" && !findBuildTarget(Target))
    In.wrong("no such target, expected foreign or one of mlgo compare --help");
  Addition.Needs = In.texts("needs");
  Addition.Uses = In.texts("uses");
  Addition.Prepare = In.commands("prepare");
  Addition.Arguments = In.texts("arguments");
  Addition.Flags = In.texts("flags");
  Outer.adopt(In);
  return Addition;
}

/// A package names files and folders, so it may not lead out of them.
bool isPackageName(const std::string &Name) {
  return !Name.empty() && Name[0] != '.' && Name[0] != '-' &&
         Name.find('/') == std::string::npos;
}
} // namespace

const char *packageRoleName(PackageRole Role) {
  return RoleNames[static_cast<size_t>(Role)];
}

Result<Recipe> parseRecipe(std::string_view Text, std::string Package,
                           std::string Folder) {
  const std::string Where = Package + ": recipe";
  OrderedJSON Value = parseJSON(Text);
  if (Value.is_discarded())
    return Error(Where + ": not JSON");
  Recipe R;
  R.Package = std::move(Package);
  R.Folder = std::move(Folder);
  R.Text = std::string(Text);

  Reader In(Value, Where);
  readSource(In, Where, R);
  R.Role = static_cast<PackageRole>(
      In.choice("role", Strings(std::begin(RoleNames), std::end(RoleNames))));
  R.IsCxx = In.choice("language", {"C", "C++"}) == 1;
  R.System = static_cast<BuildSystem>(
      In.choice("system", {"autotools", "cmake", "make", "sources"}));
  R.Needs = In.texts("needs");
  R.Uses = In.texts("uses");
  R.BuildFolder = In.text("folder");
  R.Prepare = In.commands("prepare");
  R.Arguments = In.texts("arguments");
  R.Targets = In.texts("targets");
  const bool FromSources = R.System == BuildSystem::Sources;
  R.Sources = In.texts("sources", /*Required=*/FromSources);
  R.Flags = In.texts("flags");
  if (!FromSources && (!R.Sources.empty() || !R.Flags.empty()))
    In.wrong("'sources' and 'flags' belong to system 'sources' alone");
  for (const OrderedJSON *Item : In.items("programs"))
    R.Programs.push_back(readProgram(
        In, *Item, Where + ": programs " + std::to_string(R.Programs.size())));
  if (const OrderedJSON *For = In.take("for", /*Required=*/false)) {
    if (!For->is_object())
      In.wrong("'for' is not a JSON object");
    for (const auto &Item : For->items())
      R.Additions.push_back(readAddition(In, Item.value(), Item.key(), Where));
  }
  if (const auto &Problem = In.finish())
    return *Problem;
  return R;
}

Recipe recipeFor(Recipe R, const BuildTarget &Target) {
  const auto Append = [](auto &To, const auto &From) {
    To.insert(To.end(), From.begin(), From.end());
  };
  for (const RecipeAddition &Addition : R.Additions) {
    if (Addition.Target != Target.Name &&
        !(Addition.Target == "foreign" && Target.isForeign()))
      continue;
    Append(R.Needs, Addition.Needs);
    Append(R.Uses, Addition.Uses);
    Append(R.Prepare, Addition.Prepare);
    Append(R.Arguments, Addition.Arguments);
    Append(R.Flags, Addition.Flags);
    for (ProgramRecipe &Program : R.Programs)
      Append(Program.Flags, Addition.Flags);
  }
  return R;
}

Result<Recipe> loadRecipe(const std::string &Recipes,
                          const std::string &Package) {
  const std::string Folder = Recipes + "/" + Package;
  const std::string File = Folder + "/recipe.json";
  std::error_code Ignored;
  if (!isPackageName(Package) || !std::filesystem::exists(File, Ignored)) {
    Strings Known = MLGO_TRY(listRecipes(Recipes));
    std::string Names;
    for (const std::string &Name : Known)
      Names += " " + Name;
    return Error(Package + ": no recipe, expected one of" + Names);
  }
  std::string Text = MLGO_TRY(readFile(File, size_t(1) << 20));
  return parseRecipe(Text, Package, Folder);
}

Result<Strings> listRecipes(const std::string &Recipes) {
  std::error_code Failure;
  std::filesystem::directory_iterator Entries(Recipes, Failure);
  if (Failure)
    return Error(Recipes + ": cannot read recipes: " + Failure.message());
  Strings Names;
  for (const auto &Entry : Entries) {
    std::error_code Ignored;
    if (std::filesystem::exists(Entry.path() / "recipe.json", Ignored))
      Names.push_back(Entry.path().filename().string());
  }
  std::sort(Names.begin(), Names.end());
  return Names;
}
} // namespace mlgo
