// Tests of TensorSpec
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TensorSpec.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {
std::string parseError(const std::string &JSON) {
  auto Spec = getTensorSpecFromJSON(JSON);
  return Spec ? "no error" : Spec.error().message();
}
} // namespace

TEST_CASE("TensorSpec: JSON has LLVM's keys, order and spelling") {
  auto Spec = TensorSpec::createSpec<int64_t>("callee_users", {1, 2}, 3);
  CHECK(toJSON(Spec) ==
        R"({"name":"callee_users","type":"int64_t","port":3,"shape":[1,2]})");
}

TEST_CASE("TensorSpec: JSON round-trips every type"){
#define CHECK_TYPE(T, Name)                                                    \
  {                                                                            \
    auto Spec = TensorSpec::createSpec<T>("t", {2, 3});                        \
    auto Back = getTensorSpecFromJSON(toJSON(Spec));                           \
    REQUIRE(Back);                                                             \
    CHECK(*Back == Spec);                                                      \
    CHECK(Back->type() == TensorType::Name);                                   \
    CHECK(Back->isElementType<T>());                                           \
    CHECK(Back->getElementCount() == 6);                                       \
    CHECK(Back->getTotalTensorBufferSize() == 6 * sizeof(T));                  \
  }
    MLGO_TENSOR_TYPES(CHECK_TYPE)
#undef CHECK_TYPE
}

TEST_CASE("TensorSpec: a parse error names the key") {
  CHECK(parseError("[]") == "tensor spec is not a JSON object");
  CHECK(parseError("{") == "tensor spec is not a JSON object");
  CHECK(parseError(R"({"type":"float","port":0,"shape":[1]})") ==
        "'name' property not present or not a string");
  CHECK(parseError(R"({"name":"a","port":0,"shape":[1]})") ==
        "'type' property not present or not a string");
  CHECK(parseError(R"({"name":"a","type":"float","shape":[1]})") ==
        "'port' property not present or not an int");
  CHECK(parseError(
            R"({"name":"a","type":"float","port":99999999999,"shape":[1]})") ==
        "'port' property not present or not an int");
  CHECK(parseError(R"({"name":"a","type":"float","port":0})") ==
        "'shape' property not present or not an int array");
  CHECK(parseError(R"({"name":"a","type":"float","port":0,"shape":["x"]})") ==
        "'shape' property not present or not an int array");
  CHECK(parseError(R"({"name":"a","type":"half","port":0,"shape":[1]})") ==
        "'type' property is 'half', expected one of float, double, int8_t to "
        "uint64_t");
  CHECK(parseError(R"({"name":"a","type":"float","port":0,"shape":[-1]})") ==
        "'shape' property [-1] has a negative dimension or more than 2^32 "
        "elements");
  CHECK(
      parseError(
          R"({"name":"a","type":"float","port":0,"shape":[4294967296,4294967296]})")
          .find("2^32 elements") != std::string::npos);
}

TEST_CASE("TensorSpec: equality looks at all four parts") {
  auto Spec = TensorSpec::createSpec<float>("a", {1}, 0);
  CHECK(Spec == TensorSpec("a", TensorSpec::createSpec<float>("b", {1}, 0)));
  CHECK(Spec != TensorSpec::createSpec<float>("b", {1}, 0));
  CHECK(Spec != TensorSpec::createSpec<float>("a", {2}, 0));
  CHECK(Spec != TensorSpec::createSpec<float>("a", {1}, 1));
  CHECK(Spec != TensorSpec::createSpec<int32_t>("a", {1}, 0));
}

TEST_CASE("TensorSpec: values print with commas, bytes as numbers") {
  const int64_t Wide[] = {1, 3};
  CHECK(tensorValueToString(Wide, TensorSpec::createSpec<int64_t>("a", {2})) ==
        "1,3");
  const uint8_t Bytes[] = {65, 255};
  CHECK(tensorValueToString(Bytes, TensorSpec::createSpec<uint8_t>("a", {2})) ==
        "65,255");
}
