// Programs that were built already
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/ComparedFiles.h"
#include "support/ShortNames.h"

namespace mlgo {
static Status checkFile(const std::string &Path) {
  std::error_code Failure;
  if (!fs::exists(Path, Failure))
    return Error(Path + ": there is no such file");
  // Reading a FIFO would wait for its writer.
  if (!fs::is_directory(Path, Failure) && !fs::is_regular_file(Path, Failure))
    return Error(Path + ": is not a regular file, expected a linked program");
  if (fs::path(Path).extension() == ".a")
    return Error(Path + ": an archive has no size until a program is linked "
                        "with it, expected a linked program");
  return Success();
}

/// Adds what is at the same place in both folders.
static Status addFolders(const std::string &Before, const std::string &After,
                         bool Compress, ComparedBuild &Found) {
  std::error_code Failure;
  for (const std::string &File :
       findBuiltFiles(Before, fs::file_time_type::min()).Linked) {
    const std::string As = fs::path(File).lexically_relative(Before);
    const std::string Other = (fs::path(After) / As).string();
    if (fs::is_regular_file(Other, Failure))
      MLGO_TRY(Found.add(As, findLanguage(File), File, Other, Compress));
    else
      Found.Notes.push_back(As + ": only " + Before + " has it");
  }
  if (Found.Package.Programs.empty())
    return Error(Before + " and " + After +
                 ": found no linked program of the same name");
  Found.shortenNames();
  return Success();
}

Result<ComparedBuild> compareFiles(const std::string &Before,
                                   const std::string &After, unsigned LLVMMajor,
                                   bool Compress) {
  MLGO_TRY(checkFile(Before));
  MLGO_TRY(checkFile(After));
  ComparedBuild Found;
  Found.Summary.LLVMMajor = LLVMMajor;
  std::error_code Failure;
  if (fs::is_directory(Before, Failure) && fs::is_directory(After, Failure))
    MLGO_TRY(addFolders(Before, After, Compress, Found));
  else
    MLGO_TRY(Found.add(fs::path(After).filename().string(), findLanguage(After),
                       Before, After, Compress));
  return Found;
}
} // namespace mlgo
