// Who decides, in the user's words
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/runner/RunnerOptions.h"
#include <cctype>
#include <cstdlib>

namespace mlgo {
std::string toVariable(const std::string &Name) {
  std::string Text = Name;
  for (char &C : Text)
    C = C == '-' ? '_' : static_cast<char>(std::toupper(C));
  return Text;
}

OptionReader OptionReader::ofEnvironment(const std::string &Prefix) {
  auto Variable = [Prefix](const std::string &Name) {
    return Prefix + "_" + toVariable(Name);
  };
  auto Text = [Variable](const std::string &Name) -> std::string {
    const char *Value = std::getenv(Variable(Name).c_str());
    return Value ? Value : "";
  };
  return OptionReader({Text, Variable});
}

void OptionReader::noteFault(const std::string &Name,
                             const std::string &Expected) {
  if (!Fault)
    Fault = Error(From.Title(Name) + " is '" + text(Name) + "', expected " +
                  Expected);
}

bool OptionReader::flag(const std::string &Name) const {
  const std::string Text = text(Name);
  return !Text.empty() && Text != "0";
}

size_t OptionReader::word(const std::string &Name,
                          std::initializer_list<const char *> Words,
                          size_t Default) {
  const std::string Text = text(Name);
  if (Text.empty())
    return Default;
  std::string Known;
  size_t Place = 0;
  for (const char *Word : Words) {
    if (Text == Word)
      return Place;
    Known += (Place++ ? " or " : "") + std::string(Word);
  }
  noteFault(Name, Known);
  return Default;
}

double OptionReader::seconds(const std::string &Name, double Default) {
  const std::string Text = text(Name);
  if (Text.empty())
    return Default;
  char *End;
  const double Seconds = std::strtod(Text.c_str(), &End);
  // More than a day would overflow clocks.
  if (!*End && Seconds > 0 && Seconds <= 86400)
    return Seconds;
  noteFault(Name, "seconds, more than 0 and at most 86400");
  return Default;
}

RunnerOptions RunnerOptions::read(OptionReader &From) {
  RunnerOptions O;
  O.Mode = static_cast<RunnerMode>(
      From.word("mode", {"release", "development", "interactive", "default"}));
  O.Model = From.text("model");
  O.OutputSpec = From.text("output-spec");
  O.TrainingLog = From.text("training-log");
  O.Channel = From.text("channel");
  O.ChannelDeadline = From.seconds("channel-deadline", O.ChannelDeadline);
  return O;
}
} // namespace mlgo
