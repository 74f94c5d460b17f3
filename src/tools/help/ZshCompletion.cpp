// Command lines completed by zsh
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Text.h"
#include "tools/help/Completions.h"

namespace mlgo {
/// \p Text within a word in single quotes, where colons and brackets mean
/// something to _arguments.
static std::string escapeForZsh(const std::string &Text) {
  return escapeText(Text, {{'\'', "'\\''"},
                           {':', "\\:"},
                           {'[', "\\["},
                           {']', "\\]"},
                           {'\\', "\\\\"}});
}

static std::string nameFunction(const CommandText &Command) {
  std::string Name = "_" + Command.Name;
  std::replace(Name.begin(), Name.end(), ' ', '_');
  return Name;
}

/// One that _arguments takes: '*--level[What it is]:value:(Oz Os)'.
static std::string printZshOption(const OptionText &O) {
  std::string Rest = "[" + escapeForZsh(O.Description) + "]";
  if (!O.Value.empty()) {
    Rest += ":" + escapeForZsh(O.Value) + ":";
    const std::string Choices = joinText(O.Choices, " ", escapeForZsh);
    Rest +=
        Choices.empty() ? O.Value == "N" ? "" : "_files" : "(" + Choices + ")";
  }
  std::string Text;
  for (const std::string &Name : O.Names)
    Text += "    '*" + Name + Rest + "'\n";
  return Text;
}

static void printFunction(const CommandText &Command, std::string &Text) {
  for (const CommandText &C : Command.Commands)
    printFunction(C, Text);
  Text += nameFunction(Command) +
          "() {\n  local line state\n  local -a options=(\n";
  for (const OptionText &O : Command.Options)
    if (!O.IsPositional)
      Text += printZshOption(O);
  Text += "  )\n";
  if (Command.Commands.empty()) {
    Text += "  _arguments -s $options '*:file:_files'\n}\n\n";
    return;
  }
  Text += "  local -a commands=(\n";
  std::string Calls;
  for (const CommandText &C : Command.Commands) {
    const std::string Name = C.Name.substr(C.Name.rfind(' ') + 1);
    Text += "    '" + Name + ":" + escapeForZsh(C.Summary) + "'\n";
    Calls += "    " + Name + ") " + nameFunction(C) + " ;;\n";
  }
  Text += "  )\n  _arguments -C $options '1: :->command' '*:: :->rest'\n"
          "  case $state in\n  command) _describe command commands ;;\n"
          "  rest)\n    case $words[1] in\n" +
          Calls + "    esac\n    ;;\n  esac\n}\n\n";
}

std::string printZshCompletion(const CommandText &Program) {
  std::string Text = "#compdef " + Program.Name +
                     "\n# zsh completion of mlgo, made by mlgo itself.\n\n"
                     "# What stands behind -- is a command of its own.\n"
                     "_mlgo_or_command() {\n"
                     "  local place=${words[(i)--]}\n"
                     "  if ((place < CURRENT)); then\n"
                     "    words=(\"${(@)words[place + 1,-1]}\")\n"
                     "    ((CURRENT -= place))\n"
                     "    _normal\n"
                     "  else\n"
                     "    _mlgo\n"
                     "  fi\n}\n\n";
  printFunction(Program, Text);
  return Text + "_mlgo_or_command \"$@\"\n";
}
} // namespace mlgo
