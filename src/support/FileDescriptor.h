// An open file that closes itself
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <unistd.h>
#include <utility>

namespace mlgo {
/// Owns the number of an open file, or none. Moved, not copied.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int Number) : Number(Number) {}
  FileDescriptor(FileDescriptor &&Other) noexcept
      : Number(std::exchange(Other.Number, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&Other) noexcept {
    std::swap(Number, Other.Number);
    return *this;
  }
  ~FileDescriptor() { close(); }

  /// Whether there is an open file.
  explicit operator bool() const { return Number >= 0; }
  /// Its number, or -1.
  int get() const { return Number; }

  void close() {
    if (Number >= 0)
      ::close(Number);
    Number = -1;
  }

private:
  int Number = -1;
};
} // namespace mlgo
