// A file that appears when it is complete
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

namespace mlgo {
/// A file that gets its name when it is complete, so that a reader sees the old
/// file or the new one. Until then it has no name where the file system allows
/// that (Linux's O_TMPFILE), and a process that is killed leaves nothing;
/// elsewhere it has a temporary name beside. Moved, not copied; not
/// thread-safe.
class UnfinishedFile {
public:
  /// Starts the file that is to be \p Path. Fails if \p Path is there and no
  /// regular file: a file would take the place of a device or a FIFO.
  static Result<UnfinishedFile> create(const std::string &Path);

  /// No file.
  UnfinishedFile() = default;
  UnfinishedFile(UnfinishedFile &&Other) noexcept { *this = std::move(Other); }
  UnfinishedFile &operator=(UnfinishedFile &&Other) noexcept;
  /// Removes what is not complete.
  ~UnfinishedFile();

  /// Whether there is a file that is not complete.
  explicit operator bool() const { return Stream != nullptr; }

  /// Appends; what goes wrong is told by finish().
  void write(const void *Data, size_t Size);
  void write(std::string_view Bytes) { write(Bytes.data(), Bytes.size()); }

  /// Gives the file its name if all of it was written; with \p Sync, also to
  /// the disk. On an error the file is gone, and what had the name still has
  /// it.
  Status finish(bool Sync = false);

private:
  struct StreamCloser {
    void operator()(std::FILE *Stream) const { std::fclose(Stream); }
  };

  Status open();
  Error failure(const char *Doing) const;
  bool publish();

  std::string Path;
  /// Its name beside Path, if it has one.
  std::string Temporary;
  std::unique_ptr<std::FILE, StreamCloser> Stream;
  /// The number of the system's first error of a write, or 0.
  int WriteError = 0;
};

/// Whether each of \p Paths could be begun, for results of work that takes
/// long. Empty paths are none.
Status checkWritable(const std::vector<std::string> &Paths);
} // namespace mlgo
