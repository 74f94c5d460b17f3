// --help that fits on a screen
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/help/HelpFormatter.h"
#include "tools/help/CommandText.h"

namespace mlgo {
constexpr size_t Columns = 80, Left = 26;

/// \p Call, then \p Text to its right, or below where the call is long.
static std::string printLine(const std::string &Call, const std::string &Text) {
  std::string Line = "  " + Call;
  if (!Text.empty()) {
    Line += Line.size() + 2 > Left ? "\n" + std::string(Left, ' ')
                                   : std::string(Left - Line.size(), ' ');
    Line += wrapText(Text, Columns, Left);
  }
  return Line + "\n";
}

static std::string printOption(const OptionText &O) {
  std::string Text = O.Description;
  if (!O.Default.empty())
    Text += (Text.empty() ? "[" : " [") + O.Default + "]";
  if (O.IsRequired && !O.IsPositional)
    Text += " (required)";
  return printLine(O.describeCall(), Text);
}

static std::string printOptions(const CommandText &C, bool IsAll) {
  std::string Text, Group, Rare;
  for (const OptionText &O : C.Options) {
    if (O.IsRare && !IsAll) {
      Rare += (Rare.empty() ? "" : ", ") + O.Names.back();
      continue;
    }
    if (O.Group != Group)
      Text += "\n" + O.Group + ":\n";
    Group = O.Group;
    Text += printOption(O);
  }
  if (!Rare.empty())
    Text +=
        "\n" + wrapText("More, with --help-all: " + Rare, Columns, 2) + "\n";
  return Text;
}

/// A shell goes on in the next line after a backslash.
static std::string breakExample(const std::string &Line) {
  if (Line.size() + 2 <= Columns)
    return Line;
  const size_t Space = Line.rfind(' ', Columns - 5);
  return Line.substr(0, Space) + " \\\n   " + Line.substr(Space);
}

std::string HelpFormatter::make_help(const CLI::App *App, std::string,
                                     CLI::AppFormatMode Mode) const {
  const CommandText C = describeCommand(*App);
  std::string Text = wrapText(C.Description, Columns, 0) +
                     "\n\nUsage: " + wrapText(C.describeUsage(), Columns, 4) +
                     "\n";
  Text += printOptions(C, Mode == CLI::AppFormatMode::All);
  const std::string *Group = nullptr;
  for (const CommandText &Command : C.Commands) {
    if (!Group || *Group != Command.Group)
      Text += "\nCommands" +
              (Command.Group.empty() ? "" : " " + Command.Group) + ":\n";
    Group = &Command.Group;
    Text += printLine(Command.Name.substr(Command.Name.rfind(' ') + 1),
                      Command.Summary);
  }
  if (!C.Example.empty())
    Text += "\nExample:\n";
  for (const std::string &Line : C.Example)
    Text += "  " + breakExample(Line) + "\n";
  return Text;
}
} // namespace mlgo
