// The one door to the JSON library
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's parser and writer take seconds to compile, so only here.

#include "tensor/JSON.h"
#include <set>
#include <vector>

namespace mlgo {
OrderedJSON parseJSON(std::string_view Text, int MaxDepth) {
  bool IsGood = true;
  std::vector<std::set<std::string>> Keys; // Of the objects around.
  OrderedJSON Value = OrderedJSON::parse(
      Text,
      [&](int Depth, OrderedJSON::parse_event_t Event, OrderedJSON &Parsed) {
        IsGood &= Depth <= MaxDepth;
        if (Event == OrderedJSON::parse_event_t::object_start)
          Keys.emplace_back();
        else if (Event == OrderedJSON::parse_event_t::object_end)
          Keys.pop_back();
        else if (Event == OrderedJSON::parse_event_t::key)
          IsGood &= Keys.back().insert(Parsed.get<std::string>()).second;
        return IsGood;
      },
      /*allow_exceptions=*/false);
  if (!IsGood)
    return OrderedJSON(OrderedJSON::value_t::discarded);
  return Value;
}

std::string toJSONText(const OrderedJSON &Value, int Indent, bool ASCII) {
  return Value.dump(Indent, ' ', ASCII, OrderedJSON::error_handler_t::replace);
}
} // namespace mlgo
