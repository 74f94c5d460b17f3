// What commands do not say of themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>
#include <vector>

namespace mlgo {
/// What --help needs beyond a command's own words.
struct HelpAddition {
  std::string Command; ///< "mlgo corpus fetch".
  /// A few words for lists of commands; empty: the first sentence.
  std::string Summary;
  std::string Example; ///< Empty: the command has one.
  /// Options that most calls do without, by their last name; --help shows the
  /// others, so that it fits on a screen.
  std::string Rare;
};

/// That of \p Command; empty if there is none.
HelpAddition findHelpAddition(const std::string &Command);

/// All of them.
const std::vector<HelpAddition> &allHelpAdditions();
} // namespace mlgo
