//===- CombineCommand.cpp - mlgo corpus combine ---------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorpusCommands.h"

#include "mlgo/corpus/CorpusAssembly.h"

#include <iostream>
#include <memory>

namespace mlgo {

void addCorpusCombineCommand(CLI::App &Corpus) {
  CLI::App *Combine = Corpus.add_subcommand(
      "combine",
      "Makes one corpus of all corpora in a folder, without moving a file.\n"
      "As combine_training_corpus.py in LLVM's mlgo-utils, it looks one level\n"
      "down; it also finds DIR/PACKAGE/corpus, as fetch leaves them.\n"
      "Example: mlgo corpus combine --root-dir corpora");
  auto Root = std::make_shared<std::string>();
  addSpelledOption(*Combine, "root_dir", *Root, "The folder of corpora")
      ->required();
  Combine->callback([Root] {
    CombinedCorpus Done = orFail(combineCorpora(*Root));
    std::cout << Done.Modules << " modules and " << Done.Programs
              << " programs of " << Done.Corpora << " corpora in " << *Root
              << '\n';
  });
}

} // namespace mlgo
