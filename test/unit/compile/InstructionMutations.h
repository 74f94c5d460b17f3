// Changes of an instruction
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "FunctionMutations.h"

namespace llvm {
class CallBase;
class Instruction;
} // namespace llvm

namespace mlgo {

/// Adds all changes of \p I that are known here to \p List.
void listInstructionMutations(llvm::Instruction &I,
                              std::vector<Mutation> &List);

/// Adds those changes that only a call can have.
void listCallMutations(llvm::CallBase &Call, std::vector<Mutation> &List);

} // namespace mlgo
