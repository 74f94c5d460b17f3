// A file that appears when it is complete
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/support/UnfinishedFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlgo {
namespace {
// Not mkostemp, whose files are private: a result has the permissions of any
// other. To change them needs the mask, which a process of several threads
// cannot read without changing it for all of them.
constexpr mode_t Permissions = 0666;

/// A name beside \p Path that others hardly choose at the same time.
std::string nameBeside(const std::string &Path) {
  constexpr std::string_view Letters = "abcdefghijklmnopqrstuvwxyz012345";
  unsigned char Bytes[6] = {};
  // Without entropy the name may exist already, which is noticed.
  (void)!::getentropy(Bytes, sizeof(Bytes));
  std::string Name = Path + ".";
  for (const unsigned char Byte : Bytes)
    Name += Letters[Byte % Letters.size()];
  return Name;
}

/// Tries \p Use with names beside \p Path until one is not taken. Returns that,
/// or nothing, with errno.
template <typename UseT>
std::string useNameBeside(const std::string &Path, const UseT &Use) {
  for (int Attempt = 0; Attempt < 100; ++Attempt) {
    std::string Name = nameBeside(Path);
    if (Use(Name.c_str()))
      return Name;
    if (errno != EEXIST)
      break;
  }
  return "";
}

/// The name under which Linux shows the open file \p Number.
std::string nameOfOpenFile(int Number) {
  return "/proc/self/fd/" + std::to_string(Number);
}

/// Opens a file without a name in the folder of \p Path, or returns -1.
int openWithoutName(const std::string &Path) {
#ifdef O_TMPFILE
  const size_t Slash = Path.rfind('/');
  const std::string Folder =
      Slash == Path.npos ? "." : Path.substr(0, Slash + 1);
  const int Number =
      ::open(Folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, Permissions);
  if (Number < 0 || ::access(nameOfOpenFile(Number).c_str(), F_OK) == 0)
    return Number;
  ::close(Number); // It could never get a name.
#endif
  return -1;
}
} // namespace

Error UnfinishedFile::failure(const char *Doing) const {
  return Error(Path + ": cannot " + Doing + ": " + std::strerror(errno));
}

Result<UnfinishedFile> UnfinishedFile::create(const std::string &Path) {
  UnfinishedFile File;
  File.Path = Path;
  MLGO_TRY(File.open());
  return Result<UnfinishedFile>(std::move(File));
}

Status UnfinishedFile::open() {
  struct stat Info;
  if (::stat(Path.c_str(), &Info) == 0 && !S_ISREG(Info.st_mode))
    return Error(Path + ": is not a regular file");
  int Number = openWithoutName(Path);
  if (Number < 0)
    Temporary = useNameBeside(Path, [&Number](const char *Name) {
      Number = ::open(Name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, Permissions);
      return Number >= 0;
    });
  if (Number < 0)
    return failure("create a temporary file beside it");
  Stream.reset(::fdopen(Number, "wb"));
  if (Stream)
    return Success();
  const Error Failure = failure("write");
  ::close(Number);
  return Failure;
}

UnfinishedFile &UnfinishedFile::operator=(UnfinishedFile &&Other) noexcept {
  std::swap(Path, Other.Path);
  std::swap(Temporary, Other.Temporary);
  std::swap(Stream, Other.Stream);
  std::swap(WriteError, Other.WriteError);
  return *this;
}

UnfinishedFile::~UnfinishedFile() {
  Stream.reset();
  if (!Temporary.empty())
    ::unlink(Temporary.c_str());
}

/// Gives the file its name. False, with errno, if it could not be.
bool UnfinishedFile::publish() {
  if (Temporary.empty()) {
    const std::string Open = nameOfOpenFile(::fileno(Stream.get()));
    const auto Link = [&Open](const char *Name) {
      return ::linkat(AT_FDCWD, Open.c_str(), AT_FDCWD, Name,
                      AT_SYMLINK_FOLLOW) == 0;
    };
    if (Link(Path.c_str()))
      return true;
    // A link replaces nothing; only a name can replace a name.
    Temporary = errno == EEXIST ? useNameBeside(Path, Link) : "";
  }
  if (Temporary.empty() || ::rename(Temporary.c_str(), Path.c_str()) != 0)
    return false;
  Temporary.clear();
  return true;
}

void UnfinishedFile::write(const void *Data, size_t Size) {
  if (!Stream || WriteError || !Size)
    return;
  errno = 0;
  if (std::fwrite(Data, 1, Size, Stream.get()) != Size)
    WriteError = errno ? errno : EIO;
}

Status UnfinishedFile::finish(bool Sync) {
  if (!Stream)
    return Error(Path + ": is already complete");
  if (!WriteError && (std::fflush(Stream.get()) != 0 ||
                      (Sync && ::fsync(::fileno(Stream.get())) != 0)))
    WriteError = errno;
  Status Outcome = Success();
  if (WriteError) {
    errno = WriteError;
    Outcome = failure("write");
  } else if (!publish()) {
    Outcome = failure("rename to");
  }
  Stream.reset();
  return Outcome;
}
Status checkWritable(const std::vector<std::string> &Paths) {
  for (const std::string &Path : Paths)
    if (!Path.empty())
      MLGO_TRY(UnfinishedFile::create(Path));
  return Success();
}
} // namespace mlgo
