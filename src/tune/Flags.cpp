// Flags of the next build
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tune/Flags.h"
#include "build/ClangEdits.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/Text.h"
#include "tune/CorpusBuild.h"

namespace mlgo {
std::vector<std::string> listTuneFlags(const TuneOptions &Options,
                                       const BuiltCorpus &Built,
                                       const std::string &Plugin) {
  std::vector<std::string> Flags;
  if (Built.Levels.size() == 1)
    Flags.push_back("-" + *Built.Levels.begin());
  if (Options.Search.Problem.Setting.DropsUnwindTables)
    Flags.insert(Flags.end(),
                 {"-fno-asynchronous-unwind-tables", "-fno-unwind-tables"});
  if (Options.isForSpeed() && !Options.HidesProfile)
    Flags.push_back("-fprofile-use=" + Options.profile());
  // Caches and build systems see no change of a file that a flag names, but one
  // of flags.
  const auto Text = readFile(Options.Search.Output);
  if (Text)
    Flags.push_back(
        formatText("-DMLGO_DECISIONS=%012llx",
                   static_cast<unsigned long long>(hashModelName(*Text).first) &
                       0xffffffffffff));
  // Clang 19 reads options before it loads passes.
  if (!knowsPluginOptions(Options.LLVMMajor))
    Flags.push_back("-fplugin=" + Plugin);
  Flags.push_back("-fpass-plugin=" + Plugin);
  const auto Add = [&](const std::string &Option, const std::string &File) {
    const auto More = frontEndFlags({Option + fs::absolute(File).string()});
    Flags.insert(Flags.end(), More.begin(), More.end());
  };
  for (const Task &T : allTasks())
    if (&T == &defaultTask() || (Text && T.hasDecisionsIn(*Text)))
      Add(T.option("decisions="), Options.Search.Output);
  std::error_code Failure;
  if (!Options.Model.empty() && fs::exists(Options.Model, Failure))
    Add(defaultTask().option("model="), Options.Model);
  return Flags;
}
} // namespace mlgo
