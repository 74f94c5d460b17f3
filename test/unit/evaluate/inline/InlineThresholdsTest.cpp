// Tests of InlineThresholds
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/inline/InlineThresholds.h"
#include "llvm/Analysis/InlineCost.h"
#include <catch2/catch.hpp>

using namespace mlgo;

namespace {

llvm::InlineParams apply(const char *Text) {
  llvm::InlineParams Params;
  Params.DefaultThreshold = 225;
  Params.OptMinSizeThreshold = 5;
  Params.HintThreshold = 325;
  const auto Thresholds = InlineThresholds::parse(Text);
  REQUIRE(Thresholds);
  Thresholds->applyTo(Params);
  return Params;
}

} // namespace

TEST_CASE("InlineThresholds: what is named is set") {
  llvm::InlineParams Params = apply("threshold=60");
  CHECK(Params.DefaultThreshold == 60);
  CHECK_FALSE(Params.OptMinSizeThreshold);
  CHECK(Params.HintThreshold == 325);
  Params = apply("-inlinehint-threshold=700  -inline-cold-callsite-threshold=0 "
                 "-locally-hot-callsite-threshold=900");
  CHECK(Params.DefaultThreshold == 225);
  CHECK(Params.OptMinSizeThreshold == 5);
  CHECK(Params.HintThreshold == 700);
  CHECK(Params.ColdCallSiteThreshold == 0);
  CHECK(Params.LocallyHotCallSiteThreshold == 900);
}

TEST_CASE("InlineThresholds: options are as they were read") {
  CHECK(InlineThresholds().options().empty());
  const auto Read =
      InlineThresholds::parse("-inlinehint-threshold=-7 -inline-threshold=30");
  REQUIRE(Read);
  CHECK(Read->options() ==
        std::vector<std::string>{"-inline-threshold=30",
                                 "-inlinehint-threshold=-7"});
}

TEST_CASE("InlineThresholds: anything else is an error that says what can be") {
  for (const char *Bad :
       {"threshold=", "threshold=x", "threshold=1.5", "-inline-threshold",
        "-inline-threshold=5x", "-inline-threshold=5 6", "-O2=3",
        "-inline-threshold=99999999999", "-=1"}) {
    INFO(Bad);
    const auto Read = InlineThresholds::parse(Bad);
    REQUIRE_FALSE(Read);
    CHECK(Read.error().message().find("-inlinehint-threshold") !=
          std::string::npos);
  }
  CHECK(InlineThresholds::isMeantBy("threshold=3"));
  CHECK(InlineThresholds::isMeantBy("-O2"));
  CHECK_FALSE(InlineThresholds::isMeantBy("stock"));
  CHECK_FALSE(InlineThresholds::isMeantBy("models/inline-size.mlgo"));
}
