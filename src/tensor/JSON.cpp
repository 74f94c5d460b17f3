// The one door to the JSON library
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's parser and writer take seconds to compile, so only here.

#include "tensor/JSON.h"

namespace mlgo {

OrderedJSON parseJSON(std::string_view Text, int MaxDepth) {
  bool IsTooDeep = false;
  OrderedJSON Value = OrderedJSON::parse(
      Text,
      [&](int Depth, OrderedJSON::parse_event_t, OrderedJSON &) {
        IsTooDeep |= Depth > MaxDepth;
        return !IsTooDeep;
      },
      /*allow_exceptions=*/false);
  if (IsTooDeep)
    return OrderedJSON(OrderedJSON::value_t::discarded);
  return Value;
}

std::string toJSONText(const OrderedJSON &Value, int Indent, bool ASCII) {
  return Value.dump(Indent, ' ', ASCII, OrderedJSON::error_handler_t::replace);
}

} // namespace mlgo
