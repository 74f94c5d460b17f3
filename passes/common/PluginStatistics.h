//===- PluginStatistics.h - Counts that a plugin writes ---------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_COMMON_PLUGINSTATISTICS_H
#define MLGO_PASSES_COMMON_PLUGINSTATISTICS_H

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlgo {

/// Appends \p Line, which ends with a newline, to the file \p Path in one
/// write, so that lines of parallel compilers do not mix. What goes wrong is
/// told on standard error after \p Plugin, and the compiler goes on.
inline void appendStatistics(const std::string &Path, const std::string &Line,
                             const char *Plugin) {
  std::error_code Failure;
  llvm::raw_fd_ostream OS(Path, Failure, llvm::sys::fs::OF_Append);
  if (!Failure) {
    OS.SetBufferSize(Line.size() + 1);
    OS << Line;
    OS.flush();
  }
  if (Failure || OS.has_error()) {
    llvm::errs() << Plugin << ": " << Path << ": cannot append statistics\n";
    OS.clear_error();
  }
}

} // namespace mlgo

#endif // MLGO_PASSES_COMMON_PLUGINSTATISTICS_H
