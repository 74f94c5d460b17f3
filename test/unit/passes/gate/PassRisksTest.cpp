// Tests of PassRisks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PassRisks.h"
#include "GatePasses.h"
#include <catch2/catch.hpp>

using namespace mlgo;

static bool isLarge(const char *Pass, const GateFeatures &Features,
                    SizeLevel Level = SizeLevel::Size) {
  return mayBeLargeWithout(*findGatePass(Pass), Features, Level);
}

static bool isSlow(const char *Pass, const GateFeatures &Features) {
  return mayBeSlowWithout(*findGatePass(Pass), Features);
}

TEST_CASE("PassRisks: nothing is slow without a loop that calls nothing") {
  GateFeatures Features = {};
  Features[GateInput::instructions] = 100;
  Features[GateInput::loops] = 3;
  for (const char *Pass : {"licm", "indvars", "gvn-pre", "early-machinelicm",
                           "block-placement", "frame-pointer-elimination"})
    CHECK_FALSE(isSlow(Pass, Features));
}

TEST_CASE("PassRisks: passes that serve loops") {
  GateFeatures Features = {};
  Features[GateInput::instructions] = 100;
  Features[GateInput::call_free_blocks] = 1;
  Features[GateInput::call_free_instructions] = 20;
  CHECK(isSlow("licm", Features));
  CHECK(isSlow("indvars", Features));
  CHECK(isSlow("gvn-pre", Features));
  CHECK_FALSE(isSlow("x86-fixup-leas", Features));
  CHECK_FALSE(isSlow("loop-reduce", Features));
  Features[GateInput::call_free_stepped] = 1;
  CHECK(isSlow("loop-reduce", Features));
  CHECK_FALSE(isSlow("early-machinelicm", Features));
  Features[GateInput::call_free_hoistable_share] = 41;
  CHECK(isSlow("early-machinelicm", Features));
  CHECK_FALSE(isSlow("block-placement", Features));
  Features[GateInput::call_free_jump_share] = 41;
  CHECK(isSlow("block-placement", Features));
  Features[GateInput::call_free_hoistable_share] = 39;
  Features[GateInput::call_free_jump_share] = 39;
  CHECK_FALSE(isSlow("early-machinelicm", Features));
  CHECK_FALSE(isSlow("block-placement", Features));
  Features[GateInput::call_free_instructions] = 1000;
  CHECK_FALSE(isSlow("gvn-pre", Features));
}

TEST_CASE("PassRisks: a frame pointer takes a register, and time in short "
          "functions") {
  GateFeatures Features = {};
  Features[GateInput::instructions] = 10;
  CHECK(isSlow("frame-pointer-elimination", Features));
  Features[GateInput::instructions] = 100;
  CHECK_FALSE(isSlow("frame-pointer-elimination", Features));
  Features[GateInput::call_free_blocks] = 1;
  CHECK_FALSE(isSlow("frame-pointer-elimination", Features));
  Features[GateInput::call_free_values] = 12;
  CHECK(isSlow("frame-pointer-elimination", Features));
}

TEST_CASE("PassRisks: large functions keep what seldom pays") {
  GateFeatures Features = {};
  Features[GateInput::instructions] = 1000;
  CHECK(isLarge("instsimplify", Features));
  CHECK_FALSE(isLarge("tailcallelim", Features));
  Features[GateInput::instructions] = 100;
  CHECK_FALSE(isLarge("instsimplify", Features));
}

TEST_CASE("PassRisks: large functions with many objects or states") {
  GateFeatures Features = {};
  Features[GateInput::instructions] = 1400;
  Features[GateInput::blocks] = 350;
  Features[GateInput::critical_edges] = 80;
  Features[GateInput::phis] = 280;
  Features[GateInput::allocas] = 3;
  CHECK_FALSE(isLarge("gvn-pre", Features));
  Features[GateInput::critical_edges] = 228;
  CHECK(isLarge("gvn-pre", Features));
  Features[GateInput::direct_calls] = 60;
  CHECK_FALSE(isLarge("gvn-pre", Features));
  Features[GateInput::direct_calls] = 10;
  Features[GateInput::phis] = 100;
  CHECK_FALSE(isLarge("gvn-pre", Features));
  CHECK_FALSE(isLarge("frame-pointer-elimination", Features));
  Features[GateInput::allocas] = 27;
  CHECK(isLarge("frame-pointer-elimination", Features));
  CHECK_FALSE(
      isLarge("frame-pointer-elimination", Features, SizeLevel::MinSize));
}
