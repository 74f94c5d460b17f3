// Tests of JSON
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor/JSON.h"
#include <catch2/catch.hpp>

using namespace mlgo;

TEST_CASE("JSON: what nests too deep is none") {
  const auto Nested = [](size_t Depth) {
    return std::string(Depth, '[') + std::string(Depth, ']');
  };
  CHECK(parseJSON(Nested(60)).is_array());
  CHECK(parseJSON(Nested(70)).is_discarded());
  CHECK(parseJSON(Nested(70), 80).is_array());
  CHECK(parseJSON(Nested(200000)).is_discarded());
  CHECK(parseJSON(std::string(400000, '[')).is_discarded());
  CHECK(parseJSON(R"({"a": [1, {"b": null}]})").dump() ==
        R"({"a":[1,{"b":null}]})");
}

TEST_CASE("JSON: an object has each key once") {
  CHECK(parseJSON(R"({"a": 1, "a": 1})").is_discarded());
  CHECK(parseJSON(R"([{"b": {"a": 1, "c": {}, "a": 2}}])").is_discarded());
  CHECK(parseJSON(R"({"a": {"a": 1}, "b": {"a": 2}})")["b"]["a"] == 2);
}
