// A folder that lives as long as a test
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <filesystem>
#include <stdlib.h>
#include <string>

namespace mlgo {

/// An empty folder, removed with all that is in it.
struct TemporaryFolder {
  std::filesystem::path Path;

  TemporaryFolder() {
    std::string Name =
        (std::filesystem::temp_directory_path() / "mlgo-XXXXXX").string();
    Path = ::mkdtemp(Name.data());
  }
  ~TemporaryFolder() {
    std::error_code Ignored;
    std::filesystem::remove_all(Path, Ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;

  std::string file(const std::string &Name) const {
    return (Path / Name).string();
  }
};

} // namespace mlgo
