// mlgo corpus
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "build/CompilerWrapper.h"
#include "corpus/CorpusAssembly.h"
#include "link/WholeProgram.h"
#include "tools/corpus/CorpusCommands.h"
#ifdef MLGO_HAS_LLVM
#include "compile/RustCorpus.h"
#endif

#include <iostream>
#include <memory>

namespace mlgo {
namespace {
void addCombine(CLI::App &Corpus) {
  CLI::App *Combine = Corpus.add_subcommand(
      "combine",
      "Make one corpus of several. Takes all in a folder; no file is moved.\n"
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

struct MakeOptions {
  std::string Input, Output, DefaultArguments;
};

void runMake(const MakeOptions &Options) {
#ifdef MLGO_HAS_LLVM
  if (auto Rust = orFail(findRustPrograms(Options.Input)); !Rust.empty()) {
    orFail(makeRustCorpus(Rust, Options.Output));
    std::cout << Rust.size() << " programs in Rust in " << Options.Output
              << '\n';
    return;
  }
#endif
  auto Arguments =
      orFail(splitFlags(Options.DefaultArguments).in("--default-args"));
  size_t Modules = orFail(makeCorpus(Options.Input, Options.Output, Arguments));
  std::cout << Modules << " modules in " << Options.Output << '\n';
}

void addMake(CLI::App &Corpus) {
  CLI::App *Make = Corpus.add_subcommand(
      "make",
      "Make a corpus of bitcode files. Takes all files *.bc of a folder, with\n"
      "one command line.\n"
      "Options are those of make_corpus.py in LLVM's mlgo-utils. Of what "
      "rustc\n"
      "leaves with -C lto=fat -C save-temps, it takes what is merged: a "
      "module\n"
      "a program.\n"
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

void addWholeProgram(CLI::App &Corpus) {
  CLI::App *Whole = Corpus.add_subcommand(
      "whole-program",
      "Merge each program into one module. Full LTO has such a module when it\n"
      "optimises at link time. CORPUS/whole is a corpus of these modules, and "
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
  addDefaulted(*Whole, "--llvm", Options->Merge.LLVMMajor,
               "Major version of clang and lld");
  addDefaulted(*Whole, "-j,--jobs", Options->Merge.Jobs,
               "Parallel compilations")
      ->check(CLI::Range(1, 256));
  Whole->callback([Options] { runWholeProgram(*Options); });
}
} // namespace

void addCorpusCommand(CLI::App &App) {
  CLI::App *Corpus =
      App.add_subcommand("corpus", "Make bitcode corpora of real programs");
  Corpus->footer("Example:\n  mlgo corpus fetch lua5.4 leveldb --into corpora "
                 "--jobs 4");
  Corpus->require_subcommand(1);
#ifdef MLGO_HAS_LLVM
  addCorpusFetchCommand(*Corpus);
  addCorpusExtractCommand(*Corpus);
  addCorpusInfoCommand(*Corpus);
#endif
  addMake(*Corpus);
  addCombine(*Corpus);
  addWholeProgram(*Corpus);
}
} // namespace mlgo
