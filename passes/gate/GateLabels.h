// What flipping single decisions about passes does, for training.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A log of labels has an observation for each function and pass that was asked
// about: the inputs, then
//
//   function_bytes    what the function takes where nothing is flipped
//   executed, executed_flipped    see ExecutedInstructions, before and after
//   label_confidence  100
//   run_pass          what was decided
//
// and as score, `delta_size`, the bytes that the function gains when stock's
// decision about the pass is inverted.

#pragma once

#include "GateSession.h"

namespace mlgo {
/// Writes labels of the policy's decisions, or of stock's, about the passes in
/// \p Sets, each of which has one, to the file that the options of \p S name.
/// Returns in each trial, too.
Status labelDecisions(llvm::Module &M, GateSession &S,
                      const std::vector<GateSet> &Sets);
} // namespace mlgo
