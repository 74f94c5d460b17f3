// What a user may tell the plugin about passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GateOptions.h"
#include "GatePasses.h"
#include <charconv>

namespace mlgo {
/// Reads the whole number \p Name, at most \p Most and with \p Unit behind it,
/// into \p Number, which keeps its value if nothing was given.
template <typename NumberT>
static void readNumber(const OptionReader &Reader, const std::string &Name,
                       unsigned Least, size_t Most, NumberT &Number,
                       std::optional<Error> &Fault,
                       std::string_view Unit = "") {
  std::string Text = Reader.text(Name);
  if (Text.empty())
    return;
  const std::string Given = Text;
  Text.resize(Text.size() - Unit.size());
  NumberT Value = 0;
  const auto [End, Code] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  if (Code == std::errc() && End == Text.data() + Text.size() &&
      Value >= Least && Value <= Most)
    Number = Value;
  else if (!Fault)
    Fault = Error("mlgo-gate-" + Name + " is '" + Given + "', expected " +
                  std::to_string(Least) + " to " + std::to_string(Most) +
                  std::string(Unit));
}

PluginKit &getGateKit() {
  static PluginKit Kit(**findTask("gate"));
  static const bool HasFlags = [] {
    PluginFlags &Flags = Kit.flags();
    Flags.addText("decisions", "file",
                  "Run passes on functions, or leave them out, as this file "
                  "says; the others are decided as without it");
    Flags.addText("record", "file",
                  "Append every pass that is left out to this decisions file");
    Flags.addText("effort", "number|per cent",
                  "Generate code with so many sets of passes left out, or, as "
                  "50%, as many as take so much of a compilation's work, and "
                  "keep the smallest of each function");
    Flags.addText("jobs", "number",
                  "How many compilations for labels run at the same time, 1 by "
                  "default");
    Flags.addText("effort-seconds", "seconds",
                  "How much of a processor one compilation may take at most, "
                  "600 by default");
    Flags.addText("effort-work", "instructions",
                  "How many instructions of IR all compilations with sets left "
                  "out may have together, 16000000 by default; 0: any number");
    Flags.addText("sets", "file",
                  "Try the sets of passes in this file, one a line, instead "
                  "of those that are built in");
    Flags.addText("measured", "file",
                  "Append how large each function was without each set that "
                  "was tried");
    Flags.addText("labels", "file",
                  "Invert the decisions about one pass after the other, and "
                  "write what that does to each function: labels to learn "
                  "from");
    Flags.addText("slower", "per cent",
                  "How many more instructions a function may execute, guessed "
                  "by block frequencies, for being smaller: 2 by default, any "
                  "number with hot=ignore");
    Flags.addText("hot", "guard|ignore",
                  "Run passes that take instructions out of loops which go "
                  "round without a call, or let size alone decide");
    return true;
  }();
  (void)HasFlags;
  return Kit;
}

GateOptions getGateOptions() {
  OptionReader Reader = getGateKit().flags().reader();
  GateOptions Options;
  // Words come before what they do: readOptions() asks which were wrong.
  Options.GuardHot = Reader.word("hot", {"guard", "ignore"}) == 0;
  static_cast<TaskOptions &>(Options) = getGateKit().readOptions(Reader);
  Options.Decisions = Reader.text("decisions");
  if (!PluginKit::isTrial())
    Options.Record = Reader.text("record");
  Options.Sets = Reader.text("sets");
  Options.Measured = Reader.text("measured");
  Options.Labels = Reader.text("labels");
  if (const std::string Effort = Reader.text("effort");
      !Effort.empty() && Effort.back() == '%')
    readNumber(Reader, "effort", 1, 10000, Options.PerCent.emplace(0),
               Options.Fault, "%");
  else
    readNumber(Reader, "effort", 0,
               Options.Sets.empty() ? getGateSets().size() : 1000,
               Options.Effort, Options.Fault);
  readNumber(Reader, "jobs", 1, 256, Options.Jobs, Options.Fault);
  constexpr unsigned AnyNumber = 1000000;
  Options.Slower = Options.GuardHot ? Options.Slower : AnyNumber;
  readNumber(Reader, "slower", 0, AnyNumber, Options.Slower, Options.Fault);
  readNumber(Reader, "effort-work", 0, SIZE_MAX, Options.Work, Options.Fault);
  readNumber(Reader, "effort-seconds", 1, 86400, Options.Seconds,
             Options.Fault);
  return Options;
}
} // namespace mlgo
