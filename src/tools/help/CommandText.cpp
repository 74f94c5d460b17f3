// What there is to say of a command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/help/CommandText.h"
#include "support/Text.h"
#include <sstream>

namespace mlgo {
/// Of more letters, the choices are in the description.
constexpr size_t LongestChoices = 24;

static std::string nameCommand(const CLI::App &App) {
  const CLI::App *Parent = App.get_parent();
  return Parent ? nameCommand(*Parent) + " " + App.get_name() : App.get_name();
}

/// CLI11 has the check of a value behind its type: "TEXT:{Oz,Os}".
static void readType(const std::string &Type, OptionText &To) {
  const size_t Colon = Type.find(':');
  To.Value = Type.substr(0, Colon);
  const std::string Check =
      Colon == std::string::npos ? "" : Type.substr(Colon + 1);
  if (Check == "FILE" || Check == "DIR")
    To.Value = Check;
  else if (To.Value == "UINT" || To.Value == "INT" || To.Value == "FLOAT")
    To.Value = "N";
  if (Check.size() < 2 || Check.front() != '{')
    return;
  std::istringstream Words(Check.substr(1, Check.find('}') - 1));
  for (std::string Word; std::getline(Words, Word, ',');)
    To.Choices.push_back(Word);
}

/// Keys of configurations say their defaults themselves.
static std::string removeEmptyDefault(std::string Text) {
  for (const std::string_view Empty : {" [[]]", " [\"\"]"})
    if (Text.size() > Empty.size() &&
        Text.compare(Text.size() - Empty.size(), Empty.size(), Empty) == 0)
      Text.resize(Text.size() - Empty.size());
  return Text;
}

/// Arguments first, then group by group, --help at the end.
static void sortOptions(std::vector<OptionText> &Options) {
  std::vector<std::string> Groups = {"Arguments"};
  for (const OptionText &O : Options)
    if (O.Group != "Options")
      Groups.push_back(O.Group);
  Groups.push_back("Options");
  auto rank = [&](const OptionText &O) {
    const auto Place = std::find(Groups.begin(), Groups.end(), O.Group);
    return std::make_pair(Place - Groups.begin(), O.Names.back() == "--help");
  };
  std::stable_sort(Options.begin(), Options.end(),
                   [&](const OptionText &A, const OptionText &B) {
                     return rank(A) < rank(B);
                   });
}

/// How many letters at the start of \p Description are tags and a blank.
static size_t countTags(const std::string &Description) {
  const size_t End = Description.find(") ");
  if (Description.compare(0, 1, "(") != 0 || End == std::string::npos)
    return 0;
  return End + 2;
}

bool hasTag(const CLI::Option &Option, std::string_view Tag) {
  const std::string &Description = Option.get_description();
  const size_t Length = countTags(Description);
  if (Length == 0)
    return false;
  const std::string Tags = ", " + Description.substr(1, Length - 3) + ",";
  return Tags.find(", " + std::string(Tag) + ",") != std::string::npos;
}

static OptionText describeOption(const CLI::Option &Option) {
  OptionText To;
  for (const std::string &Name : Option.get_snames())
    To.Names.push_back("-" + Name);
  for (const std::string &Name : Option.get_lnames())
    // Spellings of another project's tools.
    if (Name.find('_') == std::string::npos)
      To.Names.push_back("--" + Name);
  To.IsPositional = To.Names.empty();
  if (To.IsPositional)
    To.Names.push_back(Option.get_single_name());
  if (Option.get_type_size() != 0) {
    readType(Option.get_type_name(), To);
    To.Default = Option.get_default_str();
    if (To.Default.size() >= 2 && To.Default.front() == '[')
      To.Default = To.Default.substr(1, To.Default.size() - 2);
    To.IsMany =
        Option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  }
  To.Description = removeEmptyDefault(
      Option.get_description().substr(countTags(Option.get_description())));
  if (joinText(To.Choices, "|").size() > LongestChoices)
    To.Description += ": " + joinText(To.Choices, ", ");
  To.Group = To.IsPositional ? "Arguments" : Option.get_group();
  To.IsRequired = Option.get_required();
  To.IsRare = hasTag(Option, "rare");
  return To;
}

/// The lines of \p Text from the example on are \p Example, those before are
/// one paragraph, which is returned.
static std::string splitExample(const std::string &Text,
                                std::vector<std::string> &Example) {
  constexpr std::string_view Start = "Example:";
  std::istringstream Lines(Text);
  std::string Before;
  bool IsExample = false;
  for (std::string Line; std::getline(Lines, Line);) {
    if (Line.compare(0, Start.size(), Start) == 0) {
      IsExample = true;
      Line.erase(0, Start.size());
    }
    const size_t First = Line.find_first_not_of(' ');
    if (First == std::string::npos)
      continue;
    if (!IsExample)
      Before += (Before.empty() ? "" : " ") + Line.substr(First);
    else if (!Example.empty() && Line.find("mlgo") == std::string::npos &&
             First > 2)
      // The rest of a long line.
      Example.back() += " \\", Example.push_back("  " + Line.substr(First));
    else
      Example.push_back(Line.substr(First));
  }
  return Before;
}

std::string OptionText::describeCall() const {
  std::string Text = joinText(Names, ", ");
  if (!IsPositional && !Value.empty()) {
    const std::string Words = joinText(Choices, "|");
    Text +=
        " " + (Words.empty() || Words.size() > LongestChoices ? Value : Words);
  }
  return IsMany ? Text + "..." : Text;
}

std::string CommandText::describeUsage() const {
  std::string Usage = Name + " [OPTIONS]";
  for (const OptionText &O : Options)
    if (O.IsPositional)
      Usage += (O.IsRequired ? " " : " [") + O.describeCall() +
               (O.IsRequired ? "" : "]");
  return Commands.empty() ? Usage : Usage + " COMMAND";
}

CommandText describeCommand(const CLI::App &App) {
  CommandText To;
  To.Name = nameCommand(App);
  To.Description = splitExample(App.get_description(), To.Example);
  const std::string Note = splitExample(App.get_footer(), To.Example);
  if (!Note.empty())
    To.Description += " " + Note + ".";
  To.Summary = To.Description.substr(0, To.Description.find(". "));
  for (const CLI::Option *Option : App.get_options())
    if (Option != App.get_help_all_ptr() && !Option->get_group().empty())
      To.Options.push_back(describeOption(*Option));
  sortOptions(To.Options);
  for (const CLI::App *Command : App.get_subcommands({}))
    if (!Command->get_group().empty()) {
      To.Commands.push_back(describeCommand(*Command));
      // The library's own name for no group.
      if (Command->get_group() != "Subcommands" &&
          Command->get_group() != "SUBCOMMANDS")
        To.Commands.back().Group = Command->get_group();
    }
  return To;
}

std::string wrapText(const std::string &Text, size_t Columns, size_t Indent) {
  std::istringstream Words(Text);
  std::string Wrapped, Word;
  size_t Column = Indent;
  while (Words >> Word) {
    if (Column > Indent && Column + 1 + Word.size() > Columns) {
      Wrapped += "\n" + std::string(Indent, ' ');
      Column = Indent;
    } else if (Column > Indent) {
      Wrapped += ' ';
      ++Column;
    }
    Wrapped += Word;
    Column += Word.size();
  }
  return Wrapped;
}
} // namespace mlgo
