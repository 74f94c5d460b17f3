//===- WorkloadPlace.cpp - Where programs run alike -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/compare/WorkloadPlace.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

constexpr const char *Folder = "/tmp/mlgo-workload";

Error cannot(const std::string &Name, const char *What) {
  return Error(Name + ": cannot " + What + ": " + std::strerror(errno) +
               ", expected a name that nobody else uses");
}

} // namespace

Result<WorkloadPlace> WorkloadPlace::create() {
  const std::string LockName = std::string(Folder) + ".lock";
  FileDescriptor Lock(::open(LockName.c_str(),
                             O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!Lock)
    return cannot(LockName, "open");
  while (::flock(Lock.get(), LOCK_EX) != 0)
    if (errno != EINTR)
      return cannot(LockName, "lock");
  // What a process left behind that was killed.
  std::error_code Ignored;
  fs::remove_all(Folder, Ignored);
  if (::mkdir(Folder, 0700) != 0)
    return cannot(Folder, "create");
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
