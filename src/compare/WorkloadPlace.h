// Where programs run alike
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include "support/FileDescriptor.h"

namespace mlgo {
/// A folder that has one name on all machines. What a program executes depends
/// on the names it is given, so that it is told names in here. One process at a
/// time has it; others wait. The destructor removes it.
class WorkloadPlace {
public:
  /// Makes it, empty. Fails if another user has that name for ten minutes.
  static Result<WorkloadPlace> create();

  WorkloadPlace(WorkloadPlace &&Other) noexcept;
  WorkloadPlace &operator=(WorkloadPlace &&) = delete;
  ~WorkloadPlace();

  /// A name in it that is not used yet.
  std::string name(const std::string &Name) const { return Path + "/" + Name; }

  /// A name in it for \p Target, a file or folder.
  Result<std::string> link(const std::string &Name,
                           const std::string &Target) const;

private:
  WorkloadPlace(std::string Path, FileDescriptor Lock)
      : Path(std::move(Path)), Lock(std::move(Lock)) {}

  std::string Path; ///< Empty: moved from.
  FileDescriptor Lock;
};
} // namespace mlgo
