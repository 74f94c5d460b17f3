// mlgo document
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// USAGE: mlgo document FOLDER: what is installed beside mlgo in FOLDER/man and
// so on. For mlgo's own build, and in no help.

#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "tools/Commands.h"
#include "tools/help/Completions.h"
#include "tools/help/ManualPage.h"

namespace mlgo {
static void writeText(const fs::path &File, const std::string &Text) {
  std::error_code EC;
  fs::create_directories(File.parent_path(), EC);
  orFail(writeFileAtomically(File.string(), Text));
}

static void writePages(const CommandText &Command, const std::string &Above,
                       const fs::path &Folder) {
  std::vector<std::string> Others;
  if (!Above.empty())
    Others.push_back(Above);
  else
    Others.push_back("mlgo-clang");
  for (const CommandText &C : Command.Commands)
    Others.push_back(nameManualPage(C));
  const std::string Name = nameManualPage(Command);
  writeText(Folder / (Name + ".1"),
            printManualPage(Command, Others, MLGO_VERSION));
  for (const CommandText &C : Command.Commands)
    writePages(C, Name, Folder);
}

void addDocumentCommand(CLI::App &App) {
  CLI::App *Document = App.add_subcommand("document", "Write manual pages");
  Document->group("");
  auto Folder = std::make_shared<std::string>();
  Document->add_option("folder", *Folder, "Where")->required();
  Document->callback([&App, Folder] {
    const CommandText Program = describeCommand(App);
    const fs::path Root = *Folder;
    writePages(Program, "", Root / "man/man1");
    writeText(Root / "bash-completion/completions/mlgo",
              printBashCompletion(Program));
    writeText(Root / "zsh/site-functions/_mlgo", printZshCompletion(Program));
  });
}
} // namespace mlgo
