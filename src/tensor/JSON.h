// The one door to the JSON library
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace mlgo {
/// JSON whose objects keep the order in which keys were added: files are
/// compared byte for byte.
using OrderedJSON = nlohmann::ordered_json;

/// \p Text as JSON; `is_discarded()` if it is none, if an object has a key
/// twice, so that readers differ about its value, or if arrays and objects nest
/// deeper than \p MaxDepth: the library prints and copies a value by recursion,
/// and a hostile file is not to exhaust the stack.
OrderedJSON parseJSON(std::string_view Text, int MaxDepth = 64);

/// \p Value as text: one line, or lines indented by \p Indent spaces a level.
/// What is not UTF-8 becomes the replacement character. With \p ASCII, other
/// characters are escaped.
std::string toJSONText(const OrderedJSON &Value, int Indent = -1,
                       bool ASCII = false);
} // namespace mlgo
