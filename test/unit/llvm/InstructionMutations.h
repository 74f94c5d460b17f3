// Changes of an instruction
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_TEST_UNIT_LLVM_INSTRUCTIONMUTATIONS_H
#define MLGO_TEST_UNIT_LLVM_INSTRUCTIONMUTATIONS_H

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

#endif // MLGO_TEST_UNIT_LLVM_INSTRUCTIONMUTATIONS_H
