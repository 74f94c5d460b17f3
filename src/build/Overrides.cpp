// Compilers that a build names by path
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/Overrides.h"
#include "embedded/Linker.h"
#include "mlgo/support/File.h"
#include "support/Text.h"

namespace mlgo {
/// \p Word as a file of clang's options has it.
static std::string quoteForConfig(const std::string &Word) {
  return "\"" + escapeText(Word, {{'"', "\\\""}, {'\\', "\\\\"}}) + "\"\n";
}

/// Edits that make \p Level of the levels that \p Flags do not keep.
static std::string editLevels(const WrapperFlags &Flags,
                              const std::string &Level) {
  std::string Edits;
  for (const char *Other : {"", "0", "1", "2", "3", "4", "s", "z", "g", "fast"})
    if (const std::string Flag = std::string("-O") + Other;
        Flag != "-" + Level &&
        std::find(Flags.KeptLevels.begin(), Flags.KeptLevels.end(), Flag) ==
            Flags.KeptLevels.end())
      Edits += " s/^" + Flag + "$/-" + Level + "/";
  return Edits;
}

Result<std::vector<std::pair<std::string, std::string>>>
overrideCompilers(const WrapperFlags &Flags, const std::string &Level,
                  unsigned Major, const std::string &Folder) {
  std::string Script = embedded::Linker;
  const std::string Name = "ld.lld-" + std::to_string(Major);
  for (size_t At; (At = Script.find("@LINKER@")) != Script.npos;)
    Script.replace(At, 8, Name);
  Script += logLinkScript(Name) + "exec " + Name + " \"$@\"\n";
  MLGO_TRY(writeExecutable(Folder + "/link", Script));
  // Flags of a file come before those of the command, and are never unused.
  std::string Lines = quoteForConfig("--ld-path=" + Folder + "/link");
  for (const auto *Words : {&Flags.Compile, &Flags.Link})
    for (const std::string &Word : *Words)
      if (!startsWith(Word, "-fuse-ld="))
        Lines += quoteForConfig(Word);
  MLGO_TRY(writeFileAtomically(Folder + "/build.cfg", Lines));
  std::string Edits = "#";
  if (const char *Given = std::getenv("CCC_OVERRIDE_OPTIONS"); Given && *Given)
    Edits += std::string(" ") + (*Given == '#' ? Given + 1 : Given);
  Edits += editLevels(Flags, Level);
  Edits += " s/^-flto.*$/-fno-lto/ s/^-g([0-9]?|gdb.*|dwarf.*)$/-g0/"
           " +--config=" +
           Folder + "/build.cfg";
  return std::vector<std::pair<std::string, std::string>>{
      {"CCC_OVERRIDE_OPTIONS", Edits},
      // It does not look at such edits.
      {"CCACHE_DISABLE", "1"}};
}
} // namespace mlgo
