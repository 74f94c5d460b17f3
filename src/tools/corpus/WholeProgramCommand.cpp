//===- WholeProgramCommand.cpp - mlgo corpus whole-program ----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorpusCommands.h"

#include "mlgo/link/WholeProgram.h"

#include <iostream>
#include <memory>

namespace mlgo {
namespace {

struct WholeProgramCommand {
  std::string Corpus, Output;
  std::vector<std::string> Programs;
  WholeProgramOptions Merge;
};

void runWholeProgram(const WholeProgramCommand &Options) {
  const std::string Output =
      Options.Output.empty() ? Options.Corpus + "/whole" : Options.Output;
  WholePrograms Done = orFail(makeWholePrograms(
      Options.Corpus, Options.Programs, Output, Options.Merge));
  std::cout << Done.Programs.size() << " whole programs in " << Output << '\n';
  for (const CorpusFailure &Failure : Done.Failures)
    std::cerr << "mlgo: warning: " << Failure.What << ": " << Failure.Why
              << '\n';
}

} // namespace

void addCorpusWholeProgramCommand(CLI::App &Corpus) {
  CLI::App *Whole = Corpus.add_subcommand(
      "whole-program",
      "Merges each program's modules into one, as full LTO has it when it\n"
      "optimises at link time: CORPUS/whole is a corpus of these modules, and "
      "its programs\n"
      "consist of them. A program that cannot be merged is listed in its\n"
      "failed.txt.\n"
      "Example: mlgo corpus whole-program corpora/lua5.4/corpus");
  auto Options = std::make_shared<WholeProgramCommand>();
  Whole->add_option("corpus", Options->Corpus, "The corpus")->required();
  Whole
      ->add_option("--program", Options->Programs,
                   "Only this one; may be given several times")
      ->allow_extra_args(false);
  addSpelledOption(*Whole, "output_dir", Options->Output,
                   "Another place than CORPUS/whole");
  Whole
      ->add_option("--llvm", Options->Merge.LLVMMajor,
                   "Major version of clang and lld")
      ->capture_default_str();
  Whole->add_option("--jobs", Options->Merge.Jobs, "Parallel compilations")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  Whole->callback([Options] { runWholeProgram(*Options); });
}

} // namespace mlgo
