//===- JSON.h - The one door to the JSON library ----------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TENSOR_JSON_H
#define MLGO_TENSOR_JSON_H

#include <nlohmann/json.hpp>

namespace mlgo {

/// JSON whose objects keep the order in which keys were added: files are
/// compared byte for byte. Parse with exceptions disabled, as in
/// `OrderedJSON::parse(Text, nullptr, false)`, and test `is_discarded()`.
using OrderedJSON = nlohmann::ordered_json;

} // namespace mlgo

#endif // MLGO_TENSOR_JSON_H
