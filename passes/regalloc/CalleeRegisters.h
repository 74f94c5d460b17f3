// Registers that a callee leaves alone
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// From now on code generators of this process, as often as \p IsWanted says so
/// when one is set up, keep values of callers on x86-64 in registers that the
/// convention lets a callee change, if it is a local one (isLocalCallee) whose
/// code is there and does not change them. Callees are compiled first for that.
///
/// Callees keep the convention, so that all other ways into them stay right,
/// and unwind tables, backtraces and debuggers find what they did. Nothing is
/// kept from a call to its landing pad: unwinding restores what the convention
/// says, and no more. Only rax, rcx, rdx, rsi, rdi, r8, r9 and xmm0 to xmm15
/// are kept: r10, r11 and flags are for stubs of the linker and for thunks, x87
/// goes all or none, and a caller clears the high parts of ymm itself.
void installCalleeRegisters(bool (*IsWanted)());
} // namespace mlgo
