// Constants that another register has, or almost has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// From now on code generators of this process move a constant in functions
/// with optsize or minsize on x86-64 from what registers are known to have, as
/// often as \p IsWanted says so when a code generator is set up: a copy of a
/// register that has it (two or three bytes), its address arithmetic where one
/// has a constant less than 128 away (`lea`, three or four), or -1 by `or`,
/// where no flag is in use (three or four). A move of the constant takes five
/// to ten.
///
/// No program can tell: one instruction that accesses no memory becomes
/// another that writes the same value to the same register.
void installKnownConstants(bool (*IsWanted)());
} // namespace mlgo
