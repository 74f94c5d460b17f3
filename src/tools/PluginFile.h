//===- PluginFile.h - Where the plugins are ---------------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_PLUGINFILE_H
#define MLGO_TOOLS_PLUGINFILE_H

#include "mlgo/support/Result.h"

#include <string>

namespace mlgo {

/// The plugin \p Name for one LLVM: beside this program as installed, or in the
/// build tree that it was built in.
Result<std::string> findPlugin(const std::string &Name);

} // namespace mlgo

#endif // MLGO_TOOLS_PLUGINFILE_H
