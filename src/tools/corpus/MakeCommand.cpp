//===- MakeCommand.cpp - mlgo corpus make ---------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorpusCommands.h"

#include "mlgo/corpus/CompilerWrapper.h"
#include "mlgo/corpus/CorpusAssembly.h"

#include <iostream>
#include <memory>

namespace mlgo {

namespace {

struct MakeOptions {
  std::string Input, Output, DefaultArguments;
};

void runMake(const MakeOptions &Options) {
  auto Arguments =
      orFail(splitFlags(Options.DefaultArguments).in("--default-args"));
  size_t Modules = orFail(makeCorpus(Options.Input, Options.Output, Arguments));
  std::cout << Modules << " modules in " << Options.Output << '\n';
}

} // namespace

void addCorpusMakeCommand(CLI::App &Corpus) {
  CLI::App *Make = Corpus.add_subcommand(
      "make",
      "Makes a corpus of all files *.bc of a folder, with one command line.\n"
      "Options are those of make_corpus.py in LLVM's mlgo-utils.\n"
      "Example: mlgo corpus make --input-dir bitcode --output-dir corpus\n"
      "           --default-args \"-O2 -cc1\"");
  auto Options = std::make_shared<MakeOptions>();
  addSpelledOption(*Make, "input_dir", Options->Input,
                   "Folder with bitcode, searched with its folders")
      ->required();
  addSpelledOption(*Make, "output_dir", Options->Output,
                   "The corpus; new, empty, or a corpus to replace")
      ->required();
  addSpelledOption(*Make, "default_args", Options->DefaultArguments,
                   "Flags with which the modules are to be compiled");
  Make->callback([Options] { runMake(*Options); });
}

} // namespace mlgo
