//===- CommandCounter.cpp - What programs execute, by command -------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/CommandCounter.h"

#include "compare/SteadyWorld.h"
#include "mlgo/support/File.h"

#include <cstdlib>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

constexpr unsigned CountSeconds = 3600;

/// Notes which program a process is, beside the counts that valgrind writes at
/// its end, and whether it has threads. A new program in the same process
/// replaces the note.
constexpr const char *Notes = R"(
#include <pthread.h>
#include <sys/syscall.h>

static void note(const char *Kind, const char *Text, size_t Size) {
  char Name[4096];
  int File;
  snprintf(Name, sizeof(Name), "%s/%ld.%s", NOTE_FOLDER,
           (long)syscall(SYS_getpid), Kind);
  File = openNext("open", Name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (File < 0)
    return;
  if (write(File, Text, Size) != (ssize_t)Size)
    unlink(Name);
  close(File);
}
__attribute__((constructor)) static void noteProgram(void) {
  char Program[4096];
  const ssize_t Size = readlink("/proc/self/exe", Program, sizeof(Program));
  if (Size > 0)
    note("program", Program, (size_t)Size);
}
int pthread_create(pthread_t *restrict Thread,
                   const pthread_attr_t *restrict Attributes,
                   void *(*Start)(void *), void *restrict Argument) {
  int (*Next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
          dlsym(RTLD_NEXT, "pthread_create");
  note("threads", "", 0);
  return Next(Thread, Attributes, Start, Argument);
}
)";

/// As a C string.
std::string quote(const std::string &Text) {
  std::string Quoted = "\"";
  for (const char C : Text)
    Quoted += (C == '"' || C == '\\' ? "\\" : "") + std::string(1, C);
  return Quoted + "\"";
}

Status makeEmpty(const std::string &Folder) {
  std::error_code Failure;
  fs::remove_all(Folder, Failure);
  fs::create_directories(Folder, Failure);
  if (Failure)
    return Error(Folder + ": cannot create: " + Failure.message());
  return Success();
}

} // namespace

Result<CommandCounter> CommandCounter::create(const std::string &Folder,
                                              unsigned Major) {
  ChildCommand Trial;
  Trial.Arguments = {"valgrind", "--version"};
  if (const auto Outcome = runChild(Trial); !Outcome || Outcome->ExitCode != 0)
    return Error("valgrind cannot be run, which counts what programs execute; "
                 "expected Debian's package valgrind");
  MLGO_TRY(makeEmpty(Folder));
  CommandCounter Counter(Folder, "");
  for (const std::string &Part : {Counter.counts(), Folder + "/home"})
    MLGO_TRY(makeEmpty(Part));
  Counter.Preload = MLGO_TRY(buildSteadyWorld(
      Folder, Major, "#define NOTE_FOLDER " + quote(Counter.counts()) + Notes));
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
  MLGO_TRY(makeEmpty(counts()));
  return Found;
}

} // namespace mlgo
