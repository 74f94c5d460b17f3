// mlgo corpus extract
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ProgramResolver.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "tools/corpus/CorpusCommands.h"
#include <iostream>
#include <memory>
#include <thread>

namespace mlgo {
namespace {
struct ExtractOptions {
  std::string Input, Output, ObjectBase, LinkLog;
  std::string InputType = "json";
  std::string ThinLTO;
  std::string Objcopy; ///< Accepted, not used.
  int Verbosity = 0;   ///< Likewise.
  ExtractionOptions Extraction;
};

Result<CorpusInputs> findInputs(const ExtractOptions &Options) {
  const bool IsLocal = Options.ThinLTO == "local";
  if (IsLocal && !Options.Input.empty())
    return Error("--thinlto-build local and --input exclude each other; the "
                 "folder is --obj-base-dir");
  if (IsLocal)
    return modulesOfLocalThinLTO(
        Options.ObjectBase.empty() ? "." : Options.ObjectBase);
  if (Options.Input.empty())
    return Error("expected --input or --thinlto-build local");
  if (Options.InputType == "directory")
    return objectsInFolder(Options.Input);
  std::string Text = MLGO_TRY(readFile(Options.Input));
  return (Options.InputType == "json" ? objectsOfCompileCommands(Text)
          : Options.InputType == "params"
              ? objectsOfLinkerParameters(Text, Options.ObjectBase)
              : objectsOfBazelQuery(Text, Options.ObjectBase))
      .in(Options.Input);
}

/// Writes programs.json, from the log of links if there is one.
Status addPrograms(const ExtractOptions &Options, const std::string &Folder,
                   ExtractedCorpus &Corpus) {
  std::vector<LinkCommand> Links;
  if (!Options.LinkLog.empty()) {
    Result<std::string> Log = readFile(Options.LinkLog);
    Links =
        MLGO_TRY((Log ? parseLinkLog(*Log) : Log.error()).in(Options.LinkLog));
  }
  ProgramSelection Selection;
  fs::path Name = fs::absolute(Options.Output).lexically_normal();
  if (!Name.has_filename())
    Name = Name.parent_path();
  Selection.PackageName = Name.filename().string();
  if (Options.InputType == "directory")
    Selection.BuildTree = Options.Input;
  auto Programs = MLGO_TRY(resolvePrograms(Links, Selection, Folder, Corpus));
  return writeCorpusPrograms(Folder, Programs);
}

void runExtract(ExtractOptions Options) {
  if (!Options.ThinLTO.empty())
    Options.Extraction.ThinLTO = Options.ThinLTO == "local"
                                     ? ThinLTOBuild::Local
                                     : ThinLTOBuild::Distributed;
  Options.Extraction.IndexBase = Options.ObjectBase;
  CorpusInputs Inputs = orFail(findInputs(Options));
  auto Done = orFail(
      extractCorpus(Inputs, Options.Extraction, Options.Output,
                    [&](const std::string &Folder, ExtractedCorpus &Corpus) {
                      return addPrograms(Options, Folder, Corpus);
                    }));
  std::cout << Done.Modules.size() << " modules of "
            << Inputs.Objects.size() + Inputs.Refused.size() << " objects in "
            << Options.Output << '\n';
  if (Done.Filtered)
    std::cout << Done.Filtered << " not matched by the filter\n";
  if (!Done.Failures.empty())
    std::cerr << "mlgo: warning: " << Done.Failures.size()
              << " failed, listed in " << Options.Output << "/"
              << CorpusFailuresFile << "; first: " << Done.Failures[0].What
              << ": " << Done.Failures[0].Why << '\n';
}

void addInputOptions(CLI::App &Extract, ExtractOptions &Options) {
  addSpelledOption(Extract, "input", Options.Input,
                   "compile_commands.json, linker parameters, a folder, or the "
                   "output of bazel aquery --output=jsonproto");
  addSpelledOption(Extract, "input_type", Options.InputType, "What --input is")
      ->capture_default_str()
      ->check(CLI::IsMember({"json", "params", "directory", "bazel_aquery"}));
  addSpelledOption(Extract, "output_dir", Options.Output,
                   "The corpus; new, empty, or a corpus to replace")
      ->required();
  addSpelledOption(Extract, "obj_base_dir", Options.ObjectBase,
                   "What the objects of params and bazel_aquery, and indices "
                   "of ThinLTO, are relative to; default: here");
  addSpelledOption(Extract, "thinlto_build", Options.ThinLTO,
                   "(rare) distributed: objects have -mllvm "
                   "-lto-embed-bitcode=post-merge-pre-opt; local: the folder "
                   "--obj-base-dir has what lld left with "
                   "-Wl,--save-temps=import -Wl,--thinlto-emit-index-files")
      ->check(CLI::IsMember({"distributed", "local"}));
  addSpelledOption(Extract, "link_log", Options.LinkLog,
                   "Links of the build, as its wrapped compilers log them; "
                   "default: all modules are one program");
}
} // namespace

void addCorpusExtractCommand(CLI::App &Corpus) {
  CLI::App *Extract = Corpus.add_subcommand(
      "extract",
      "Make a corpus of a build's objects. They are of clang -Xclang\n"
      "-fembed-bitcode=all. Options are those of extract_ir.py in LLVM's\n"
      "mlgo-utils. Objects without bitcode, or that cannot be read, are "
      "listed\n"
      "in failed.txt, and the exit code is 0 as long as there is one module;\n"
      "else it is 1 and an older corpus stays.\n"
      "Example: mlgo corpus extract --input build/compile_commands.json\n"
      "           --output-dir corpus");
  auto Options = std::make_shared<ExtractOptions>();
  addInputOptions(*Extract, *Options);
  Options->Extraction.Jobs = std::max(1u, std::thread::hardware_concurrency());
  Extract
      ->add_option("--jobs,--num-workers,--num_workers",
                   Options->Extraction.Jobs,
                   "Objects read at the same time; default: all cores")
      ->check(CLI::Range(1, 1024));
  addSpelledOption(*Extract, "cmd_filter", Options->Extraction.CommandFilter,
                   "Take modules of which one argument matches this regular "
                   "expression, for example ^-Oz$");
  addSpelledOption(*Extract, "cmd_section_name",
                   Options->Extraction.Sections.Command,
                   "(rare) Section of command lines; Mach-O: __LLVM,__cmdline")
      ->capture_default_str();
  addSpelledOption(*Extract, "bitcode_section_name",
                   Options->Extraction.Sections.Bitcode,
                   "(rare) Section of bitcode; Mach-O: __LLVM,__bitcode")
      ->capture_default_str();
  addSpelledOption(*Extract, "llvm_objcopy_path", Options->Objcopy,
                   "(rare) Not used: objects are read in process");
  addSpelledOption(*Extract, "verbosity", Options->Verbosity,
                   "(rare) Not used");
  Extract->callback([Options] { runExtract(*Options); });
}
} // namespace mlgo
