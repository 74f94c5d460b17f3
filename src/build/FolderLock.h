// A folder that one process works in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace mlgo {
/// A folder that this process alone works in as long as this lives. Two
/// comparisons of one folder would build in the same copy, whose path must
/// always be the same, because programs print their paths.
class FolderLock {
public:
  explicit FolderLock(const std::string &Folder)
      : File(::open(Folder.c_str(), O_RDONLY | O_CLOEXEC)),
        IsHeld(File >= 0 && ::flock(File, LOCK_EX | LOCK_NB) == 0) {}
  ~FolderLock() { ::close(File); }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;
  bool isHeld() const { return IsHeld; }

  /// Returns when whoever held it has let it go. True unless the folder cannot
  /// be locked at all.
  bool wait() {
    while (!IsHeld && File >= 0 && !(IsHeld = ::flock(File, LOCK_EX) == 0))
      if (errno != EINTR)
        break;
    return IsHeld;
  }

private:
  const int File;
  bool IsHeld;
};

/// In each folder of \p Parent that no process has locked, removes what is
/// called by \p Names, which begin with a slash: what processes left that had
/// no time to, as after a power failure.
inline void removeUnheld(const std::filesystem::path &Parent,
                         const std::vector<std::string> &Names) {
  std::error_code Failure;
  for (std::filesystem::directory_iterator I(Parent, Failure), E;
       !Failure && I != E; I.increment(Failure)) {
    const FolderLock Lock(I->path().string());
    std::error_code Ignored;
    for (const std::string &Name : Names)
      if (Lock.isHeld())
        std::filesystem::remove_all(I->path().string() + Name, Ignored);
  }
}
} // namespace mlgo
