// Links a corpus' programs again
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/ProgramLinker.h"
#include "support/ChildProcess.h"
#include "support/ShortNames.h"

namespace mlgo {
constexpr unsigned LinkSeconds = 600;

static void addItems(const std::vector<LinkItem> &Items,
                     const std::string &Corpus, const std::string &Objects,
                     Strings &Arguments) {
  for (const LinkItem &Item : Items)
    switch (Item.Kind) {
    case LinkItem::Module:
      Arguments.push_back(Objects + "/" + Item.Text + ".o");
      break;
    case LinkItem::Object:
      Arguments.push_back(Corpus + "/" + Item.Text);
      break;
    case LinkItem::Flag:
      Arguments.push_back(Item.Text);
      break;
    case LinkItem::Archive:
      Arguments.push_back("-Wl,--start-lib");
      addItems(Item.Members, Corpus, Objects, Arguments);
      Arguments.push_back("-Wl,--end-lib");
    }
}

Status linkProgram(const CorpusProgram &Program, const std::string &Corpus,
                   const std::string &Objects, const std::string &Output,
                   unsigned LLVMMajor, const LinkExtras &Extras) {
  ChildCommand Command;
  Command.Arguments = {(Program.IsCxx ? "clang++-" : "clang-") +
                           std::to_string(LLVMMajor),
                       "-fuse-ld=lld", "-Wl,--gc-sections", "-o", Output};
  addItems(Program.Link, Corpus, Objects, Command.Arguments);
  Command.Arguments.insert(Command.Arguments.end(), Extras.Flags.begin(),
                           Extras.Flags.end());
  Command.Environment = Extras.Environment;
  Command.DeadlineSeconds = LinkSeconds;
  ChildOutcome Outcome =
      MLGO_TRY(runChild(Command).in("linking " + Program.Name));
  if (Outcome.ExitCode != 0)
    return Error("linking " + Program.Name + ": " +
                 Outcome.ErrorOutput.substr(0, MaxQuote));
  return Success();
}
} // namespace mlgo
