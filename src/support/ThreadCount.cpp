// How many threads a process has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ThreadCount.h"
#include <dirent.h>

namespace mlgo {
std::optional<unsigned> countThreads() {
  unsigned Threads = 0;
  DIR *Folder = ::opendir("/proc/self/task");
  if (!Folder)
    return std::nullopt;
  while (const dirent *Entry = ::readdir(Folder))
    Threads += Entry->d_name[0] != '.';
  ::closedir(Folder);
  return Threads;
}
} // namespace mlgo
