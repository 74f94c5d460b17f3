// Whole files, read bounded and written atomically
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/File.h"
#include "mlgo/support/UnfinishedFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlgo {
namespace {
Error systemError(const std::string &Path, const char *Doing) {
  return Error(Path + ": cannot " + Doing + ": " + std::strerror(errno));
}

/// False, with errno, when not all could be written.
bool writeAll(int File, std::string_view Bytes) {
  while (!Bytes.empty()) {
    ssize_t N = ::write(File, Bytes.data(), Bytes.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Bytes.remove_prefix(static_cast<size_t>(N));
  }
  return true;
}

/// Closes on every way out.
struct Descriptor {
  int Number;
  ~Descriptor() {
    if (Number >= 0)
      ::close(Number);
  }
};
} // namespace

Result<std::string> readFile(const std::string &Path, size_t MaxBytes) {
  // O_NONBLOCK: opening a FIFO must not wait for its writer.
  Descriptor File{::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (File.Number < 0)
    return systemError(Path, "open");
  struct stat Info;
  if (::fstat(File.Number, &Info) != 0)
    return systemError(Path, "stat");
  if (!S_ISREG(Info.st_mode))
    return Error(Path + ": is not a regular file");
  size_t Size = static_cast<size_t>(Info.st_size);
  if (Size > MaxBytes)
    return Error(Path + ": size is " + std::to_string(Size) +
                 " bytes, expected at most " + std::to_string(MaxBytes));
  std::string Bytes(Size, '\0');
  size_t Done = 0;
  while (Done < Size) {
    ssize_t N = ::read(File.Number, &Bytes[Done], Size - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0)
      return systemError(Path, "read");
    if (N == 0)
      return Error(Path + ": ends after " + std::to_string(Done) +
                   " bytes, expected " + std::to_string(Size));
    Done += static_cast<size_t>(N);
  }
  return Bytes;
}

bool haveSameBytes(const std::string &A, const std::string &B) {
  const auto One = readFile(A), Other = readFile(B);
  return One && Other && *One == *Other;
}

Status writeFileAtomically(const std::string &Path, std::string_view Bytes) {
  UnfinishedFile File = MLGO_TRY(UnfinishedFile::create(Path));
  File.write(Bytes);
  return File.finish(/*Sync=*/true);
}

Status writeExecutable(const std::string &Path, std::string_view Bytes) {
  if (Status Written = writeFileAtomically(Path, Bytes); !Written)
    return Written;
  if (::chmod(Path.c_str(), 0755) != 0)
    return systemError(Path, "make executable");
  return Success();
}

Status appendToFile(const std::string &Path, std::string_view Header,
                    std::string_view Bytes) {
  Descriptor File{::open(Path.c_str(),
                         O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                         0666)};
  struct stat Info;
  if (File.Number < 0)
    return systemError(Path, "open");
  // Locked before its length is looked at: another process may be appending.
  while (::flock(File.Number, LOCK_EX) != 0)
    if (errno != EINTR)
      return systemError(Path, "lock");
  if (::fstat(File.Number, &Info) != 0)
    return systemError(Path, "stat");
  if (!S_ISREG(Info.st_mode))
    return Error(Path + ": is not a regular file");
  if ((Info.st_size == 0 && !writeAll(File.Number, Header)) ||
      !writeAll(File.Number, Bytes)) {
    Error E = systemError(Path, "append");
    if (::ftruncate(File.Number, Info.st_size) != 0)
      return E.in("also cannot take back what was written");
    return E;
  }
  return Success();
}
} // namespace mlgo
