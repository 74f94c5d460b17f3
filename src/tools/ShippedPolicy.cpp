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
namespace {

/// The file of \p Policy; empty if it is nowhere.
std::string findFile(const BuiltInPolicy &Policy) {
  std::error_code Failure;
  const fs::path Program = fs::read_symlink("/proc/self/exe", Failure);
  for (const fs::path &Folder :
       {Program.parent_path().parent_path() / MLGO_INSTALLED_MODELS,
        fs::path(MLGO_SOURCE_MODELS)}) {
    const fs::path File = Folder / (Policy.Model + ".mlgo");
    if (fs::exists(File, Failure))
      return File.string();
  }
  return "";
}

} // namespace

std::string findShippedPolicy(const Task &T, std::string_view Level) {
  for (const BuiltInPolicy &Policy : T.Policies)
    if (Policy.Objective == T.Objectives.front() &&
        Policy.Scope.servesLevel(Level))
      if (const std::string File = findFile(Policy); !File.empty())
        return File;
  return "stock";
}

Result<std::vector<std::string>> findShippedPolicies(const Task &T) {
  std::vector<std::string> Files;
  for (const BuiltInPolicy &Policy : T.Policies) {
    Files.push_back(findFile(Policy));
    if (Files.back().empty())
      return Error(Policy.Model +
                   ".mlgo: not found, expected beside an installed mlgo, in "
                   "its share/mlgo/models");
  }
  return Files;
}

} // namespace mlgo
