// Tests of AnswerMemory
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AnswerMemory.h"
#include <catch2/catch.hpp>
#include <vector>

using namespace mlgo;

namespace {

/// A policy that reads its first two inputs and not its third.
class TwoOfThree final : public MLModelRunner {
public:
  TwoOfThree()
      : MLModelRunner(Kind::Release,
                      {TensorSpec::createSpec<int64_t>("a", {1}),
                       TensorSpec::createSpec<int64_t>("b", {1}),
                       TensorSpec::createSpec<int64_t>("c", {1})}) {
    setUpBufferForTensor(0, &Read[0]);
    setUpBufferForTensor(1, &Read[1]);
    setUpBufferForTensor(2, nullptr);
  }

  void fill(int64_t A, int64_t B, int64_t C) {
    *getTensor<int64_t>(0) = A;
    *getTensor<int64_t>(1) = B;
    *getTensor<int64_t>(2) = C;
  }

private:
  const void *evaluateUntyped() override { return &Read[0]; }

  int64_t Read[2] = {};
};

} // namespace

TEST_CASE("AnswerMemory: asks again only when an input that is read differs") {
  TwoOfThree Runner;
  AnswerMemory Memory(Runner);
  unsigned Asked = 0;
  const auto Ask = [&](int64_t A, int64_t B, int64_t C) {
    Runner.fill(A, B, C);
    return Memory
        .get([&] {
          ++Asked;
          return AnswerMemory::Answer{A == B, false};
        })
        .Decision;
  };
  // Zeros are a question like any other.
  CHECK(Ask(0, 0, 0));
  CHECK(Asked == 1);
  CHECK_FALSE(Ask(1, 2, 0));
  CHECK_FALSE(Ask(1, 2, 7));
  CHECK(Ask(0, 0, 7));
  CHECK(Asked == 2);
  CHECK(Ask(2, 2, 0));
  CHECK_FALSE(Ask(2, 1, 0));
  CHECK(Asked == 4);
  // The fifth takes the place of the first.
  CHECK(Ask(3, 3, 0));
  CHECK_FALSE(Ask(1, 2, 0));
  CHECK(Asked == 5);
  CHECK(Ask(0, 0, 0));
  CHECK(Asked == 6);
}
