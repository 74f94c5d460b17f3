// A task's flags and variables
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PluginFlags.h"
#include "llvm/Support/CommandLine.h"
#include <cstdlib>

using namespace llvm;

namespace mlgo {
static cl::OptionCategory &getCategory() {
  static cl::OptionCategory Category("mlgo options");
  return Category;
}

/// A switch for all tasks and for all plugins that are loaded; the first adds
/// it.
static const cl::Option &addCommonSwitch(StringRef Name, StringRef Does) {
  const auto &Known = cl::getRegisteredOptions();
  if (auto Added = Known.find(Name); Added != Known.end())
    return *Added->second;
  return *new cl::opt<bool>(Name, cl::cat(getCategory()), cl::ZeroOrMore,
                            cl::ValueDisallowed, cl::desc(Does));
}

static const cl::Option &getStrictOption() {
  static const cl::Option &Strict = addCommonSwitch(
      "mlgo-strict", "Fail if a model, decisions or an option of mlgo's cannot "
                     "be used, instead of warning and compiling without");
  return Strict;
}

static const cl::Option &getOffOption() {
  static const cl::Option &Off = addCommonSwitch(
      "mlgo-off", "Compile as without mlgo, whatever its other options say");
  return Off;
}

/// Whether \p Option was given, or \p Variable is set and not 0.
static bool isGiven(const cl::Option &Option, const char *Variable) {
  const char *Value = std::getenv(Variable);
  return Option.getNumOccurrences() ||
         (Value && *Value && std::string(Value) != "0");
}

/// LLVM keeps references to the texts of an option.
struct PluginFlags::Flag {
  Flag(std::string Name, std::string Value, std::string Description)
      : Name(std::move(Name)), Value(std::move(Value)),
        Description(std::move(Description)) {}
  virtual ~Flag() = default;
  /// Empty unless it was given.
  virtual std::string text() const = 0;

  const std::string Name, Value, Description;
};

struct PluginFlags::TextFlag final : Flag {
  using Flag::Flag;
  std::string text() const override { return Option; }
  // Flags of a build system and those of a user meet: the last one wins.
  cl::opt<std::string> Option{StringRef(Name), cl::cat(getCategory()),
                              cl::ZeroOrMore, cl::value_desc(Value),
                              cl::desc(Description)};
};

struct PluginFlags::SwitchFlag final : Flag {
  using Flag::Flag;
  std::string text() const override {
    return Option.getNumOccurrences() ? (Option ? "1" : "0") : "";
  }
  cl::opt<bool> Option{StringRef(Name), cl::cat(getCategory()), cl::ZeroOrMore,
                       cl::desc(Description)};
};

PluginFlags::~PluginFlags() = default;

PluginFlags::PluginFlags(const Task &T)
    : T(T), AreAdded(!cl::getRegisteredOptions().count("mlgo-" + T.Prefix +
                                                       "-mode")) {
  addText("mode", "release|development|interactive|default",
          "Who decides " + T.Description +
              ": a policy, the model under training, a host at a channel, or "
              "the stock heuristic");
  addText("model", "file",
          "Policy to load instead of the built-in one; in development, the "
          "model under training");
  addText("output-spec", "file",
          "Describes the outputs of the model under training");
  addText("training-log", "path",
          "Log decisions and their inputs to this file, or to a file for each "
          "module in this folder");
  addText("channel", "base",
          "Ask the host that writes to BASE.in and reads BASE.out");
  addText("channel-deadline", "seconds",
          "How long to wait for the host, 60 by default");
  addText("stats-file", "file", "Append statistics to this file");
  addSwitch("stats", "Print statistics to standard error");
  if (AreAdded) {
    getStrictOption();
    getOffOption();
  }
}

void PluginFlags::addText(const std::string &Name, const std::string &Value,
                          const std::string &Description) {
  if (!AreAdded)
    return;
  Flags[Name] = std::make_unique<TextFlag>("mlgo-" + T.Prefix + "-" + Name,
                                           Value, Description);
}

void PluginFlags::addSwitch(const std::string &Name,
                            const std::string &Description) {
  if (!AreAdded)
    return;
  Flags[Name] = std::make_unique<SwitchFlag>("mlgo-" + T.Prefix + "-" + Name,
                                             "", Description);
}

bool PluginFlags::isStrict() {
  return isGiven(getStrictOption(), "MLGO_STRICT");
}

std::string PluginFlags::textOf(const std::string &Name) const {
  auto Known = Flags.find(Name);
  assert(Known != Flags.end() && "nobody added this option");
  if (isGiven(getOffOption(), "MLGO_OFF"))
    return Name == "mode" ? "default" : "";
  if (std::string Text = Known->second->text(); !Text.empty())
    return Text;
  const char *Value = std::getenv(T.variable(toVariable(Name)).c_str());
  return Value ? Value : "";
}

OptionReader PluginFlags::reader() const {
  return OptionReader({[this](const std::string &Name) { return textOf(Name); },
                       [this](const std::string &Name) {
                         return "mlgo-" + T.Prefix + "-" + Name;
                       }});
}
} // namespace mlgo
