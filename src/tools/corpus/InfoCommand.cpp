// mlgo corpus info
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/corpus/CorpusCommands.h"
#include "tools/corpus/CorpusInfo.h"
#include <iostream>
#include <memory>
#include <thread>

namespace mlgo {
namespace {
struct InfoOptions {
  std::string Corpus;
  bool AsJSON = false;
  unsigned Jobs = std::max(1u, std::thread::hardware_concurrency());
};

void runInfo(const InfoOptions &Options) {
  CorpusInfo Info;
  Info.Corpus = Options.Corpus;
  Info.Description = orFail(readCorpusDescription(Options.Corpus));
  Info.Programs = orFail(readCorpusPrograms(Options.Corpus, Info.Description));
  Info.Counts =
      countModules(Options.Corpus, Info.Description.Modules, Options.Jobs);
  std::cout << (Options.AsJSON ? formatCorpusJSON(Info)
                               : formatCorpusTable(Info));
}
} // namespace

void addCorpusInfoCommand(CLI::App &Corpus) {
  CLI::App *Info = Corpus.add_subcommand(
      "info",
      "Count what a corpus has. Shows modules, their bytes, functions and "
      "direct calls\n"
      "to functions of the same module, and which programs they make.\n"
      "Bitcode that cannot be read is named and left out of the counts.\n"
      "Example: mlgo corpus info corpora/lua5.4/corpus");
  auto Options = std::make_shared<InfoOptions>();
  Info->add_option("corpus", Options->Corpus, "The corpus")->required();
  Info->add_flag("--json", Options->AsJSON, "For scripts");
  Info->add_option("--jobs", Options->Jobs,
                   "Modules read at the same time; default: all cores")
      ->check(CLI::Range(1, 1024));
  Info->callback([Options] { runInfo(*Options); });
}
} // namespace mlgo
