// A folder for a while
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ScratchFolder.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdlib.h>

namespace mlgo {
Result<ScratchFolder> ScratchFolder::create() {
  std::error_code Failure;
  std::string Name = std::filesystem::temp_directory_path(Failure).string();
  if (Failure)
    return Error("TMPDIR: " + Failure.message() + ", expected a folder");
  if (Name.find_first_of(" \t\n") != Name.npos)
    Name = "/tmp";
  Name += "/mlgo-XXXXXX";
  if (!::mkdtemp(Name.data()))
    return Error(Name +
                 ": cannot create a temporary folder: " + std::strerror(errno));
  Result<FolderRemover> Remover = FolderRemover::create({Name});
  if (!Remover) {
    std::filesystem::remove(Name, Failure);
    return Remover.error();
  }
  return ScratchFolder(Name, Remover.take());
}

Status makeFolder(const std::string &Path) {
  std::error_code Failure;
  std::filesystem::create_directories(Path, Failure);
  if (Failure)
    return Error(Path + ": cannot create: " + Failure.message());
  return Success();
}

Status makeEmptyFolder(const std::string &Path) {
  std::error_code Ignored;
  std::filesystem::remove_all(Path, Ignored);
  return makeFolder(Path);
}
} // namespace mlgo
