// Leaves out passes while IR is optimised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <functional>

namespace llvm {
class Function;
class PassBuilder;
} // namespace llvm

namespace mlgo {
class GateSession;

/// Who decides about the passes of a function; null if all are to run.
using GateOfFunction = std::function<GateSession *(const llvm::Function &)>;

/// Has \p Find's session decide about passes of the pipelines of \p PB, whose
/// callbacks this does not outlive.
void addPipelineGate(llvm::PassBuilder &PB, GateOfFunction Find);
} // namespace mlgo
