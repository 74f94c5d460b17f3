// Command lines completed by bash
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Text.h"
#include "tools/help/Completions.h"

namespace mlgo {
constexpr const char *Start = R"(# bash completion of mlgo, made by mlgo itself.
_mlgo()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local name=mlgo words= values= place
    for ((place = 1; place < COMP_CWORD; ++place)); do
        # A build or compiler, with a completion of its own if it has one.
        if [[ ${COMP_WORDS[place]} == -- ]]; then
            if declare -F _command_offset >/dev/null; then
                _command_offset $((place + 1))
            else
                mapfile -t COMPREPLY < <(compgen -c -f -- "$word")
            fi
            return
        fi
        case "$name ${COMP_WORDS[place]}" in
)";

constexpr const char *End = R"(    esac
    if [[ $values ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    elif [[ $word == -* || $words != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _mlgo mlgo
)";

static void listNames(const CommandText &Command, std::string &Names) {
  for (const CommandText &C : Command.Commands) {
    Names += (Names.empty() ? "" : " | ") + ("\"" + C.Name + "\"");
    listNames(C, Names);
  }
}

static void printCases(const CommandText &Command, std::string &Text) {
  Text += "    \"" + Command.Name + "\")\n        words=\"";
  std::string Words;
  // Options are completed where one was begun, commands before.
  for (const CommandText &C : Command.Commands)
    Words += (Words.empty() ? "" : " ") + C.Name.substr(C.Name.rfind(' ') + 1);
  for (const OptionText &O : Command.Options)
    if (!O.IsPositional)
      Words += (Words.empty() ? "" : " ") + O.Names.back();
  Text += Words + "\"\n        case $before in\n";
  for (const OptionText &O : Command.Options) {
    if (O.IsPositional || O.Value.empty())
      continue;
    if (!O.Choices.empty())
      Text += "        " + joinText(O.Names, " | ") + ") values=\"" +
              joinText(O.Choices, " ") + "\" ;;\n";
  }
  Text += "        esac\n        ;;\n";
  for (const CommandText &C : Command.Commands)
    printCases(C, Text);
}

std::string printBashCompletion(const CommandText &Program) {
  std::string Names;
  listNames(Program, Names);
  std::string Text = Start;
  Text += "        " + Names +
          ")\n            name+=\" ${COMP_WORDS[place]}\"\n"
          "            ;;\n        esac\n    done\n    case $name in\n";
  printCases(Program, Text);
  return Text + End;
}
} // namespace mlgo
