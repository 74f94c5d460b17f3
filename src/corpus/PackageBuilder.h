// Configures, builds and links a package
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "build/OtherCompiler.h"
#include "corpus/Recipe.h"
#include "mlgo/support/LLVMMajors.h"
#include <optional>

namespace mlgo {
/// Which build of a package is wanted.
struct BuildRequest {
  std::string SourceTree; ///< As SourceFetcher unpacked it; never written to.
  /// The packages in the recipe's "uses": name and unpacked sources.
  std::vector<std::pair<std::string, std::string>> UsedTrees;
  std::string
      Folder; ///< Absolute; emptied first. Holds tree/, toolchain/, log.
  /// Compilations get them, checks do not.
  std::vector<std::string> VariantFlags;
  std::vector<std::string> VariantLinkFlags; ///< Links get them, checks do not.
  /// "full" or "thin": compilations and links, but no checks, are of that kind
  /// of LTO, and LLVM's own tools make archives. Empty: none.
  std::string LTO;
  BuildSettings Settings;
  /// Builds instead of clang.
  std::optional<OtherCompiler> Compiler;
  /// Variables for the build step, not for configuration.
  std::vector<std::pair<std::string, std::string>> Environment;
  unsigned LLVMMajor = DefaultLLVMMajor;
  unsigned Jobs = 1;
  bool LinkPrograms = true; ///< Also the recipe's own programs.
};

/// Builds \p R as \p Request says. A failing step is an error that names
/// the step and the log, and quotes the log's first complaint.
Status buildPackage(const Recipe &R, const BuildRequest &Request);

/// Where the build in \p BuildFolder has left \p Program.
std::string programPath(const ProgramRecipe &Program,
                        const std::string &BuildFolder);

/// Replaces each `@NAME@` of \p Values in \p Text.
std::string expandPlaceholders(
    std::string Text,
    const std::vector<std::pair<std::string, std::string>> &Values);

/// The Debian packages of \p Names that are not installed.
std::vector<std::string> missingPackages(const std::vector<std::string> &Names);
} // namespace mlgo
