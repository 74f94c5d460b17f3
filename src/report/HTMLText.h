// Names and numbers in pages
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mlgo {
/// \p Text for elements and quoted attributes of a page: no markup, no control
/// characters. Bytes that are not UTF-8 stay; browsers replace them.
std::string escapeHTML(const std::string &Text);

/// The last part of \p Name in at most about \p MaxBytes, as paths differ at
/// their ends; not split within a character.
std::string shortenPath(const std::string &Name, size_t MaxBytes = 28);

/// \p Value for people, with commas between thousands, the sign that
/// typesetters use for minus, and '+' for what is larger than zero if
/// \p IsChange. "?" for what is no number.
std::string formatNumber(double Value, int Decimals, bool IsChange);

/// \p Change per cent, with two digits behind the point.
std::string formatPercent(double Change);

/// \p Bytes, whole ones.
std::string formatBytes(double Bytes);

/// "1 call", "2,000 calls".
std::string formatCount(uint64_t Count, const char *What);

/// \p CSS, without its comments in front, as part of a page's head.
std::string styleSheet(std::string_view CSS);
} // namespace mlgo
