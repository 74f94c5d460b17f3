// Bytes of WebAssembly's instructions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace mlgo {
// Estimates in the binary format of WebAssembly, section 5 of its core
// specification. Indices of functions have two bytes, as most of a program's.

/// What a new function takes beside its instructions: its type, its index, its
/// size, an empty list of locals, and its end.
constexpr int WasmFunctionBytes = 14;

/// A call beside its arguments.
constexpr int WasmCallBytes = 3;

/// Reading a local.
constexpr int WasmLocalBytes = 2;

/// \p I itself, without its operands; nothing for what becomes part of another
/// instruction.
int getWasmInstructionBytes(const llvm::Instruction &I);

/// What puts \p V there, as operand \p Index of \p I: a constant, or the read
/// of a local.
int getWasmOperandBytes(const llvm::Instruction &I, unsigned Index,
                        const llvm::Value &V);

/// The same where \p V is an argument of a call.
int getWasmArgumentBytes(const llvm::Value &V);
} // namespace mlgo
