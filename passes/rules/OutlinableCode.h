// What may move to another function
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
class Type;
class Value;
} // namespace llvm

namespace mlgo {
/// The code of a module's functions for minimal size as a row of numbers, in
/// which sequences that repeat can be found. Instructions of one number do the
/// same with operands of the same types; those that are part of the operation,
/// as who is called, are the same.
struct NumberedCode {
  std::vector<unsigned> Numbers;
  /// Null where no sequence may go on: at ends of blocks and at instructions
  /// that have to stay. No two such places have one number.
  std::vector<llvm::Instruction *> Instructions;
};

/// Numbers the code of \p M in its order.
NumberedCode numberCode(llvm::Module &M);

/// Whether a value of \p T may be an argument or a result of new functions.
bool canPass(const llvm::Type &T);

/// Whether operand \p Index of \p I is part of what it does, so that no
/// argument can take its place.
bool isFixedOperand(const llvm::Instruction &I, unsigned Index);

/// Whether \p I says something about the instructions around it and is no code,
/// so that sequences go on behind it.
bool isMark(const llvm::Instruction &I);
} // namespace mlgo
