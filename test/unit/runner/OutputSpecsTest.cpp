// Tests of OutputSpecs
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/OutputSpecs.h"
#include "TemporaryFolder.h"
#include "mlgo/support/File.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

std::string spec(const std::string &Name, const std::string &Type,
                 const std::string &LoggingName) {
  return "{\"logging_name\": \"" + LoggingName +
         "\", \"tensor_spec\": " + "{\"name\": \"" + Name +
         "\", \"port\": 0, \"type\": \"" + Type + "\", \"shape\": [1]}}";
}

std::string errorOf(const std::string &JSON) {
  auto Specs = parseOutputSpecs(JSON, "decision");
  return Specs ? "no error" : Specs.error().message();
}

} // namespace

TEST_CASE("OutputSpecs: the decision, then what else is logged") {
  auto Specs = parseOutputSpecs("[" + spec("Call", "int64_t", "decision") +
                                    ",\n" + spec("Call2", "float", "value") +
                                    "," + spec("Call3", "int32_t", "x") + "]",
                                "decision");
  REQUIRE(Specs);
  REQUIRE(Specs->size() == 3);
  CHECK((*Specs)[0].Spec == TensorSpec::createSpec<int64_t>("Call", {1}));
  CHECK((*Specs)[0].LoggingName == "decision");
  CHECK((*Specs)[1].Spec == TensorSpec::createSpec<float>("Call2", {1}));
  CHECK((*Specs)[1].LoggingName == "value");
  CHECK((*Specs)[2].Spec.type() == TensorType::Int32);
}

TEST_CASE("OutputSpecs: what is wrong is named") {
  const std::string NoArray =
      "output specs: found no JSON array, expected an array of "
      "{\"tensor_spec\":SPEC,\"logging_name\":NAME}";
  CHECK(errorOf("") == NoArray);
  CHECK(errorOf("{}") == NoArray);
  CHECK(errorOf("[1") == NoArray);
  CHECK(errorOf(std::string(100000, '[')) == NoArray);
  const std::string First = "output specs: the first must describe the "
                            "decision tensor and have the logging_name "
                            "'decision', found ";
  CHECK(errorOf("[]") == First + "none");
  CHECK(errorOf("[" + spec("a", "float", "value") + "]") == First + "'value'");
  CHECK(errorOf("[3]") ==
        "output spec 0: expected an object with the keys 'tensor_spec', a "
        "tensor spec, and 'logging_name', a string");
  CHECK(errorOf("[{\"logging_name\":\"x\"}]") ==
        "output spec 0: 'tensor_spec' property not present or not an object");
  CHECK(errorOf("[{\"tensor_spec\":{}}]") ==
        "output spec 0: 'logging_name' property not present or not a string");
  CHECK(errorOf("[{\"tensor_spec\":{},\"logging_name\":\"x\"}]") ==
        "output spec 0: 'name' property not present or not a string");
  CHECK(errorOf("[" + spec("a", "int64_t", "decision") + "," +
                spec("b", "double", "value") + "]") ==
        "output spec 1: tensor 'b' has the unsupported type double, only "
        "int64_t, int32_t and float tensors are supported");
}

TEST_CASE("OutputSpecs: errors name the file") {
  TemporaryFolder Folder;
  const std::string Path = Folder.file("output_spec.json");
  auto Absent = readOutputSpecs(Path, "decision");
  REQUIRE_FALSE(Absent);
  CHECK(Absent.error().message() ==
        Path + ": cannot open: No such file or directory");
  REQUIRE(writeFileAtomically(Path, "[]"));
  auto Empty = readOutputSpecs(Path, "decision");
  REQUIRE_FALSE(Empty);
  CHECK(Empty.error().message().find(Path + ": output specs: ") == 0);
}
