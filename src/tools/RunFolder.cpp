//===- RunFolder.cpp - A folder for the time of a command -----------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunFolder.h"

#include "Commands.h"

#include <stdlib.h>

namespace fs = std::filesystem;

namespace mlgo {

RunFolder::RunFolder() {
  std::string Name = fs::temp_directory_path().string();
  Name = (Name.find(' ') == Name.npos ? Name : "/tmp") + "/mlgo-run-XXXXXX";
  if (!::mkdtemp(Name.data()))
    fail(Error(Name + ": cannot create"));
  Folder = Name;
}

RunFolder::~RunFolder() {
  std::error_code Ignored;
  fs::remove_all(Folder, Ignored);
}

} // namespace mlgo
