// Flags that no build system can drop
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerWrapper.h"
#include "embedded/CompileApart.h"
#include "embedded/Filter.h"
#include "embedded/LogLink.h"
#include "mlgo/support/File.h"
#include "support/ChildProcess.h"
#include "support/Text.h"

namespace mlgo {
static std::string quoteAll(const std::vector<std::string> &Arguments) {
  std::string Line;
  for (const std::string &Argument : Arguments)
    Line += " " + quoteForShell(Argument);
  return Line;
}

// Goes round the arguments once, moving each from the front to the back. What
// is the value of another argument is nothing by itself.
constexpr const char *Valued =
    "-X*|-mllvm|-o|-x|-include|-imacros|-include-pch|-isystem|-isysroot|"
    "-iquote|-idirafter|-iprefix|-iwithprefix|-I|-L|-F|-B|-D|-U|-M[FTQJ]|-T|"
    "-u|-e|-z|-target|-arch|--param|--sysroot|-working-directory";
constexpr const char *Source =
    "*.c|*.cc|*.cp|*.cpp|*.cxx|*.c++|*.C|*.CPP|*.cppm|*.m|*.mm|*.i|*.ii|*.ll|"
    "*.bc";

/// \p Text with \p By in place of \p Mark, which it has once.
static std::string replaceMark(std::string Text, const std::string &Mark,
                               const std::string &By) {
  return Text.replace(Text.find(Mark), Mark.size(), By);
}

std::string quoteForShell(const std::string &Argument) {
  return "'" + escapeText(Argument, {{'\'', "'\\''"}}) + "'";
}

std::string logLinkScript(const std::string &Tool) {
  return replaceMark(embedded::LogLink, "@TOOL@", quoteForShell(Tool));
}

std::vector<std::string> embedBitcodeFlags() {
  return {"-Xclang", "-fembed-bitcode=all"};
}

WrapperFlags buildFlags(const BuildSettings &Settings) {
  WrapperFlags Flags;
  Flags.Always = Settings.target().Flags;
  Flags.Compile = {"-w", "-" + Settings.Level, "-ffunction-sections",
                   "-fdata-sections"};
  if (!Settings.HasUnwindTables)
    for (const char *Flag :
         {"-fno-asynchronous-unwind-tables", "-fno-unwind-tables"})
      Flags.Compile.push_back(Flag);
  // What libtool compiles for shared libraries is linked at fixed addresses.
  if (Settings.target().isBareMetal())
    Flags.Compile.push_back("-fno-pic");
  Flags.Link = {"-fuse-ld=lld", "-Wl,--gc-sections"};
  const std::vector<std::string> &OfTarget = Settings.target().LinkFlags;
  Flags.Link.insert(Flags.Link.end(), OfTarget.begin(), OfTarget.end());
  if (!Settings.ICF.empty())
    Flags.Link.push_back("-Wl,--icf=" + Settings.ICF);
  return Flags;
}

std::string compilerWrapper(const std::string &Compiler,
                            const WrapperFlags &Flags) {
  std::string Text = "#!/bin/sh\n";
  auto Fill = [](const char *Script) {
    return replaceMark(replaceMark(Script, "@VALUED@", Valued), "@SOURCE@",
                       Source);
  };
  Text += Fill(embedded::Filter);
  if (Flags.IgnoresOverrides)
    Text += "unset CCC_OVERRIDE_OPTIONS\n";
  if (Flags.CompilesApart)
    Text += Fill(embedded::CompileApart);
  Text +=
      "[ -z \"$compile\" ] || set -- \"$@\"" + quoteAll(Flags.Compile) + "\n";
  if (!Flags.KeptLevels.empty())
    Text += "case $level in " + joinText(Flags.KeptLevels, "|") +
            ") [ -z \"$compile\" ] || set -- \"$@\" \"$level\" ;; esac\n";
  if (!Flags.Variant.empty())
    Text += "[ -z \"$compile\" ] || [ -z \"$MLGO_BUILD_STEP\" ] || "
            "set -- \"$@\"" +
            quoteAll(Flags.Variant) + "\n";
  Text += "[ -z \"$link\" ] || set -- \"$@\"" + quoteAll(Flags.Link) + "\n";
  if (!Flags.VariantLink.empty())
    Text += "[ -z \"$link\" ] || [ -z \"$MLGO_BUILD_STEP\" ] || "
            "set -- \"$@\"" +
            quoteAll(Flags.VariantLink) + "\n";
  return Text + "[ -z \"$link\" ] || [ -z \"$MLGO_LINK_LOG\" ] || {\n" +
         logLinkScript(Compiler) + "}\nexec " + quoteForShell(Compiler) +
         quoteAll(Flags.Always) + " \"$@\"\n";
}

Status writeCompilerWrappers(const std::string &Folder, const std::string &C,
                             const std::string &Cxx,
                             const WrapperFlags &Flags) {
  for (const auto &[Name, Compiler] :
       {std::pair("clang", C), std::pair("clang++", Cxx)}) {
    ChildCommand Version;
    Version.Arguments = {Compiler, "--version"};
    Version.DeadlineSeconds = 60;
    Result<ChildOutcome> Outcome = runChild(Version);
    if (!Outcome || Outcome->ExitCode != 0)
      return Error(Compiler +
                   ": cannot run the compiler, expected the one of "
                   "Debian's package " +
                   C);
    MLGO_TRY(
        writeExecutable(Folder + "/" + Name, compilerWrapper(Compiler, Flags)));
  }
  return Success();
}

Status writeCompilerWrappers(const std::string &Folder, unsigned Major,
                             const WrapperFlags &Flags) {
  const std::string Suffix = "-" + std::to_string(Major);
  return writeCompilerWrappers(Folder, "clang" + Suffix, "clang++" + Suffix,
                               Flags);
}

Result<std::vector<std::string>> splitFlags(const std::string &Text) {
  std::vector<std::string> Flags;
  bool InFlag = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (!Quote && (C == ' ' || C == '\t' || C == '\n')) {
      InFlag = false;
      continue;
    }
    if (!InFlag)
      Flags.emplace_back();
    InFlag = true;
    if (C == Quote)
      Quote = 0;
    else if (!Quote && (C == '\'' || C == '"'))
      Quote = C;
    else if (C == '\\' && Quote != '\'' && I + 1 < Text.size())
      Flags.back() += Text[++I];
    else
      Flags.back() += C;
  }
  if (Quote)
    return Error(std::string("flags: quote ") + Quote + " is not closed");
  return Flags;
}
} // namespace mlgo
