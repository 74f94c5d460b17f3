//===- PluginFile.cpp - Where the plugins are -----------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginFile.h"

#include <filesystem>
#include <vector>

namespace fs = std::filesystem;

namespace mlgo {

Result<std::string> findPlugin(const std::string &Name) {
  std::error_code EC;
  const fs::path Self = fs::read_symlink("/proc/self/exe", EC).parent_path();
  std::vector<fs::path> Folders = {Self / ".." / MLGO_PLUGIN_DIR};
  for (const auto &Built : fs::directory_iterator(Self / "../../passes", EC))
    Folders.push_back(Built.path());
  for (const fs::path &Folder : Folders) {
    const fs::path Plugin = (Folder / Name).lexically_normal();
    if (fs::exists(Plugin, EC))
      return Plugin.string();
  }
  return Error(Name + ": not found beside " + Self.string() +
               "; was mlgo built with MLGO_BUILD_PASSES and for this LLVM?");
}

} // namespace mlgo
