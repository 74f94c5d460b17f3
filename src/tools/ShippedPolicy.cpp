//===- ShippedPolicy.cpp - Where the model files are ----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedPolicy.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace mlgo {

std::string findShippedPolicy(const Task &T, std::string_view Level) {
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  for (const BuiltInPolicy &Policy : T.Policies)
    if (Policy.Objective == T.Objectives.front() &&
        Policy.Scope.servesLevel(Level))
      for (const fs::path &Folder :
           {Program.parent_path().parent_path() / MLGO_INSTALLED_MODELS,
            fs::path(MLGO_SOURCE_MODELS)}) {
        const fs::path File = Folder / (Policy.Model + ".mlgo");
        if (fs::exists(File, Failure))
          return File.string();
      }
  return "stock";
}

} // namespace mlgo
