// Where trials of sets of passes begin and end in a pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// Has the plugin's sessions decide about passes in the pipelines of \p PB, and
/// make trials, if they are wanted, at their beginning.
void addGateStages(llvm::PassBuilder &PB);
} // namespace mlgo
