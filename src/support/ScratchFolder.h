// A folder for a while
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/FolderRemover.h"

namespace mlgo {
/// A folder of this process's own for temporary files. It goes with this
/// object, and with the process if that is killed. Its name has no blanks.
class ScratchFolder {
public:
  /// Where TMPDIR says, or in /tmp if that has a blank.
  static Result<ScratchFolder> create();

  const std::string &path() const { return Path; }
  std::string file(const std::string &Name) const { return Path + "/" + Name; }

private:
  ScratchFolder(std::string Path, FolderRemover Remover)
      : Path(std::move(Path)), Remover(std::move(Remover)) {}

  std::string Path;
  FolderRemover Remover;
};

/// Makes folder \p Path and those above it.
Status makeFolder(const std::string &Path);
/// The same; what was in it is deleted.
Status makeEmptyFolder(const std::string &Path);
} // namespace mlgo
