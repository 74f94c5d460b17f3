// What a build's compilers are told
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/ClangEdits.h"
#include "build/CompilerNames.h"
#include "build/PluginFile.h"
#include "build/PluginOptions.h"
#include "mlgo/support/File.h"
#include <cstdlib>

namespace mlgo {
/// Clang's syntax splits at blanks.
static Result<std::string> formatEdits(const ClangEdits &Edits,
                                       const std::string &LinkFlags) {
  std::string Text = "#";
  if (const char *Given = std::getenv("CCC_OVERRIDE_OPTIONS"); Given && *Given)
    Text += std::string(" ") + (*Given == '#' ? Given + 1 : Given);
  for (const std::string &Plugin : Edits.Plugins)
    Text += " +-fpass-plugin=" + Plugin;
  // Of links only those by lld know the plugin's flag; clang is silent about
  // unused flags of a file.
  if (!Edits.Plugins.empty())
    Text += " s/^-fuse-ld=lld$/--config=" + LinkFlags + "/";
  // In front, where any level of the build, -O0 for example, is after it.
  if (!Edits.Level.empty())
    Text += " s/^-O[123sz]?$/-" + Edits.Level + "/ ^-" + Edits.Level;
  if (!Edits.Config.empty())
    Text += " ^--config=" + Edits.Config;
  // Assembler has no use for some.
  if (!Edits.Flags.empty())
    Text += " +--start-no-unused-arguments";
  for (const std::string &Flag : Edits.Flags) {
    if (Flag.find_first_of(" \t\n") != Flag.npos)
      return Error("flag '" + Flag +
                   "' has a blank, where clang would split it");
    Text += " +" + Flag;
  }
  if (!Edits.Flags.empty())
    Text += " +--end-no-unused-arguments";
  return Text;
}

std::vector<std::string>
frontEndFlags(const std::vector<std::string> &Options) {
  std::vector<std::string> Flags;
  for (const std::string &Option : Options)
    Flags.insert(Flags.end(), {"-Xclang", "-mllvm", "-Xclang", Option});
  return Flags;
}

Result<std::vector<std::pair<std::string, std::string>>>
describeEnvironment(const ClangEdits &Edits, const std::string &Folder) {
  ClangEdits AsWords = Edits;
  keepFromAssemblers(AsWords.Flags);
  const std::string LinkFlags = Folder + "/link.cfg";
  std::string Lines = "-fuse-ld=lld\n";
  for (std::string &Plugin : AsWords.Plugins) {
    Plugin = MLGO_TRY(nameAsWord(Plugin));
    for (const std::string &Flag : listLinkFlags(Plugin))
      Lines += Flag + "\n";
  }
  MLGO_TRY(checkHasNoBlank(Folder, "--work"));
  MLGO_TRY(writeFileAtomically(LinkFlags, Lines));
  const std::string Text = MLGO_TRY(formatEdits(AsWords, LinkFlags));
  std::vector<std::pair<std::string, std::string>> Environment = {
      {"CCC_OVERRIDE_OPTIONS", Text},
      // It does not look at such edits, and would keep or bring back objects
      // of another kind.
      {"CCACHE_DISABLE", "1"}};
  // A build that says gcc gets clang, too, where clang is in PATH.
  if (const auto Names = findPlainCompilers(Edits.Major))
    Environment.emplace_back("PATH", pathWith(*Names));
  const std::string Major = std::to_string(Edits.Major);
  for (const auto &[Name, Compiler] :
       {std::pair<const char *, const char *>("CC", "clang-"),
        {"CXX", "clang++-"}})
    if (const char *Given = std::getenv(Name); !Given || !*Given)
      Environment.emplace_back(Name, Compiler + Major);
  return Environment;
}
} // namespace mlgo
