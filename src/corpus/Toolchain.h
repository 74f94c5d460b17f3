// The tools that a package is built with
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "corpus/PackageBuilder.h"

namespace mlgo {
inline void append(std::vector<std::string> &To,
                   const std::vector<std::string> &From) {
  To.insert(To.end(), From.begin(), From.end());
}

/// The wrapped compilers of a build, in its folder toolchain/, and the archive
/// tools beside them: LLVM's where this machine's do not know the objects.
class Toolchain {
public:
  /// \p Request outlives the toolchain.
  explicit Toolchain(const BuildRequest &Request);

  /// Writes everything. Errors name Debian packages that are missing.
  Status write() const;

  std::string compiler(bool IsCxx) const;
  std::string archiver() const;

  /// What build systems are told: variables of the environment, the same
  /// variables for make's command line, and cmake's arguments.
  std::vector<std::pair<std::string, std::string>> environment() const;
  std::vector<std::string> makeArguments() const;
  std::vector<std::string> cmakeArguments() const;

private:
  Status writeRuntime() const;
  Status writeClang() const;
  Status writeOther() const;
  std::string lltool(const std::string &Name) const;

  const BuildRequest &Request;
  const BuildTarget &Target;
  const std::string Folder;
  const bool UsesLLVMTools;
};
} // namespace mlgo
