// Tests of TensorBuffer
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/tensor/TensorBuffer.h"
#include <catch2/catch.hpp>
#include <vector>

using namespace mlgo;

TEST_CASE("TensorBuffer: exact size, aligned, zeroed") {
  for (int64_t Elements : {1, 3, 7, 33, 1000}) {
    TensorBuffer B(TensorSpec::createSpec<int16_t>("t", {Elements}));
    CHECK(B.size() == size_t(Elements) * 2);
    CHECK(reinterpret_cast<uintptr_t>(B.data()) % TensorBuffer::Alignment == 0);
    for (int64_t I = 0; I < Elements; ++I)
      REQUIRE(B.as<int16_t>()[I] == 0);
  }
}

TEST_CASE("TensorBuffer: an empty tensor has no memory") {
  TensorBuffer B(TensorSpec::createSpec<float>("t", {4, 0}));
  CHECK(B.size() == 0);
  CHECK(B.data() == nullptr);
}

TEST_CASE("TensorBuffer: the address survives moves of the owner") {
  std::vector<TensorBuffer> Buffers;
  Buffers.emplace_back(TensorSpec::createSpec<int64_t>("t", {4}));
  void *Address = Buffers[0].data();
  Buffers[0].as<int64_t>()[3] = 42;
  for (int I = 0; I < 100; ++I)
    Buffers.emplace_back(TensorSpec::createSpec<int64_t>("u", {1}));
  CHECK(Buffers[0].data() == Address);
  CHECK(Buffers[0].as<int64_t>()[3] == 42);
  TensorBuffer Other(TensorSpec::createSpec<int64_t>("v", {1}));
  Other = std::move(Buffers[0]);
  CHECK(Other.data() == Address);
  CHECK(Other.size() == 32);
  Other.clear();
  CHECK(Other.as<int64_t>()[3] == 0);
}
