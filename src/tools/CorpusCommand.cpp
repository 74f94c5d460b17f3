//===- CorpusCommand.cpp - mlgo corpus ------------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus/CorpusCommands.h"

namespace mlgo {

void addCorpusCommand(CLI::App &App) {
  CLI::App *Corpus =
      App.add_subcommand("corpus", "Bitcode corpora of real programs");
  Corpus->require_subcommand(1);
#ifdef MLGO_HAS_LLVM
  addCorpusFetchCommand(*Corpus);
  addCorpusExtractCommand(*Corpus);
  addCorpusInfoCommand(*Corpus);
#endif
  addCorpusMakeCommand(*Corpus);
  addCorpusCombineCommand(*Corpus);
  addCorpusWholeProgramCommand(*Corpus);
}

} // namespace mlgo
