// A folder replaced as a whole
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/StagedFolder.h"
#include "support/ShortNames.h"
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>

namespace mlgo {
static Error cannot(const std::string &Path, const char *Doing,
                    const std::error_code &Failure) {
  return Error(Path + ": cannot " + Doing + ": " + Failure.message());
}

/// Tells an unfinished folder of ours from one that somebody else made.
constexpr const char *OwnMark = ".mlgo-unfinished";

/// Makes the folder \p Path, which nobody else is filling, and locks it as long
/// as the result is open. One that was left behind is made anew.
static Result<FileDescriptor> createLocked(const std::string &Path) {
  const auto Open = [&] {
    FileDescriptor Folder(
        ::open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const bool IsLocked =
        Folder && ::flock(Folder.get(), LOCK_EX | LOCK_NB) == 0;
    return std::pair(std::move(Folder), IsLocked);
  };
  std::error_code Failure;
  if (fs::exists(fs::symlink_status(Path, Failure))) {
    auto [Left, IsLocked] = Open();
    if (!Left || (!fs::is_empty(Path, Failure) &&
                  !fs::exists(Path + "/" + OwnMark, Failure)))
      return Error(Path + ": is in the way and was not left behind by mlgo; "
                          "expected nothing of this name");
    if (!IsLocked)
      return Error(Path + ": another process is filling this folder");
    fs::remove_all(Path, Failure);
  }
  fs::create_directories(Path, Failure);
  if (Failure)
    return cannot(Path, "create", Failure);
  auto [Made, IsLocked] = Open();
  if (!IsLocked)
    return Error(Path + ": another process is filling this folder");
  MLGO_TRY(writeStagedFile(Path + "/" + OwnMark, ""));
  return std::move(Made);
}

Result<StagedFolder> StagedFolder::create(const std::string &Target,
                                          const std::string &Mark) {
  std::error_code Failure;
  fs::path Place = fs::absolute(Target, Failure).lexically_normal();
  if (Failure)
    return cannot(Target, "resolve", Failure);
  if (!Place.has_filename())
    Place = Place.parent_path();
  if (!Place.has_filename())
    return Error(Target + ": is not a folder that can be replaced");
  if (fs::exists(fs::symlink_status(Place, Failure))) {
    if (!fs::is_directory(fs::symlink_status(Place, Failure)))
      return Error(Target + ": is not a folder");
    if (!fs::is_empty(Place, Failure) && !fs::exists(Place / Mark, Failure))
      return Error(Target + ": has other files but no " + Mark +
                   ", expected a new or empty folder, or one to replace");
  }
  const std::string Unfinished = Place.string() + ".unfinished";
  FileDescriptor Lock = MLGO_TRY(createLocked(Unfinished));
  return StagedFolder(Place.string(), Unfinished, std::move(Lock));
}

StagedFolder::StagedFolder(StagedFolder &&Other)
    : Target(std::move(Other.Target)),
      Path(std::exchange(Other.Path, std::string())),
      Lock(std::move(Other.Lock)) {}

StagedFolder::~StagedFolder() {
  std::error_code Ignored;
  if (!Path.empty())
    fs::remove_all(Path, Ignored);
}

Status StagedFolder::commit() {
  std::error_code Failure;
  fs::remove(Path + "/" + OwnMark, Failure);
  if (Status Replaced = replaceTarget(); !Replaced) {
    (void)writeStagedFile(Path + "/" + OwnMark, "");
    return Replaced;
  }
  // Where the new folder was, the old one is now, or nothing.
  fs::remove_all(std::exchange(Path, std::string()), Failure);
  return Success();
}

Status StagedFolder::replaceTarget() {
  if (::renameat2(AT_FDCWD, Path.c_str(), AT_FDCWD, Target.c_str(),
                  RENAME_EXCHANGE) == 0)
    return Success();
  std::error_code Failure;
  // A folder cannot be renamed over one that has files.
  const std::string Old = Path + ".old";
  const bool Replaces = fs::exists(Target, Failure);
  if (Replaces && ::renameat2(AT_FDCWD, Target.c_str(), AT_FDCWD, Old.c_str(),
                              RENAME_NOREPLACE) != 0)
    return cannot(Target, "replace",
                  std::error_code(errno, std::generic_category()));
  fs::rename(Path, Target, Failure);
  std::error_code Ignored;
  if (Replaces)
    fs::rename(Old, Failure ? Target : Path, Ignored);
  return Failure ? Status(cannot(Target, "replace", Failure)) : Success();
}

Status writeStagedFile(const std::string &Path, std::string_view Bytes) {
  std::error_code Failure;
  fs::create_directories(fs::path(Path).parent_path(), Failure);
  std::ofstream Out(Path, std::ios::binary);
  Out.write(Bytes.data(), static_cast<std::streamsize>(Bytes.size()));
  Out.close();
  if (Failure || !Out)
    return Error(Path + ": cannot write, is the disk full?");
  return Success();
}
} // namespace mlgo
