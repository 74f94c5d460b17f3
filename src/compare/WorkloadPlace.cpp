// Where programs run alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/WorkloadPlace.h"
#include "support/ShortNames.h"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

namespace mlgo {
constexpr const char *Folder = "/tmp/mlgo-workload";
/// For whoever has it to be done.
constexpr std::chrono::minutes Patience(10);

/// Whether the folder that \p File is open on still has its name.
static bool isInPlace(const FileDescriptor &File) {
  struct stat Opened, Named;
  return ::fstat(File.get(), &Opened) == 0 && ::lstat(Folder, &Named) == 0 &&
         Opened.st_dev == Named.st_dev && Opened.st_ino == Named.st_ino;
}

/// Makes the folder, or takes over what a process left that was killed, and
/// locks it. None while another user has it, or another process removed it.
static FileDescriptor tryToTake() {
  if (::mkdir(Folder, 0700) != 0 && errno != EEXIST)
    return FileDescriptor();
  FileDescriptor File(
      ::open(Folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat Status;
  if (!File || ::fstat(File.get(), &Status) != 0 ||
      Status.st_uid != ::geteuid() || ::flock(File.get(), LOCK_EX) != 0 ||
      !isInPlace(File))
    return FileDescriptor();
  return File;
}

Result<WorkloadPlace> WorkloadPlace::create() {
  const auto End = std::chrono::steady_clock::now() + Patience;
  FileDescriptor Lock = tryToTake();
  while (!Lock) {
    if (std::chrono::steady_clock::now() > End)
      return Error(
          std::string(Folder) +
          ": cannot have it for ten minutes, expected a folder of nobody "
          "else's");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    Lock = tryToTake();
  }
  std::error_code Ignored;
  for (const auto &Entry : fs::directory_iterator(Folder, Ignored))
    fs::remove_all(Entry.path(), Ignored);
  return WorkloadPlace(Folder, std::move(Lock));
}

WorkloadPlace::WorkloadPlace(WorkloadPlace &&Other) noexcept
    : Path(std::exchange(Other.Path, std::string())),
      Lock(std::move(Other.Lock)) {}

WorkloadPlace::~WorkloadPlace() {
  std::error_code Ignored;
  if (!Path.empty())
    fs::remove_all(Path, Ignored);
}

Result<std::string> WorkloadPlace::link(const std::string &Name,
                                        const std::string &Target) const {
  std::error_code Failure;
  const std::string Link = name(Name);
  fs::create_symlink(fs::absolute(Target, Failure), Link, Failure);
  if (Failure)
    return Error(Link + ": cannot create: " + Failure.message());
  return Link;
}
} // namespace mlgo
