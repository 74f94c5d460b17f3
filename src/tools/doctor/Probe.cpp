// Does this compiler do that?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/doctor/Probe.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ShortNames.h"
#include "task/Task.h"
#include <cctype>
#include <sstream>

namespace mlgo {
/// No compiler takes that long for so little.
constexpr unsigned ProbeSeconds = 60;

constexpr const char *CProgram = R"(#include <stdio.h>
static int twice(int Value) { return Value + Value; }
int main(int Argc, char **Argv) {
  printf("%d\n", twice(Argc) + twice(Argc + 1));
  return 0;
}
)";

constexpr const char *CxxProgram = R"(#include <string>
static std::string twice(const std::string &Text) { return Text + Text; }
int main(int Argc, char **Argv) {
  return int(twice(Argv[0]).size() + twice("a").size()) == Argc;
}
)";

constexpr const char *RustProgram = R"(fn twice(value: usize) -> usize {
    value + value
}
pub fn many(value: &[usize]) -> usize {
    value.iter().map(|v| twice(*v)).sum()
}
)";

static std::string firstComplaint(const std::string &Text) {
  std::istringstream Lines(Text);
  std::string First;
  for (std::string Line; std::getline(Lines, Line);) {
    if (Line.find("error") != std::string::npos)
      return Line;
    if (First.empty())
      First = Line;
  }
  return First;
}

Result<Probe> Probe::create() {
  ScratchFolder Folder = MLGO_TRY(ScratchFolder::create());
  MLGO_TRY(writeFileAtomically(Folder.file("tiny.c"), CProgram));
  MLGO_TRY(writeFileAtomically(Folder.file("tiny.cpp"), CxxProgram));
  MLGO_TRY(writeFileAtomically(Folder.file("tiny.rs"), RustProgram));
  return Probe(std::move(Folder));
}

ProbeOutcome Probe::compile(const std::string &Compiler, bool IsCxx,
                            std::vector<std::string> Flags) const {
  std::vector<std::string> Arguments = {Compiler, "-Oz"};
  Arguments.insert(Arguments.end(), Flags.begin(), Flags.end());
  Arguments.insert(Arguments.end(),
                   {IsCxx ? "tiny.cpp" : "tiny.c", "-o", "tiny"});
  return run(std::move(Arguments));
}

ProbeOutcome Probe::compileRust(const std::string &Wrapper,
                                const std::string &Rustc) const {
  return run({Wrapper, Rustc, "-C", "opt-level=z", "--crate-type", "lib",
              "tiny.rs", "-o", "tiny"});
}

ProbeOutcome Probe::run(std::vector<std::string> Arguments) const {
  const std::string Counts = Folder.file("counts");
  std::error_code Ignored;
  fs::remove(Counts, Ignored);
  ChildCommand Command;
  Command.Arguments = std::move(Arguments);
  Command.Folder = Folder.path();
  Command.DeadlineSeconds = ProbeSeconds;
  // A cache would answer by itself.
  Command.Environment = {{"CCACHE_DISABLE", "1"},
                         {defaultTask().variable("STATS_FILE"), Counts}};
  ProbeOutcome Outcome;
  const auto Ended = runChild(Command);
  if (!Ended) {
    Outcome.Complaint = Ended.error().message();
    return Outcome;
  }
  Outcome.Works = Ended->ExitCode == 0;
  if (!Outcome.Works)
    Outcome.Complaint = firstComplaint(Ended->ErrorOutput + Ended->Output);
  if (!Outcome.Works && Outcome.Complaint.empty())
    Outcome.Complaint = "exit code " + std::to_string(Ended->ExitCode);
  if (const auto Text = readFile(Counts))
    for (size_t At = 0;
         (At = Text->find("decisions=", At)) != std::string::npos; At += 10)
      Outcome.IsAsked |= Text->compare(At + 10, 1, "0") != 0;
  return Outcome;
}

std::string askVersion(const std::string &Program, bool &IsClang) {
  ChildCommand Command;
  Command.Arguments = {Program, "--version"};
  Command.DeadlineSeconds = ProbeSeconds;
  const auto Ended = runChild(Command);
  if (!Ended || Ended->ExitCode != 0)
    return "";
  const std::string Line = Ended->Output.substr(0, Ended->Output.find('\n'));
  constexpr std::string_view Clang = "clang version ";
  const size_t Place = Line.find(Clang);
  IsClang = Place != std::string::npos;
  // Others have the package's version before their own.
  std::istringstream Words(IsClang ? Line.substr(Place + Clang.size()) : Line);
  std::string Version;
  for (std::string Word; Words >> Word;)
    if (std::isdigit(static_cast<unsigned char>(Word.front())) &&
        (Version.empty() || !IsClang))
      Version = Word;
  return Version;
}
} // namespace mlgo
