// A rustc that takes our plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mlgo {
/// A rustc, and whether the plugin works in it.
struct RustCompiler {
  std::string Program; ///< Empty: none was found.
  std::string Version; ///< Such as "1.96.0".
  std::string Wrapper; ///< mlgo-rustc.
  /// Why the plugin does not work in it; empty: it does.
  std::string Obstacle;
  /// The rustc that PATH has, if it is another one, and its obstacle.
  std::string Instead, InsteadObstacle;

  bool takesPlugin() const { return !Program.empty() && Obstacle.empty(); }
};

/// The rustc that the variable RUSTC names; without it that of PATH, or else
/// Debian's if the plugin for LLVM \p Major works in it alone.
RustCompiler findRustCompiler(unsigned Major);

/// Whether the build \p Command calls cargo by name.
bool callsCargo(const std::vector<std::string> &Command);

/// Why the plugin for LLVM \p Major does not work in \p Rust, and what to do.
std::string describeObstacle(const RustCompiler &Rust, unsigned Major);

/// Variables with which cargo compiles by \p Rust, which takes the plugin, and
/// builds anew if plugin or decisions change. What the user has set stays.
/// \p Level, for example "Oz", is that of releases; empty: as cargo has it.
/// \p Smallest: opt-level z, fat LTO, and all that is not learned.
std::vector<std::pair<std::string, std::string>>
describeCargo(const RustCompiler &Rust, const std::string &Level,
              bool Smallest);
} // namespace mlgo
