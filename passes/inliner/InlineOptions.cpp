// What a user may tell the plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineOptions.h"

namespace mlgo {
PluginKit &getInlineKit() {
  static PluginKit Kit(**findTask("inline"));
  static const bool HasFlags = [] {
    PluginFlags &Flags = Kit.flags();
    Flags.addText("features", "mlgo|llvm",
                  "llvm: the policy sees LLVM's features alone, and is asked "
                  "wherever LLVM's own ML advisor asks");
    Flags.addText("reward", "none|native|functions|ir2native",
                  "How the training log scores decisions");
    Flags.addText("reward-model", "file",
                  "The model of -mlgo-inline-reward=ir2native");
    Flags.addText("decisions", "file",
                  "Decide the call sites in this file as it says; the others "
                  "are decided as without it");
    Flags.addText("record", "file",
                  "Append every decision, its site and its inputs to this "
                  "decisions file");
    Flags.addSwitch("include-default",
                    "Let inlining_default be an input of the channel and the "
                    "training log");
    Flags.addSwitch("everywhere", "Ask the policy also in functions that are "
                                  "not optimised for minimal size");
    Flags.addSwitch("before-link",
                    "Ask the policy also when files are compiled for an LTO "
                    "link, which the linker's own run would otherwise be left "
                    "to decide");
    Flags.addText("hot", "guard|ignore",
                  "guard: at -Oz and -Os calls that run often in a loop and "
                  "that stock inlines are inlined; ignore: bytes alone count");
    Flags.addSwitch("outline", "Put code that repeats into functions of its "
                               "own on WebAssembly; backtraces have these");
    Flags.addSwitch("small-std",
                    "With rustc's fat and thin LTO at opt-level s and z, "
                    "compile Rust's standard library for size, too");
    return true;
  }();
  (void)HasFlags;
  return Kit;
}

InlineOptions getInlineOptions() {
  const PluginKit &Kit = getInlineKit();
  OptionReader Reader = getInlineKit().flags().reader();
  InlineOptions Options;
  Options.Features = static_cast<InlineOptions::FeatureKind>(
      Reader.word("features", {"mlgo", "llvm"}));
  Options.Reward = static_cast<InlineOptions::RewardKind>(
      Reader.word("reward", {"none", "native", "functions", "ir2native"}));
  Options.GuardHot = Reader.word("hot", {"guard", "ignore"}) == 0;
  static_cast<TaskOptions &>(Options) = Kit.readOptions(Reader);
  Options.RewardModel = Reader.text("reward-model");
  Options.Decisions = Reader.text("decisions");
  if (!PluginKit::isTrial())
    Options.Record = Reader.text("record");
  Options.IncludeDefault = Reader.flag("include-default");
  Options.Everywhere = Reader.flag("everywhere");
  Options.BeforeLink = Reader.flag("before-link");
  Options.Outline = Reader.flag("outline");
  Options.SmallStd = Reader.flag("small-std");
  if (Options.Features == InlineOptions::FeatureKind::LLVM &&
      Options.wantsDecisions() && !Options.Fault)
    Options.Fault = Error("mlgo-inline-features is 'llvm', expected 'mlgo' "
                          "with a file of decisions");
  return Options;
}
} // namespace mlgo
