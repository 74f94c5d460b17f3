//===- BitcodeCorpus.cpp - Collects embedded bitcode from objects ---------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/train/BitcodeCorpus.h"

#include "mlgo/support/ChildProcess.h"
#include "mlgo/support/File.h"
#include "mlgo/tensor/JSON.h"

#include <algorithm>
#include <filesystem>

namespace mlgo {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

/// Objects below \p Tree by relative path, sorted. CMake's compiler checks
/// leave objects of their own behind.
Result<Strings> findObjects(const std::string &Tree) {
  std::error_code Failure;
  fs::recursive_directory_iterator Entries(Tree, Failure), End;
  Strings Objects;
  while (!Failure && Entries != End) {
    const fs::path &Path = Entries->path();
    const std::string Name = Path.filename().string();
    std::error_code Ignored;
    if (Name.rfind("CompilerId", 0) == 0 || Name == "CMakeScratch")
      Entries.disable_recursion_pending();
    else if ((Path.extension() == ".o" || Path.extension() == ".obj") &&
             Entries->is_regular_file(Ignored))
      Objects.push_back(Path.lexically_relative(Tree).string());
    Entries.increment(Failure);
  }
  if (Failure)
    return Error(Tree + ": cannot look for objects: " + Failure.message());
  std::sort(Objects.begin(), Objects.end());
  return Objects;
}

/// True if \p Object had both sections. Without one of them objcopy fails,
/// which is how assembly is told apart.
Result<bool> dumpSections(const std::string &Object, const std::string &To,
                          unsigned LLVMMajor) {
  ChildCommand Command;
  Command.Arguments = {"llvm-objcopy-" + std::to_string(LLVMMajor),
                       "--dump-section=.llvmbc=" + To + ".bc",
                       "--dump-section=.llvmcmd=" + To + ".cmd", Object,
                       "/dev/null"};
  Command.DeadlineSeconds = 60;
  Result<ChildOutcome> Outcome = runChild(Command);
  if (!Outcome)
    return Outcome.error();
  std::error_code Failure;
  if (Outcome->ExitCode == 0 && fs::file_size(To + ".bc", Failure) > 0 &&
      !Failure)
    return true;
  fs::remove(To + ".bc", Failure);
  fs::remove(To + ".cmd", Failure);
  return false;
}

} // namespace

Strings embedBitcodeFlags() { return {"-Xclang", "-fembed-bitcode=all"}; }

Result<Strings> extractBitcodeCorpus(const std::string &BuildTree,
                                     const std::string &Corpus,
                                     unsigned LLVMMajor) {
  Result<Strings> Objects = findObjects(BuildTree);
  if (!Objects)
    return Objects.error();
  std::error_code Failure;
  const std::string Unfinished = Corpus + ".unfinished";
  fs::remove_all(Unfinished, Failure);
  Strings Modules;
  for (const std::string &Object : *Objects) {
    const fs::path To = fs::path(Unfinished) / Object;
    fs::create_directories(To.parent_path(), Failure);
    if (Failure)
      return Error(To.parent_path().string() +
                   ": cannot create: " + Failure.message());
    Result<bool> Dumped =
        dumpSections(BuildTree + "/" + Object, To.string(), LLVMMajor);
    if (!Dumped)
      return Dumped.error();
    if (*Dumped)
      Modules.push_back(Object);
  }
  if (Modules.empty())
    return Error(BuildTree + ": none of " + std::to_string(Objects->size()) +
                 " objects has embedded bitcode");
  OrderedJSON Description;
  Description["corpus_name"] =
      fs::path(Corpus).parent_path().filename().string();
  Description["has_thinlto"] = false;
  Description["modules"] = Modules;
  Status Written = writeFileAtomically(Unfinished + "/corpus_description.json",
                                       Description.dump(2) + "\n");
  if (!Written)
    return Written.error();
  fs::remove_all(Corpus, Failure);
  fs::rename(Unfinished, Corpus, Failure);
  if (Failure)
    return Error(Corpus + ": cannot replace: " + Failure.message());
  return Modules;
}

} // namespace mlgo
