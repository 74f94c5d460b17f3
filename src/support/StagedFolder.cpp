//===- StagedFolder.cpp - A folder replaced as a whole --------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlgo/support/StagedFolder.h"

#include <filesystem>
#include <fstream>
#include <utility>

namespace mlgo {
namespace {

namespace fs = std::filesystem;

Error cannot(const std::string &Path, const char *Doing,
             const std::error_code &Failure) {
  return Error(Path + ": cannot " + Doing + ": " + Failure.message());
}

} // namespace

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
  const fs::path Unfinished = Place.string() + ".unfinished";
  fs::remove_all(Unfinished, Failure);
  fs::create_directories(Unfinished, Failure);
  if (Failure)
    return cannot(Unfinished.string(), "create", Failure);
  return StagedFolder(Place.string(), Unfinished.string());
}

StagedFolder::StagedFolder(StagedFolder &&Other)
    : Target(std::move(Other.Target)),
      Path(std::exchange(Other.Path, std::string())) {}

StagedFolder::~StagedFolder() {
  std::error_code Ignored;
  if (!Path.empty())
    fs::remove_all(Path, Ignored);
}

Status StagedFolder::commit() {
  std::error_code Failure;
  // A folder cannot be renamed over one that has files.
  const std::string Old = Target + ".replaced";
  const bool Replaces = fs::exists(Target, Failure);
  if (Replaces) {
    fs::remove_all(Old, Failure);
    fs::rename(Target, Old, Failure);
    if (Failure)
      return cannot(Target, "replace", Failure);
  }
  fs::rename(Path, Target, Failure);
  if (Failure) {
    std::error_code Ignored;
    if (Replaces)
      fs::rename(Old, Target, Ignored);
    return cannot(Target, "replace", Failure);
  }
  Path.clear();
  fs::remove_all(Old, Failure);
  return Success();
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
