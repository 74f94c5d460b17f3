// What must not stay behind
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "support/FileDescriptor.h"
#include <vector>

namespace mlgo {
/// Removes folders at its own end, and at that of this process, also if it is
/// killed: another process waits for that. Where programs of this process go on
/// writing there, folders may stay.
class FolderRemover {
public:
  /// \p Folders are absolute and need not be there yet. Fails if no process can
  /// be started.
  static Result<FolderRemover> create(std::vector<std::string> Folders);

  FolderRemover(FolderRemover &&) = default;
  FolderRemover &operator=(FolderRemover &&) = delete;
  ~FolderRemover();

private:
  FolderRemover(std::vector<std::string> Folders, FileDescriptor Life)
      : Folders(std::move(Folders)), Life(std::move(Life)) {}

  std::vector<std::string> Folders; ///< Empty if moved from.
  FileDescriptor Life;              ///< The other process waits for its end.
};
} // namespace mlgo
