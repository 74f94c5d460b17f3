// How code says small numbers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// From now on code generators of this process write small constants in
/// functions with minsize on x86-64 so that they need few bytes, as often as
/// \p IsWanted says so when a code generator is set up.
///
/// LLVM pushes and pops a constant of 8 bits there: three bytes instead of the
/// five of a move. But a function without a frame pointer that has an unwind
/// table describes the stack after the push and after the pop, which takes
/// three bytes each (DW_CFA_advance_loc, DW_CFA_def_cfa_offset). So it is moved
/// in such functions.
///
/// No program can tell: a move writes the same register with the same value, as
/// a push and a pop it changes no flag, and it writes nothing to the stack.
void installSmallConstants(bool (*IsWanted)());
} // namespace mlgo
