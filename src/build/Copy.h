// A build in a copy of its folder
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build is tried with must not change the user's files. A copy of the
// folder is mounted over the folder, for the build alone: paths that a
// configured build has noted then lead into the copy. Where the system allows
// no mounts, the build runs in the copy, without folders that CMake has
// configured, whose paths would lead out of it.

#pragma once

#include "support/ChildProcess.h"

namespace mlgo {
/// Whether a value in \p Cache, the text of a CMakeCache.txt, is \p Folder or
/// leads into it.
bool namesFolder(std::string_view Cache, const std::string &Folder);

/// A copy of a folder without what compilers have written there, so that all is
/// compiled anew.
class BuildCopy {
public:
  /// Copies \p Home, with times and links, to \p Folder, which is replaced.
  /// Both are absolute, and neither is inside of the other.
  static Result<BuildCopy> create(const std::string &Home,
                                  const std::string &Folder);

  /// Runs \p Command, whose Folder is not looked at, in the copy as if it were
  /// at home.
  Result<ChildOutcome> run(ChildCommand Command) const;

  /// Whether the copy stands in the place of the folder it is of.
  bool isAtHome() const { return !Mount.empty(); }

  /// Where the copy is.
  const std::string &folder() const { return Folder; }

  /// Folders, relative, that are left out because they were configured for
  /// another place than the copy's.
  const std::vector<std::string> &leftOut() const { return LeftOut; }

private:
  BuildCopy(std::string Home, std::string Folder)
      : Home(std::move(Home)), Folder(std::move(Folder)) {}

  const std::string Home, Folder;
  /// The words before a command that mount the copy; none: there are no mounts.
  std::vector<std::string> Mount;
  std::vector<std::string> LeftOut;
};
} // namespace mlgo
