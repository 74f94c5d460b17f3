// A linker's command as a compiler's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LinkerCommand.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
/// crt1.o, Scrt1.o, crti.o, crtbeginS.o and their kin.
static bool isStartFile(const std::string &File) {
  const std::string Name = fs::path(File).filename().string();
  const size_t At = Name.find("crt");
  return Name.size() > 2 && Name.substr(Name.size() - 2) == ".o" && At <= 1 &&
         isAnyOf(fs::path(Name).stem().string().substr(At),
                 {"crt0", "crt1", "crti", "crtn", "crtbegin", "crtbeginS",
                  "crtbeginT", "crtend", "crtendS"});
}

/// Flags with a value of their own that compilers add.
static bool isAddedWithValue(std::string_view Flag) {
  return isAnyOf(Flag, {"-m", "-dynamic-linker", "--dynamic-linker", "-plugin",
                        "--sysroot"});
}

static bool isAdded(std::string_view Flag) {
  return isAnyOf(Flag,
                 {"--build-id", "--eh-frame-hdr", "-lc", "-lgcc", "-lgcc_s",
                  "-lgcc_eh", "-lstdc++", "-lc++", "--enable-new-dtags"}) ||
         startsWith(Flag, "--hash-style=") ||
         startsWith(Flag, "-plugin-opt=") || startsWith(Flag, "--sysroot=") ||
         startsWith(Flag, "--dynamic-linker=");
}

/// Flags that a linker takes with the next word.
static bool takesValue(std::string_view Flag) {
  return isAnyOf(Flag, {"-rpath",
                        "--rpath",
                        "-rpath-link",
                        "--rpath-link",
                        "-soname",
                        "--soname",
                        "-h",
                        "-z",
                        "-e",
                        "--entry",
                        "-u",
                        "--undefined",
                        "-T",
                        "--script",
                        "-version-script",
                        "--version-script",
                        "-dynamic-list",
                        "--dynamic-list",
                        "-Map",
                        "--defsym",
                        "-init",
                        "-fini",
                        "-y",
                        "-mllvm"});
}

bool isLinkerCommand(const LinkCommand &Command) {
  const std::string Name = fs::path(Command.Compiler).filename().string();
  return startsWith(Name, "ld.lld") || Name == "ld" || startsWith(Name, "ld-");
}

LinkCommand toCompilerCommand(const LinkCommand &Command) {
  LinkCommand Driver = Command;
  Driver.Arguments.clear();
  const Strings &Words = Command.Arguments;
  const bool IsCxx =
      std::any_of(Words.begin(), Words.end(), [](const std::string &Word) {
        return isAnyOf(Word, {"-lstdc++", "-lc++"});
      });
  Driver.Compiler = IsCxx ? "clang++" : "clang";
  for (size_t I = 0; I < Words.size(); ++I) {
    const std::string &Word = Words[I];
    const bool HasNext = I + 1 < Words.size();
    if (isAddedWithValue(Word)) {
      ++I;
    } else if (isAdded(Word) || isStartFile(Word)) {
      continue;
    } else if (isAnyOf(Word, {"-o", "-L", "-l"}) && HasNext) {
      Driver.Arguments.insert(Driver.Arguments.end(), {Word, Words[++I]});
    } else if (isAnyOf(Word, {"-export-dynamic", "--export-dynamic"})) {
      Driver.Arguments.push_back("-rdynamic");
    } else if (startsWith(Word, "-L") || startsWith(Word, "-l") ||
               startsWith(Word, "-o") || !startsWith(Word, "-") ||
               isAnyOf(Word, {"-pie", "-static", "-shared", "-s", "-r"})) {
      Driver.Arguments.push_back(Word);
    } else if (takesValue(Word) && HasNext) {
      Driver.Arguments.push_back("-Wl," + Word + "," + Words[++I]);
    } else {
      Driver.Arguments.push_back("-Wl," + Word);
    }
  }
  return Driver;
}
} // namespace mlgo
