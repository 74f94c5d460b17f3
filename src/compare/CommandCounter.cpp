// What programs execute, by command
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/CommandCounter.h"
#include "compare/SteadyWorld.h"
#include "embedded/CountNotes.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
/// As a C string.
static std::string quote(const std::string &Text) {
  return "\"" + escapeText(Text, {{'"', "\\\""}, {'\\', "\\\\"}}) + "\"";
}

Result<CommandCounter> CommandCounter::create(const std::string &Folder,
                                              unsigned Major) {
  ChildCommand Trial;
  Trial.Arguments = {"valgrind", "--version"};
  if (const auto Outcome = runChild(Trial); !Outcome || Outcome->ExitCode != 0)
    return Error("valgrind cannot be run, which counts what programs execute; "
                 "expected Debian's package valgrind");
  MLGO_TRY(makeEmptyFolder(Folder));
  CommandCounter Counter(Folder, "");
  for (const std::string &Part : {Counter.counts(), Folder + "/home"})
    MLGO_TRY(makeEmptyFolder(Part));
  Counter.Preload = MLGO_TRY(buildSteadyWorld(
      Folder, Major,
      "#define NOTE_FOLDER " + quote(Counter.counts()) + embedded::CountNotes));
  return Counter;
}

ChildCommand CommandCounter::commandFor(const std::string &Script) const {
  const char *Path = std::getenv("PATH");
  ChildCommand Command;
  Command.Arguments = steadyCommand(Folder + "/home", Preload);
  Command.Arguments.push_back(std::string("PATH=") + (Path ? Path : ""));
  // Each process writes a file, called by its number.
  for (const std::string &Word : cachegrindCommand(counts() + "/%p.counts"))
    Command.Arguments.push_back(Word);
  for (const char *Word : {"--trace-children=yes", "sh", "-c"})
    Command.Arguments.push_back(Word);
  Command.Arguments.push_back(Script);
  Command.DeadlineSeconds = CountSeconds;
  return Command;
}

Result<std::map<std::string, CountedProgram>> CommandCounter::take() const {
  std::map<std::string, CountedProgram> Found;
  std::error_code Failure;
  for (const auto &Entry : fs::directory_iterator(counts(), Failure)) {
    fs::path File = Entry.path();
    if (File.extension() != ".counts")
      continue;
    const std::string Name = File.string();
    // As CountNotes.c writes the number.
    const std::string Number = File.stem().string();
    File.replace_filename(
        std::string(10 - std::min<size_t>(10, Number.size()), '0') + Number);
    const auto Program = readFile(File.replace_extension(".program").string());
    if (!Program)
      continue;
    CountedProgram &Counted = Found[*Program];
    const std::string Text = MLGO_TRY(readFile(Name));
    Counted.Counts += MLGO_TRY(parseExecutionCounts(Text).in(Name));
    std::error_code Ignored;
    Counted.HasThreads |=
        fs::exists(File.replace_extension(".threads"), Ignored);
  }
  if (Failure)
    return Error(counts() + ": cannot read: " + Failure.message());
  MLGO_TRY(makeEmptyFolder(counts()));
  return Found;
}
} // namespace mlgo
