// Passes that are not left out, whatever a policy says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PassRisks.h"
#include "GatePasses.h"

namespace mlgo {
using Input = GateInput;

namespace {
/// The bounds were chosen on half of the kernels
/// (models/experiments/hot-loops.md).
///
/// An instruction more in so many of a loop is felt.
constexpr int64_t LongRound = 25;
/// Loads and computations that GVN keeps from round to round matter in loops of
/// kernels, and let interpreters grow.
constexpr int64_t LongCycle = 200;
/// Of 15 registers, so many values leave enough for what lives shortly.
constexpr int64_t ManyValues = 8;
/// A frame pointer takes two or three instructions for each call.
constexpr int64_t ShortFunction = 20;

/// About a kilobyte of code.
constexpr int64_t LargeFunction = 200;
/// Beside so many objects a register less costs more at -Os, where calls push
/// nothing, than the table saves.
constexpr int64_t ManyObjects = 12;

/// As in machines of states by goto: most states have several ways in and out,
/// and what GVN does not keep on the way is computed in each of them.
bool isStateMachine(const GateFeatures &Features) {
  return 5 * Features[Input::critical_edges] > 2 * Features[Input::blocks] &&
         6 * Features[Input::phis] > Features[Input::instructions] &&
         50 * Features[Input::direct_calls] < Features[Input::instructions];
}
} // namespace

bool mayBeLargeWithout(size_t Pass, const GateFeatures &Features,
                       SizeLevel Level) {
  if (Features[Input::instructions] <= LargeFunction)
    return false;
  switch (Pass) {
  case *findGatePass("frame-pointer-elimination"):
    return Level == SizeLevel::Size && Features[Input::allocas] > ManyObjects;
  case *findGatePass("gvn-pre"):
    return isStateMachine(Features);
  case *findGatePass("instsimplify"):
  case *findGatePass("licm"):
  case *findGatePass("postra-machine-sink"):
  case *findGatePass("shrink-wrap"):
  case *findGatePass("x86-optimize-leas"):
    return true;
  default:
    return false;
  }
}

bool mayBeSlowWithout(size_t Pass, const GateFeatures &Features) {
  constexpr size_t FramePointer = *findGatePass("frame-pointer-elimination");
  if (Pass == FramePointer && Features[Input::instructions] < ShortFunction)
    return true;
  if (!Features[Input::call_free_blocks])
    return false;
  constexpr int64_t Least = 1000 / LongRound;
  switch (Pass) {
  case *findGatePass("indvars"):
  case *findGatePass("licm"):
  case *findGatePass("x86-optimize-leas"):
    return true;
  case *findGatePass("gvn-pre"):
    return Features[Input::call_free_instructions] <= LongCycle;
  case *findGatePass("loop-reduce"):
    return Features[Input::call_free_stepped] > 0;
  case *findGatePass("early-machinelicm"):
    return Features[Input::call_free_hoistable_share] > Least;
  case *findGatePass("block-placement"):
    return Features[Input::call_free_jump_share] > Least;
  case FramePointer:
    return Features[Input::call_free_values] > ManyValues;
  default:
    return false;
  }
}
} // namespace mlgo
