// The tools that a package is built with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "corpus/Toolchain.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/ScratchFolder.h"
#include "support/ShortNames.h"

namespace mlgo {
constexpr std::pair<const char *, const char *> ArchiveTools[] = {
    {"AR", "ar"}, {"RANLIB", "ranlib"}, {"NM", "nm"}};

/// The builds of a comparison lie in different folders; __FILE__ must not make
/// one larger.
Strings hidePlaces(const BuildRequest &Request) {
  return {"-ffile-prefix-map=" + Request.Folder + "=.",
          "-ffile-prefix-map=" + Request.SourceTree + "=."};
}

Toolchain::Toolchain(const BuildRequest &Request)
    : Request(Request), Target(Request.Settings.target()),
      Folder(Request.Folder + "/toolchain"),
      UsesLLVMTools(!Request.LTO.empty() || Target.isForeign()) {}

std::string Toolchain::compiler(bool IsCxx) const {
  return Folder + (IsCxx ? "/clang++" : "/clang");
}

std::string Toolchain::lltool(const std::string &Name) const {
  return "llvm-" + Name + "-" + std::to_string(Request.LLVMMajor);
}

std::string Toolchain::archiver() const {
  return UsesLLVMTools ? lltool("ar") : "ar";
}

Status Toolchain::write() const {
  MLGO_TRY(makeFolder(Folder));
  if (Strings Missing = missingPackages(Target.Packages); !Missing.empty()) {
    std::string Names;
    for (const std::string &Name : Missing)
      Names += " " + Name;
    return Error("target " + Target.Name +
                 " needs Debian packages that are not installed:" + Names);
  }
  if (UsesLLVMTools)
    for (auto [Variable, Tool] : ArchiveTools)
      MLGO_TRY(
          writeExecutable(Folder + "/" + Tool,
                          "#!/bin/sh\nexec " + lltool(Tool) + " \"$@\"\n"));
  return Request.Compiler ? writeOther() : writeClang();
}

Status Toolchain::writeClang() const {
  WrapperFlags Flags = buildFlags(Request.Settings);
  append(Flags.Compile, hidePlaces(Request));
  // It comes first: its functions are instead of those of archives.
  const bool HasRuntime = *Target.runtime() != 0;
  if (HasRuntime)
    Flags.Link.insert(Flags.Link.begin(), Folder + "/runtime.o");
  if (!Request.LTO.empty())
    Flags.Variant = Flags.VariantLink = {"-flto=" + Request.LTO};
  append(Flags.Variant, Request.VariantFlags);
  append(Flags.VariantLink, Request.VariantLinkFlags);
  MLGO_TRY(writeCompilerWrappers(Folder, Request.LLVMMajor, Flags));
  return HasRuntime ? writeRuntime() : Success();
}

/// The wrappers of the compiler that is neither stock nor the variant.
Status Toolchain::writeOther() const {
  const OtherCompiler &Compiler = *Request.Compiler;
  WrapperFlags Flags = otherFlags(Compiler, Request.Settings, Folder);
  append(Flags.Compile, hidePlaces(Request));
  MLGO_TRY(writeLinker(Folder, Request.LLVMMajor));
  return writeCompilerWrappers(Folder, Compiler.C, Compiler.Cxx, Flags);
}

Status Toolchain::writeRuntime() const {
  const std::string Source = Folder + "/runtime.c";
  MLGO_TRY(writeFileAtomically(Source, Target.runtime()));
  ChildCommand Compile;
  Compile.Arguments = {compiler(/*IsCxx=*/false), "-c", Source, "-o",
                       Folder + "/runtime.o"};
  Compile.DeadlineSeconds = 60;
  ChildOutcome Outcome = MLGO_TRY(runChild(Compile));
  if (Outcome.ExitCode != 0)
    return Error(Source +
                 ": cannot compile: " + Outcome.ErrorOutput.substr(0, 300));
  return Success();
}

std::vector<std::pair<std::string, std::string>>
Toolchain::environment() const {
  // The user's own flags would make sizes incomparable between machines.
  std::vector<std::pair<std::string, std::string>> Variables = {
      {"CC", compiler(false)},
      {"CXX", compiler(true)},
      {"CFLAGS", ""},
      {"CXXFLAGS", ""},
      {"CPPFLAGS", ""},
      {"LDFLAGS", ""},
      {"LC_ALL", "C"},
      {"TZ", "UTC"},
      {"MAKEFLAGS", ""},
      {"MLGO_BUILD_STEP", ""},
      {"SOURCE_DATE_EPOCH", "1600000000"}};
  if (UsesLLVMTools)
    for (auto [Variable, Tool] : ArchiveTools)
      Variables.emplace_back(Variable, lltool(Tool));
  // For configure scripts that are not autoconf's.
  if (Target.isForeign())
    Variables.emplace_back("CHOST", Target.Host);
  return Variables;
}

Strings Toolchain::makeArguments() const {
  Strings Arguments;
  if (UsesLLVMTools)
    for (auto [Variable, Tool] : ArchiveTools)
      Arguments.push_back(std::string(Variable) + "=" + lltool(Tool));
  return Arguments;
}

Strings Toolchain::cmakeArguments() const {
  Strings Arguments = Target.cmakeArguments();
  // Build systems want to know where these lie.
  if (UsesLLVMTools)
    for (auto [Variable, Tool] : ArchiveTools)
      Arguments.push_back("-DCMAKE_" + std::string(Variable) + "=" + Folder +
                          "/" + Tool);
  return Arguments;
}
} // namespace mlgo
