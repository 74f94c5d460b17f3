// Compilers as builds call them
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerNames.h"
#include "build/CompilerWrapper.h"
#include "build/PluginFile.h"
#include "mlgo/support/File.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"
#include <cstdlib>
#include <sstream>

namespace mlgo {
std::string findProgram(const std::string &Name) {
  if (Name.find('/') != std::string::npos)
    return ::access(Name.c_str(), X_OK) == 0 ? Name : "";
  const char *Path = std::getenv("PATH");
  std::istringstream Folders(Path ? Path : "/usr/bin");
  for (std::string Folder; std::getline(Folders, Folder, ':');) {
    const std::string File = (Folder.empty() ? "." : Folder) + "/" + Name;
    std::error_code EC;
    if (fs::is_regular_file(File, EC) && ::access(File.c_str(), X_OK) == 0)
      return File;
  }
  return "";
}

static Result<std::string> findCompiler(const std::string &Program) {
  std::string File = findProgram(Program);
  if (File.empty())
    return Error(Program +
                 ": not found, expected the compiler of Debian's package " +
                 Program);
  return File;
}

Status writeCompilerNames(const std::string &Folder, unsigned Major,
                          const CompilerScript &Script) {
  MLGO_TRY(makeFolder(Folder));
  const std::string Suffix = "-" + std::to_string(Major);
  for (const auto &[Real, Names] :
       {std::pair<std::string, Strings>("clang", {"clang", "cc", "gcc", "c99"}),
        {"clang++", {"clang++", "c++", "g++"}}}) {
    const std::string Compiler = MLGO_TRY(findCompiler(Real + Suffix));
    const auto Write = [&](const std::string &Name,
                           const BuildTarget *Target) -> Status {
      const std::string Text = Script(Name, Compiler, Target);
      const std::string File = Folder + "/" + Name;
      const auto Old = readFile(File);
      if (Text.empty() ||
          (Old && *Old == Text && ::access(File.c_str(), X_OK) == 0))
        return Success();
      return writeExecutable(File, Text);
    };
    MLGO_TRY(Write(Real + Suffix, nullptr));
    for (const std::string &Name : Names)
      MLGO_TRY(Write(Name, nullptr));
    for (const std::string &TargetName : listBuildTargets()) {
      const BuildTarget *Target = MLGO_TRY(findBuildTarget(TargetName));
      // GCC's own options for a board are not clang's.
      if (Target->isForeign() && !Target->isBareMetal())
        for (const std::string &Name : Names)
          MLGO_TRY(Write(Target->Host + "-" + Name, Target));
    }
  }
  return Success();
}

std::string pathWith(const std::string &Folder) {
  const char *Path = std::getenv("PATH");
  return Folder + ":" + (Path ? Path : "/usr/bin");
}

Result<std::string> findPlainCompilers(unsigned Major) {
  const auto Script = [&](const std::string &Name, const std::string &Compiler,
                          const BuildTarget *Target) {
    if (Name == fs::path(Compiler).filename())
      return std::string();
    std::string Text = "#!/bin/sh\nexec " + quoteForShell(Compiler);
    for (const std::string &Flag :
         Target ? Target->Flags : std::vector<std::string>())
      Text += " " + quoteForShell(Flag);
    Text += " \"$@\"";
    if (Name.find("clang") == Name.npos)
      Text += " -Wno-error -Wno-unknown-warning-option "
              "-Wno-ignored-optimization-argument";
    return Text + "\n";
  };
  const std::string Folder =
      cacheFolder() + "/compilers-" + std::to_string(Major);
  MLGO_TRY(writeCompilerNames(Folder, Major, Script));
  return Folder;
}
} // namespace mlgo
