// Leaves out passes while IR is optimised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_PASSES_GATE_PIPELINEGATE_H
#define MLGO_PASSES_GATE_PIPELINEGATE_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {

/// Has the pipelines of \p PB ask about the passes that may be left out, but
/// not before a link with LTO, and has them begin with the trials that the user
/// wants.
void addPipelineGate(llvm::PassBuilder &PB);

} // namespace mlgo

#endif // MLGO_PASSES_GATE_PIPELINEGATE_H
