// corpus_description.json
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/CorpusDescription.h"
#include "mlgo/support/File.h"
#include <set>

namespace mlgo {
static Result<std::vector<std::string>> stringList(const OrderedJSON &Value,
                                                   const std::string &Key) {
  if (!Value.is_array())
    return Error(Key + ": is " + Value.type_name() +
                 ", expected a list of strings");
  std::vector<std::string> Texts;
  for (const OrderedJSON &Each : Value) {
    if (!Each.is_string())
      return Error(Key + ": has " + Each.type_name() + ", expected strings");
    Texts.push_back(Each.get<std::string>());
  }
  return Texts;
}

static Status checkModules(const std::vector<std::string> &Modules) {
  std::set<std::string_view> Seen;
  for (const std::string &Module : Modules) {
    if (!isPathWithinCorpus(Module))
      return Error("modules: '" + Module +
                   "' leads out of the corpus, expected a relative path");
    if (!Seen.insert(Module).second)
      return Error("modules: '" + Module + "' is there twice");
  }
  return Success();
}

bool isPathWithinCorpus(std::string_view Path) {
  if (Path.find('\0') != Path.npos)
    return false;
  while (true) {
    const size_t Slash = Path.find('/');
    const std::string_view Part = Path.substr(0, Slash);
    if (Part.empty() || Part == "." || Part == "..")
      return false;
    if (Slash == Path.npos)
      return true;
    Path.remove_prefix(Slash + 1);
  }
}

Result<CorpusDescription> parseCorpusDescription(std::string_view Text) {
  const OrderedJSON Root = parseJSON(Text);
  if (!Root.is_object())
    return Error("is no JSON object, expected a corpus description");
  CorpusDescription Description;
  for (const auto &[Key, Value] : Root.items()) {
    if (Key == "has_thinlto") {
      if (!Value.is_boolean())
        return Error("has_thinlto: is " + std::string(Value.type_name()) +
                     ", expected true or false");
      Description.HasThinLTO = Value.get<bool>();
    } else if (Key == "modules" || Key == "global_command_override") {
      auto Texts = MLGO_TRY(stringList(Value, Key));
      if (Key == "modules")
        Description.Modules = std::move(Texts);
      else
        Description.GlobalCommandOverride = std::move(Texts);
    } else {
      Description.Others[Key] = Value;
    }
  }
  for (const char *Key : {"has_thinlto", "modules"})
    if (!Root.contains(Key))
      return Error(std::string("key ") + Key + " is missing");
  MLGO_TRY(checkModules(Description.Modules));
  return Description;
}

Result<CorpusDescription> readCorpusDescription(const std::string &Corpus) {
  const std::string Path = Corpus + "/" + CorpusDescriptionFile;
  std::string Text = MLGO_TRY(readFile(Path, MaxFileBytes));
  return parseCorpusDescription(Text).in(Path);
}

Status writeCorpusDescription(const std::string &Corpus,
                              const CorpusDescription &Description) {
  MLGO_TRY(checkModules(Description.Modules).in(Corpus));
  OrderedJSON Root = OrderedJSON::object();
  if (Description.GlobalCommandOverride)
    Root["global_command_override"] = *Description.GlobalCommandOverride;
  Root["has_thinlto"] = Description.HasThinLTO;
  for (const auto &[Key, Value] : Description.Others.items())
    Root[Key] = Value;
  Root["modules"] = Description.Modules;
  // Names of files may be any bytes; what is not UTF-8 cannot be in JSON, and
  // the replacement would name no file.
  const std::string Text = toJSONText(Root, 2, /*ASCII=*/true) + "\n";
  if (Text.find("\\ufffd") != Text.npos)
    return Error(Corpus + ": a module's name is not UTF-8");
  return writeFileAtomically(Corpus + "/" + CorpusDescriptionFile, Text);
}
} // namespace mlgo
