// Bytes under a file name
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "support/FileDescriptor.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace mlgo {

/// A regular file that holds what a fuzzer made, and never touches a disk.
class MemoryFile {
public:
  MemoryFile(const uint8_t *Data, size_t Size)
      : File(::memfd_create("fuzz", MFD_CLOEXEC)) {
    if (!File || ::write(File.get(), Data, Size) != static_cast<ssize_t>(Size))
      std::abort();
  }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(File.get());
  }

private:
  FileDescriptor File;
};

} // namespace mlgo
