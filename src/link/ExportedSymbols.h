// What a program lets others see
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mlgo {
struct CorpusProgram;

/// True if \p Program is linked with `-shared`: it has no `main`.
bool isSharedLibrary(const CorpusProgram &Program);

/// Which symbols of a program the libraries that it loads can refer to, so that
/// a linker keeps them, provided that their visibility allows it.
class ExportedSymbols {
public:
  /// No symbol, as programs are linked by default.
  ExportedSymbols() = default;

  /// What the flags of \p Program's link say to clang and lld: `-rdynamic`, and
  /// to the linker `--export-dynamic` (`-E`), `--no-export-dynamic` and
  /// `--export-dynamic-symbol`. A program linked with `-static` exports
  /// nothing. A shared library exports everything, or what its version script
  /// says. Other lists in files (`--dynamic-list`) are not read.
  static ExportedSymbols of(const CorpusProgram &Program);

  /// Others may define what is exported, too, so that uses go through tables.
  bool arePreemptible() const { return IsPreemptible; }
  bool any() const { return All || !Patterns.empty(); }
  bool contains(std::string_view Symbol) const;

private:
  void restrictTo(const std::string &Path);

  bool All = false, IsPreemptible = false;
  std::vector<std::string> Patterns; ///< With *, ? and sets in brackets.
};
} // namespace mlgo
