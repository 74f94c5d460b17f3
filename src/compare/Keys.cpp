// Names for what comparisons keep
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Keys.h"
#include "build/CompilerWrapper.h"
#include "mlgo/support/File.h"
#include "mlgo/support/MD5.h"
#include "support/ChildProcess.h"
#include "support/ShortNames.h"
#include "support/Text.h"

namespace mlgo {
constexpr std::string_view ProfileUse = "-fprofile-use=";

/// Twelve digits that differ when \p Text does.
static std::string shortHash(const std::string &Text) {
  return std::string(formatText("%016llx", static_cast<unsigned long long>(
                                               hashModelName(Text).first)),
                     12);
}

static std::string joined(const Strings &Texts) {
  std::string All;
  for (const std::string &Text : Texts)
    All += Text + '\0';
  return All;
}

Result<std::string> makeStockKey(const Recipe &R,
                                 const ComparisonOptions &Options,
                                 const std::string &SourceTree) {
  std::string Text = R.Package + '\0' + SourceTree + '\0' +
                     joined(Options.BaselineFlags) +
                     compilerWrapper("", buildFlags(Options.Settings)) +
                     Options.Settings.target().runtime() + Options.LTO;
  // Its name is among the flags, but a profile that is made again under this
  // name may count otherwise.
  for (const std::string &Flag : Options.BaselineFlags)
    if (std::string_view(Flag).substr(0, ProfileUse.size()) == ProfileUse)
      Text += MLGO_TRY(readFile(Flag.substr(ProfileUse.size())));
  Strings Files;
  std::error_code Failure;
  for (const auto &Entry : fs::directory_iterator(R.Folder, Failure))
    if (Entry.is_regular_file())
      Files.push_back(Entry.path().string());
  std::sort(Files.begin(), Files.end());
  for (const std::string &File : Files) {
    std::string Bytes = MLGO_TRY(readFile(File));
    Text += File + '\0' + Bytes + '\0';
  }
  for (const auto &Entry :
       fs::directory_iterator(fs::path(SourceTree).parent_path(), Failure))
    if (Entry.path().extension() == ".dsc")
      Text += Entry.path().filename().string();
  ChildCommand Version;
  Version.Arguments = {"clang-" + std::to_string(Options.LLVMMajor),
                       "--version"};
  Version.DeadlineSeconds = 60;
  Result<ChildOutcome> Compiler = runChild(Version);
  if (!Compiler)
    return Error(Version.Arguments[0] +
                 ": cannot run the compiler, expected the one of Debian's "
                 "package of that name");
  return shortHash(Text + Compiler->Output);
}

Result<std::string> makeProfileKey(const Recipe &R,
                                   const ComparisonOptions &Options,
                                   const std::string &SourceTree) {
  ComparisonOptions Instrumented = Options;
  Instrumented.BaselineFlags = {"-fprofile-generate"};
  return makeStockKey(R, Instrumented, SourceTree);
}

std::string makeVariantKey(const ComparisonOptions &Options) {
  return shortHash("variant" + Options.Settings.describe() +
                   joined(Options.Plugins) + joined(Options.Flags) +
                   Options.LTO);
}
} // namespace mlgo
