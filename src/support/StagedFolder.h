// A folder replaced as a whole
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "support/FileDescriptor.h"
#include <string_view>

namespace mlgo {
/// A new folder that grows under the name TARGET.unfinished and takes the
/// target's place when it is complete, so that others see the old folder or the
/// new one. What was left unfinished is removed by the destructor, and, after a
/// crash, by the next create. One process at a time fills a target; nothing is
/// removed that is not ours.
class StagedFolder {
public:
  /// Makes the empty unfinished folder. A target that exists has to be empty or
  /// hold the file \p Mark, which tells that it is one of ours: anything else
  /// is not replaced but an error. So is a TARGET.unfinished that somebody else
  /// made, or that another process is filling.
  static Result<StagedFolder> create(const std::string &Target,
                                     const std::string &Mark);

  StagedFolder(StagedFolder &&Other);
  StagedFolder &operator=(StagedFolder &&) = delete;
  ~StagedFolder();

  /// The unfinished folder.
  const std::string &path() const { return Path; }

  /// Puts the folder in the target's place, in one step where the file system
  /// can, and removes the old one. Fails with the target untouched.
  Status commit();

private:
  StagedFolder(std::string Target, std::string Path, FileDescriptor Lock)
      : Target(std::move(Target)), Path(std::move(Path)),
        Lock(std::move(Lock)) {}

  Status replaceTarget();

  std::string Target;
  std::string Path;    ///< Empty: nothing to remove.
  FileDescriptor Lock; ///< Of the unfinished folder, locked.
};

/// Writes a file, with the folders on its path, within a staged folder. Faster
/// than an atomic write: it is not forced to the disk on its own.
Status writeStagedFile(const std::string &Path, std::string_view Bytes);
} // namespace mlgo
