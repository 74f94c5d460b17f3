//===- RegAllocOptions.cpp - What a user may tell the plugin --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegAllocOptions.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"

#include <cstdlib>

using namespace llvm;

namespace {

using Mode = mlgo::RegAllocOptions::ModeKind;

cl::OptionCategory Category("mlgo register allocation options");

cl::opt<Mode> ModeFlag(
    "mlgo-regalloc-mode", cl::cat(Category), cl::init(Mode::Release),
    cl::desc("Who decides which live ranges to evict (MLGO_REGALLOC_MODE)"),
    cl::values(clEnumValN(Mode::Release, "release", "the trained policy"),
               clEnumValN(Mode::Development, "development",
                          "the model under training or the stock heuristic, "
                          "with a training log"),
               clEnumValN(Mode::Interactive, "interactive",
                          "another process, through a channel"),
               clEnumValN(Mode::Default, "default", "the stock heuristic")));
cl::opt<std::string>
    ModelFlag("mlgo-regalloc-model", cl::cat(Category), cl::value_desc("file"),
              cl::desc("Policy to load (MLGO_REGALLOC_MODEL)"));
cl::opt<std::string>
    TrainingLogFlag("mlgo-regalloc-training-log", cl::cat(Category),
                    cl::value_desc("path"),
                    cl::desc("Log decisions, their inputs and the functions' "
                             "scores to this file, or to a file for each "
                             "module in this folder "
                             "(MLGO_REGALLOC_TRAINING_LOG)"));
cl::opt<std::string>
    ChannelFlag("mlgo-regalloc-channel", cl::cat(Category),
                cl::value_desc("path"),
                cl::desc("Send inputs to <path>.out and read decisions from "
                         "<path>.in (MLGO_REGALLOC_CHANNEL)"));
cl::opt<unsigned> ChannelDeadlineFlag(
    "mlgo-regalloc-channel-deadline", cl::cat(Category), cl::init(60),
    cl::value_desc("seconds"),
    cl::desc("How long to wait for a decision of the other process "
             "(MLGO_REGALLOC_CHANNEL_DEADLINE)"));
cl::opt<std::string> StatsFileFlag("mlgo-regalloc-stats-file",
                                   cl::cat(Category), cl::value_desc("file"),
                                   cl::desc("Append statistics to this file "
                                            "(MLGO_REGALLOC_STATS_FILE)"));
cl::opt<bool> StatsFlag("mlgo-regalloc-stats", cl::cat(Category),
                        cl::desc("Print statistics to standard error "
                                 "(MLGO_REGALLOC_STATS)"));
cl::opt<bool> RequireModelFlag(
    "mlgo-regalloc-require-model", cl::cat(Category),
    cl::desc("Fail if the policy cannot be used, instead of warning and "
             "compiling with the stock heuristic "
             "(MLGO_REGALLOC_REQUIRE_MODEL)"));

std::string getString(const cl::opt<std::string> &Flag, const char *Variable) {
  if (Flag.getNumOccurrences())
    return Flag;
  const char *Value = std::getenv(Variable);
  return Value ? Value : "";
}

bool getBool(const cl::opt<bool> &Flag, const char *Variable) {
  if (Flag.getNumOccurrences())
    return Flag;
  const char *Value = std::getenv(Variable);
  return Value && *Value && StringRef(Value) != "0";
}

/// What is no mode leaves the default, as an unknown variable would.
Mode getMode() {
  const char *Value = std::getenv("MLGO_REGALLOC_MODE");
  if (ModeFlag.getNumOccurrences() || !Value)
    return ModeFlag;
  return StringSwitch<Mode>(Value)
      .Case("development", Mode::Development)
      .Case("interactive", Mode::Interactive)
      .Case("default", Mode::Default)
      .Default(Mode::Release);
}

unsigned getDeadline() {
  const char *Value = std::getenv("MLGO_REGALLOC_CHANNEL_DEADLINE");
  unsigned Seconds;
  if (ChannelDeadlineFlag.getNumOccurrences() || !Value ||
      StringRef(Value).getAsInteger(10, Seconds))
    return ChannelDeadlineFlag;
  return Seconds;
}

} // namespace

namespace mlgo {

RegAllocOptions getRegAllocOptions() {
  RegAllocOptions Options;
  Options.Mode = getMode();
  Options.Model = getString(ModelFlag, "MLGO_REGALLOC_MODEL");
  Options.TrainingLog =
      getString(TrainingLogFlag, "MLGO_REGALLOC_TRAINING_LOG");
  Options.Channel = getString(ChannelFlag, "MLGO_REGALLOC_CHANNEL");
  Options.ChannelDeadline = getDeadline();
  Options.StatsFile = getString(StatsFileFlag, "MLGO_REGALLOC_STATS_FILE");
  Options.Stats = getBool(StatsFlag, "MLGO_REGALLOC_STATS");
  Options.RequireModel =
      getBool(RequireModelFlag, "MLGO_REGALLOC_REQUIRE_MODEL");
  return Options;
}

} // namespace mlgo
