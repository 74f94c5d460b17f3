//===- InlineOptions.cpp - What a user may tell the plugin ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineOptions.h"

#include "llvm/Support/CommandLine.h"

#include <cstdlib>

using namespace llvm;

namespace {

cl::OptionCategory Category("mlgo inliner options");

cl::opt<mlgo::InlineOptions::ModeKind>
    ModeFlag("mlgo-inline-mode", cl::cat(Category),
             cl::desc("Who decides what to inline (MLGO_INLINE_MODE)"),
             cl::init(mlgo::InlineOptions::ModeKind::Release),
             cl::values(clEnumValN(mlgo::InlineOptions::ModeKind::Release,
                                   "release", "the trained policy"),
                        clEnumValN(mlgo::InlineOptions::ModeKind::Default,
                                   "default", "the stock heuristic")));
cl::opt<std::string>
    ModelFlag("mlgo-inline-model", cl::cat(Category), cl::value_desc("file"),
              cl::desc("Policy to load instead of the built-in one "
                       "(MLGO_INLINE_MODEL)"));
cl::opt<std::string>
    TrainingLogFlag("mlgo-inline-training-log", cl::cat(Category),
                    cl::value_desc("path"),
                    cl::desc("Log decisions and their inputs to this file, or "
                             "to a file for each module in this folder "
                             "(MLGO_INLINE_TRAINING_LOG)"));
cl::opt<std::string> DecisionsFlag(
    "mlgo-inline-decisions", cl::cat(Category), cl::value_desc("file"),
    cl::desc("Decide the call sites in this file as it says; the others are "
             "decided as without it (MLGO_INLINE_DECISIONS)"));
cl::opt<std::string>
    RecordFlag("mlgo-inline-record", cl::cat(Category), cl::value_desc("file"),
               cl::desc("Append every decision, its site and its inputs to "
                        "this decisions file (MLGO_INLINE_RECORD)"));
cl::opt<std::string> StatsFileFlag("mlgo-inline-stats-file", cl::cat(Category),
                                   cl::value_desc("file"),
                                   cl::desc("Append statistics to this file "
                                            "(MLGO_INLINE_STATS_FILE)"));
cl::opt<bool> EverywhereFlag(
    "mlgo-inline-everywhere", cl::cat(Category),
    cl::desc("Ask the policy also in functions that are not optimised for "
             "minimal size (MLGO_INLINE_EVERYWHERE)"));
cl::opt<bool> BeforeLinkFlag(
    "mlgo-inline-before-link", cl::cat(Category),
    cl::desc("Ask the policy also when files are compiled for an LTO link, "
             "which the linker's own run would otherwise be left to decide "
             "(MLGO_INLINE_BEFORE_LINK)"));
cl::opt<bool> StatsFlag("mlgo-inline-stats", cl::cat(Category),
                        cl::desc("Print statistics to standard error "
                                 "(MLGO_INLINE_STATS)"));
cl::opt<bool> RequireModelFlag(
    "mlgo-inline-require-model", cl::cat(Category),
    cl::desc("Fail if the policy cannot be used, instead of warning and "
             "compiling with the stock heuristic "
             "(MLGO_INLINE_REQUIRE_MODEL)"));

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

} // namespace

namespace mlgo {

InlineOptions getInlineOptions() {
  InlineOptions Options;
  Options.Mode = ModeFlag;
  const char *Mode = std::getenv("MLGO_INLINE_MODE");
  if (!ModeFlag.getNumOccurrences() && Mode && StringRef(Mode) == "default")
    Options.Mode = InlineOptions::ModeKind::Default;
  Options.Model = getString(ModelFlag, "MLGO_INLINE_MODEL");
  Options.TrainingLog = getString(TrainingLogFlag, "MLGO_INLINE_TRAINING_LOG");
  Options.Decisions = getString(DecisionsFlag, "MLGO_INLINE_DECISIONS");
  Options.Record = getString(RecordFlag, "MLGO_INLINE_RECORD");
  Options.StatsFile = getString(StatsFileFlag, "MLGO_INLINE_STATS_FILE");
  Options.Everywhere = getBool(EverywhereFlag, "MLGO_INLINE_EVERYWHERE");
  Options.BeforeLink = getBool(BeforeLinkFlag, "MLGO_INLINE_BEFORE_LINK");
  Options.Stats = getBool(StatsFlag, "MLGO_INLINE_STATS");
  Options.RequireModel = getBool(RequireModelFlag, "MLGO_INLINE_REQUIRE_MODEL");
  return Options;
}

} // namespace mlgo
