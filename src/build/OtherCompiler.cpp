// Compilers that are not ours to change, for comparison
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/OtherCompiler.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include <algorithm>

namespace mlgo {
static bool isGCC(const std::string &C) { return C.find("gcc") != C.npos; }

Result<OtherCompiler> findOtherCompiler(const std::string &Name,
                                        const BuildTarget &Target) {
  OtherCompiler Found;
  const size_t Place = Name.rfind(isGCC(Name) ? "gcc" : "clang");
  if (Place == Name.npos)
    return Error("compiler is '" + Name +
                 "', expected gcc or clang, with or without a version");
  const bool IsCross = Target.isForeign() && Name.rfind("gcc", 0) == 0;
  if (Target.isWasm() || (Target.isBareMetal() && isGCC(Name)))
    return Error("compiler '" + Name + "' has no libraries for target " +
                 Target.Name + ", expected another target");
  // gcc's compiler for 32 bits is the one for 64.
  const std::string Prefix =
      IsCross && Target.Name != "i386" ? Target.Host + "-" : "";
  Found.C = Prefix + Name;
  Found.Cxx = Found.C;
  if (isGCC(Name))
    Found.Cxx.replace(Prefix.size() + Place, 3, "g++");
  else
    Found.Cxx.insert(Prefix.size() + Place + 5, "++");
  for (const std::string &Command : {Found.Cxx, Found.C}) {
    ChildCommand Version;
    Version.Arguments = {Command, "--version"};
    Version.DeadlineSeconds = 60;
    Result<ChildOutcome> Outcome = runChild(Version);
    if (!Outcome || Outcome->ExitCode != 0)
      return Error(Command + ": cannot run the compiler, expected one that is "
                             "installed");
    Found.Version = Outcome->Output.substr(0, Outcome->Output.find('\n'));
  }
  return Found;
}

WrapperFlags otherFlags(const OtherCompiler &Compiler,
                        const BuildSettings &Settings,
                        const std::string &Folder) {
  WrapperFlags Flags = buildFlags(Settings);
  if (!isGCC(Compiler.C))
    return Flags;
  std::vector<std::string> &Always = Flags.Always;
  Always.erase(std::remove_if(
                   Always.begin(), Always.end(),
                   [](const std::string &F) { return F.rfind("-m", 0) != 0; }),
               Always.end());
  if (Settings.Target == "i386")
    Always.push_back("-m32");
  // What clang takes for granted, and its registers for arguments need.
  std::replace(Always.begin(), Always.end(), std::string("-march=armv7-a"),
               std::string("-march=armv7-a+fp"));
  std::vector<std::string> &Compile = Flags.Compile;
  Compile.erase(std::remove(Compile.begin(), Compile.end(), "-mno-outline"),
                Compile.end());
  Flags.Link.insert(Flags.Link.begin(), "-B" + Folder);
  return Flags;
}

Status writeLinker(const std::string &Folder, unsigned Major) {
  return writeExecutable(Folder + "/ld.lld", "#!/bin/sh\nexec ld.lld-" +
                                                 std::to_string(Major) +
                                                 " \"$@\"\n");
}
} // namespace mlgo
