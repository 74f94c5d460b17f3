// A build in a copy of its folder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Copy.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

namespace mlgo {
static bool isInside(const std::string &Path, const std::string &Folder) {
  return (Path + "/").compare(0, Folder.size() + 1, Folder + "/") == 0;
}

static bool succeeds(Strings Arguments) {
  ChildCommand Command;
  Command.Arguments = std::move(Arguments);
  const auto Outcome = runChild(Command);
  return Outcome && Outcome->ExitCode == 0;
}

/// What to write before a command so that it sees \p Folder in the place of
/// \p Home; nothing if mounts are not allowed.
static Strings findMount(const std::string &Home, const std::string &Folder) {
  const std::string Script = "mount --bind \"$1\" \"$2\" && cd \"$2\" && ";
  const std::string User = std::to_string(::getuid());
  // Who is not root is so for the mount alone, and then who it was.
  const Strings AsRoot = {"unshare", "--mount", "sh", "-c",
                          Script + "shift 2 && exec \"$@\""};
  const Strings AsUser = {
      "unshare",
      "--map-root-user",
      "--mount",
      "sh",
      "-c",
      Script + "shift 2 && exec unshare --map-user=" + User +
          " --map-group=" + std::to_string(::getgid()) + " \"$@\""};
  for (Strings Mount : {AsRoot, AsUser}) {
    Mount.insert(Mount.end(), {"sh", Folder, Home});
    Strings Trial = Mount;
    Trial.push_back("true");
    if (succeeds(Trial))
      return Mount;
  }
  return {};
}

/// The files in \p Home that its owner keeps in git, if he does.
static std::set<std::string> listTracked(const std::string &Home) {
  ChildCommand Command;
  Command.Arguments = {"git", "-C", Home, "ls-files", "-z"};
  std::set<std::string> Files;
  const auto Outcome = runChild(Command);
  if (!Outcome || Outcome->ExitCode != 0)
    return Files;
  std::istringstream In(Outcome->Output);
  for (std::string Name; std::getline(In, Name, '\0');)
    Files.insert(Name);
  return Files;
}

/// Whether \p File is an object, or stands for one.
static bool isCompiled(const fs::path &File) {
  const std::string Kind = File.extension().string();
  if (Kind == ".lo" || Kind == ".gch" || Kind == ".pch")
    return true;
  char Begin[18] = {};
  std::ifstream(File, std::ios::binary).read(Begin, sizeof(Begin));
  const std::string_view Bytes(Begin, sizeof(Begin));
  if (Bytes.substr(0, 4) == "BC\xc0\xde")
    return true;
  constexpr char Relocatable = 1;
  const bool IsBigEndian = Begin[5] == 2;
  return Bytes.substr(0, 4) == "\x7f"
                               "ELF" &&
         Begin[IsBigEndian ? 17 : 16] == Relocatable;
}

/// Removes objects, and folders of cargo, which takes its notes there for them,
/// from \p Folder, a copy of \p Home.
static Status removeObjects(const std::string &Home,
                            const std::string &Folder) {
  const std::set<std::string> Tracked = listTracked(Home);
  std::vector<fs::path> Objects;
  std::error_code Failure;
  for (fs::recursive_directory_iterator File(Folder, Failure), End;
       !Failure && File != End; File.increment(Failure)) {
    std::error_code Ignored;
    if (File->path().filename() == ".git")
      File.disable_recursion_pending();
    else if (File.depth() && File->path().filename() == ".rustc_info.json")
      Objects.push_back(File->path().parent_path());
    else if (!File->is_symlink(Ignored) && File->is_regular_file(Ignored) &&
             isCompiled(File->path()) &&
             !Tracked.count(File->path().lexically_relative(Folder).string()))
      Objects.push_back(File->path());
  }
  for (const fs::path &Object : Objects)
    fs::remove_all(Object, Failure);
  if (Failure)
    return Error(Folder + ": cannot clean the copy: " + Failure.message());
  return Success();
}

bool namesFolder(std::string_view Cache, const std::string &Folder) {
  const std::string Assigned = "=" + Folder;
  for (size_t At = 0; (At = Cache.find(Assigned, At)) != Cache.npos;) {
    At += Assigned.size();
    // Else it is the beginning of another's name.
    if (At == Cache.size() || std::strchr("/\r\n;:,\"' ", Cache[At]))
      return true;
  }
  return false;
}

/// Removes what CMake has configured for \p Home from \p Folder, its copy;
/// returns the folders.
static Result<Strings> removeConfigured(const std::string &Home,
                                        const std::string &Folder) {
  Strings Removed;
  std::error_code Failure;
  for (fs::recursive_directory_iterator File(Folder, Failure), End;
       !Failure && File != End; File.increment(Failure)) {
    if (File->path().filename() != "CMakeCache.txt")
      continue;
    const Result<std::string> Text = readFile(File->path().string());
    if (Text && namesFolder(*Text, Home))
      Removed.push_back(
          File->path().parent_path().lexically_relative(Folder).string());
  }
  for (const std::string &Part : Removed) {
    if (Part == ".")
      return Error(Home + ": CMake has configured it for this place, and this "
                          "system allows no mounts; expected the folder of "
                          "the sources, and a command that configures, too");
    fs::remove_all(Folder + "/" + Part, Failure);
  }
  return Removed;
}

Result<BuildCopy> BuildCopy::create(const std::string &Home,
                                    const std::string &Folder) {
  if (isInside(Folder, Home) || isInside(Home, Folder))
    return Error(Folder + ": the copy of " + Home +
                 " cannot be there, expected a folder (--work) that neither "
                 "holds it nor is in it");
  MLGO_TRY(makeEmptyFolder(Folder));
  ChildCommand Copy;
  // Times, because build systems compare them.
  Copy.Arguments = {"cp", "--archive", "--reflink=auto", Home + "/.", Folder};
  const ChildOutcome Copied = MLGO_TRY(runChild(Copy));
  if (Copied.ExitCode != 0)
    return Error(Home + ": cannot copy: " +
                 Copied.ErrorOutput.substr(0, Copied.ErrorOutput.find('\n')));
  MLGO_TRY(removeObjects(Home, Folder));
  BuildCopy Done(Home, Folder);
  Done.Mount = findMount(Home, Folder);
  if (!Done.isAtHome())
    Done.LeftOut = MLGO_TRY(removeConfigured(Home, Folder));
  return Done;
}

Result<ChildOutcome> BuildCopy::run(ChildCommand Command) const {
  Command.Folder = Folder;
  Command.Arguments.insert(Command.Arguments.begin(), Mount.begin(),
                           Mount.end());
  // What the shell has noted of the folder that it came from.
  Command.Environment.emplace_back("PWD", isAtHome() ? Home : Folder);
  return runChild(Command);
}
} // namespace mlgo
