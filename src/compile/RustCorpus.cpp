// Corpora of programs in Rust
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/RustCorpus.h"
#include "compile/ModulePipeline.h"
#include "corpus/CorpusPrograms.h"
#include "mlgo/support/File.h"
#include "support/ShortNames.h"
#include "support/StagedFolder.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace mlgo {
constexpr std::string_view Merged = ".lto.after-restriction.bc";

/// The bitcode of the module at \p Path, marked as lld marks what it merges.
static Result<std::string> readMerged(const std::string &Path) {
  LLVMContext Context;
  const auto M = MLGO_TRY(loadModule(Context, Path));
  StripDebugInfo(*M);
  markMergedForLTO(*M);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  WriteBitcodeToFile(*M, OS, /*ShouldPreserveUseListOrder=*/true);
  OS.flush();
  return Bytes;
}

std::string nameRustProgram(const std::string &Path) {
  const std::string Name = fs::path(Path).filename().string();
  return Name.substr(0, Name.find_first_of("-."));
}

Result<std::vector<std::string>> findRustPrograms(const std::string &Folder) {
  std::vector<std::string> Found;
  std::error_code Failure;
  fs::recursive_directory_iterator Entry(Folder, Failure), End;
  for (; !Failure && Entry != End; Entry.increment(Failure)) {
    const std::string Path = Entry->path().string();
    if (Path.size() > Merged.size() &&
        Path.compare(Path.size() - Merged.size(), Merged.npos, Merged) == 0)
      Found.push_back(Path);
  }
  if (Failure)
    return mlgo::Error(Folder +
                       ": cannot look for bitcode: " + Failure.message());
  std::sort(Found.begin(), Found.end());
  return Found;
}

Status makeRustCorpus(const std::vector<std::string> &Paths,
                      const std::string &Output) {
  StagedFolder Staged =
      MLGO_TRY(StagedFolder::create(Output, CorpusDescriptionFile));
  CorpusDescription Description;
  Description.GlobalCommandOverride.emplace();
  std::vector<CorpusProgram> Programs;
  for (const std::string &Path : Paths) {
    const std::string Name = nameRustProgram(Path);
    const std::string Bytes = MLGO_TRY(readMerged(Path));
    MLGO_TRY(writeStagedFile(Staged.path() + "/" + Name + ".bc", Bytes));
    Description.Modules.push_back(Name);
    Programs.push_back({});
    Programs.back().Name = Name;
    Programs.back().Link = {{LinkItem::Module, Name, {}}};
  }
  MLGO_TRY(writeCorpusPrograms(Staged.path(), Programs));
  MLGO_TRY(writeCorpusDescription(Staged.path(), Description).in(Output));
  return Staged.commit();
}
} // namespace mlgo
