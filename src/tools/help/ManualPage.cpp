// A command's page for man
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/help/ManualPage.h"
#include "support/Text.h"
#include <cctype>

namespace mlgo {
/// \p Text as it is, in one line that is no request of roff.
static std::string escape(const std::string &Text) {
  std::string Escaped = escapeText(Text, {{'\\', "\\e"},
                                          {'-', "\\-"},
                                          {'\'', "\\(aq"},
                                          {'`', "\\(ga"},
                                          {'^', "\\(ha"},
                                          {'~', "\\(ti"}});
  if (!Escaped.empty() && Escaped.front() == '.')
    Escaped = "\\&" + Escaped;
  return Escaped;
}

/// A line of input for each of output, which is what tools that check roff
/// like.
static std::string printText(const std::string &Text) {
  return escape(wrapText(Text, 76, 0)) + "\n";
}

static std::string printItem(const OptionText &O) {
  std::string Text = ".TP\n\\fB" + escape(O.describeCall()) + "\\fR\n";
  std::string Words = O.Description;
  if (!O.Default.empty())
    Words += (Words.empty() ? "Default: " : ". Default: ") + O.Default;
  if (O.IsRequired && !O.IsPositional)
    Words += Words.empty() ? "Required" : ". Required";
  return Text +
         printText(Words.empty() ? "See the description above." : Words + ".");
}

static std::string printItems(const CommandText &Command) {
  std::string Text, Group;
  for (const OptionText &O : Command.Options) {
    if (O.Group != Group) {
      std::string Title = O.Group;
      std::transform(Title.begin(), Title.end(), Title.begin(), ::toupper);
      Text += ".SH " + Title + "\n";
    }
    Group = O.Group;
    Text += printItem(O);
  }
  return Text;
}

std::string nameManualPage(const CommandText &Command) {
  std::string Name = Command.Name;
  std::replace(Name.begin(), Name.end(), ' ', '-');
  return Name;
}

std::string printManualPage(const CommandText &Command,
                            const std::vector<std::string> &Others,
                            const std::string &Version) {
  std::string Title = nameManualPage(Command);
  std::string Text = ".\\\" Made by mlgo of what its --help says.\n.TH ";
  std::string Upper = Title;
  std::transform(Upper.begin(), Upper.end(), Upper.begin(), ::toupper);
  Text +=
      escape(Upper) + " 1 \"\" \"mlgo " + Version + "\" \"User Commands\"\n";
  Text += ".SH NAME\n" + escape(Title) + " \\- " + escape(Command.Summary) +
          "\n.SH SYNOPSIS\n\\fB" + escape(Command.describeUsage()) +
          "\\fR\n.SH DESCRIPTION\n" +
          printText(Command.Description +
                    (Command.Description.back() == '.' ? "" : "."));
  Text += printItems(Command);
  if (!Command.Commands.empty())
    Text += ".SH COMMANDS\n";
  for (const CommandText &C : Command.Commands)
    Text += ".TP\n\\fB" + escape(nameManualPage(C)) + "\\fR(1)\n" +
            printText(C.Summary + ".");
  if (!Command.Example.empty())
    Text += ".SH EXAMPLES\n.EX\n";
  for (const std::string &Line : Command.Example)
    Text += escape(Line) + "\n";
  if (!Command.Example.empty())
    Text += ".EE\n";
  Text +=
      ".SH \"EXIT STATUS\"\n0: it is done; 1: an error, which standard error "
      "has; 2: the command line is wrong.\n";
  if (!Others.empty())
    Text += ".SH \"SEE ALSO\"\n";
  for (const std::string &Other : Others)
    Text += ".BR " + escape(Other) + " (1)" +
            (Other == Others.back() ? "" : ",") + "\n";
  return Text;
}
} // namespace mlgo
