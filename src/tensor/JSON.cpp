//===- JSON.cpp - The one door to the JSON library ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library's parser and writer take seconds to compile, so only here.
//
//===----------------------------------------------------------------------===//

#include "mlgo/tensor/JSON.h"

namespace mlgo {

OrderedJSON parseJSON(std::string_view Text) {
  return OrderedJSON::parse(Text, nullptr, /*allow_exceptions=*/false);
}

std::string toJSONText(const OrderedJSON &Value, int Indent, bool ASCII) {
  return Value.dump(Indent, ' ', ASCII, OrderedJSON::error_handler_t::replace);
}

} // namespace mlgo
