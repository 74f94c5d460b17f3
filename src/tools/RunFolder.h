//===- RunFolder.h - A folder for the time of a command --------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_RUNFOLDER_H
#define MLGO_TOOLS_RUNFOLDER_H

#include <filesystem>
#include <string>

namespace mlgo {

/// A folder of this run's own, which goes with it. Its name has no spaces.
class RunFolder {
public:
  /// Ends the command if there can be none.
  RunFolder();
  ~RunFolder();
  RunFolder(const RunFolder &) = delete;
  RunFolder &operator=(const RunFolder &) = delete;

  std::string path() const { return Folder; }
  std::string file(const char *Name) const { return Folder / Name; }

private:
  std::filesystem::path Folder;
};

} // namespace mlgo

#endif // MLGO_TOOLS_RUNFOLDER_H
