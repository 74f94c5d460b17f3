//===- InlineOptions.cpp - What a user may tell the plugin ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <cstdlib>

using namespace llvm;
using mlgo::InlineOptions;

namespace {

cl::OptionCategory Category("mlgo inliner options");

/// A flag that is a string to the command line also where we expect one of a
/// few words: LLVM would end the process for a word that it does not know.
struct TextFlag : cl::opt<std::string> {
  TextFlag(StringRef Name, StringRef Value, StringRef Description)
      : cl::opt<std::string>(Name, cl::cat(Category), cl::value_desc(Value),
                             cl::desc(Description)) {}
};

struct BoolFlag : cl::opt<bool> {
  BoolFlag(StringRef Name, StringRef Description)
      : cl::opt<bool>(Name, cl::cat(Category), cl::desc(Description)) {}
};

TextFlag ModeFlag("mlgo-inline-mode", "release|development|interactive|default",
                  "Who decides what to inline: a policy, the model under "
                  "training, a host at a channel, or the stock heuristic");
TextFlag ModelFlag("mlgo-inline-model", "file",
                   "Policy to load instead of the built-in one; in "
                   "development, the model under training");
TextFlag FeaturesFlag("mlgo-inline-features", "mlgo|llvm",
                      "llvm: the policy sees LLVM's features alone, and is "
                      "asked wherever LLVM's own ML advisor asks");
TextFlag TrainingLogFlag("mlgo-inline-training-log", "path",
                         "Log decisions and their inputs to this file, or to "
                         "a file for each module in this folder");
TextFlag RewardFlag("mlgo-inline-reward", "none|native|functions|ir2native",
                    "How the training log scores decisions");
TextFlag RewardModelFlag("mlgo-inline-reward-model", "file",
                         "The model of -mlgo-inline-reward=ir2native");
TextFlag OutputSpecFlag("mlgo-inline-output-spec", "file",
                        "Describes the outputs of the model under training");
TextFlag ChannelFlag("mlgo-inline-channel", "base",
                     "Ask the host that writes to BASE.in and reads BASE.out");
TextFlag ChannelDeadlineFlag("mlgo-inline-channel-deadline", "seconds",
                             "How long to wait for the host, 60 by default");
TextFlag DecisionsFlag("mlgo-inline-decisions", "file",
                       "Decide the call sites in this file as it says; the "
                       "others are decided as without it");
TextFlag RecordFlag("mlgo-inline-record", "file",
                    "Append every decision, its site and its inputs to this "
                    "decisions file");
TextFlag StatsFileFlag("mlgo-inline-stats-file", "file",
                       "Append statistics to this file");
BoolFlag IncludeDefaultFlag("mlgo-inline-include-default",
                            "Let inlining_default be an input of the channel "
                            "and the training log");
BoolFlag EverywhereFlag("mlgo-inline-everywhere",
                        "Ask the policy also in functions that are not "
                        "optimised for minimal size");
BoolFlag BeforeLinkFlag("mlgo-inline-before-link",
                        "Ask the policy also when files are compiled for an "
                        "LTO link, which the linker's own run would otherwise "
                        "be left to decide");
BoolFlag StatsFlag("mlgo-inline-stats", "Print statistics to standard error");
BoolFlag RequireModelFlag("mlgo-inline-require-model",
                          "Fail if the policy cannot be used, instead of "
                          "warning and compiling with the stock heuristic");

/// The variable of a flag: MLGO_INLINE_MODE is that of mlgo-inline-mode.
std::string getVariable(const cl::Option &Flag) {
  std::string Name = Flag.ArgStr.upper();
  for (char &C : Name)
    C = C == '-' ? '_' : C;
  return Name;
}

std::string getString(const TextFlag &Flag) {
  if (Flag.getNumOccurrences())
    return Flag;
  const char *Value = std::getenv(getVariable(Flag).c_str());
  return Value ? Value : "";
}

bool getBool(const BoolFlag &Flag) {
  if (Flag.getNumOccurrences())
    return Flag;
  const char *Value = std::getenv(getVariable(Flag).c_str());
  return Value && *Value && StringRef(Value) != "0";
}

void noteFault(InlineOptions &Options, const TextFlag &Flag,
               const std::string &Found, const std::string &Expected) {
  if (!Options.Fault)
    Options.Fault = mlgo::Error(Flag.ArgStr.str() + " is '" + Found +
                                "', expected " + Expected);
}

/// Sets \p Value to the place of the flag's word in \p Words; nothing given
/// leaves it as it is.
template <typename Kind>
void readWord(InlineOptions &Options, const TextFlag &Flag, Kind &Value,
              ArrayRef<StringRef> Words) {
  const std::string Text = getString(Flag);
  if (Text.empty())
    return;
  for (size_t I = 0; I < Words.size(); ++I)
    if (Words[I] == Text) {
      Value = static_cast<Kind>(I);
      return;
    }
  noteFault(Options, Flag, Text, join(Words, " or "));
}

void readSeconds(InlineOptions &Options, const TextFlag &Flag, double &Value) {
  const std::string Text = getString(Flag);
  if (Text.empty())
    return;
  double Seconds = 0;
  // A day stands for never: more would overflow clocks.
  constexpr double Day = 86400;
  if (StringRef(Text).getAsDouble(Seconds) || !(Seconds > 0 && Seconds <= Day))
    noteFault(Options, Flag, Text, "seconds, more than 0 and at most 86400");
  else
    Value = Seconds;
}

} // namespace

namespace mlgo {

InlineOptions getInlineOptions() {
  InlineOptions Options;
  readWord(Options, ModeFlag, Options.Mode,
           {"release", "development", "interactive", "default"});
  readWord(Options, FeaturesFlag, Options.Features, {"mlgo", "llvm"});
  readWord(Options, RewardFlag, Options.Reward,
           {"none", "native", "functions", "ir2native"});
  readSeconds(Options, ChannelDeadlineFlag, Options.ChannelDeadline);
  Options.Model = getString(ModelFlag);
  Options.TrainingLog = getString(TrainingLogFlag);
  Options.RewardModel = getString(RewardModelFlag);
  Options.OutputSpec = getString(OutputSpecFlag);
  Options.Channel = getString(ChannelFlag);
  Options.Decisions = getString(DecisionsFlag);
  Options.Record = getString(RecordFlag);
  Options.StatsFile = getString(StatsFileFlag);
  Options.IncludeDefault = getBool(IncludeDefaultFlag);
  Options.Everywhere = getBool(EverywhereFlag);
  Options.BeforeLink = getBool(BeforeLinkFlag);
  Options.Stats = getBool(StatsFlag);
  Options.RequireModel = getBool(RequireModelFlag);
  return Options;
}

} // namespace mlgo
