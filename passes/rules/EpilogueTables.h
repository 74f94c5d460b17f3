// What unwind tables say of epilogues
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {
/// From now on code generators of this process do not describe epilogues in the
/// unwind tables of functions with minsize on x86-64, as often as \p IsWanted
/// says so when a code generator is set up.
///
/// LLVM describes the stack after each instruction of an epilogue there, and
/// again where code follows that is not an epilogue. On AArch64 it leaves that
/// out in functions with minsize. Exceptions and backtraces from calls do not
/// need it: an epilogue has no call, its block has no successor, and code that
/// comes after it is still described. But an outliner could move an epilogue
/// into another function, or a call before it; so nothing is outlined from a
/// function whose table lacks rows. A profiler, a handler of a signal or a
/// thread that is cancelled, if it stops between the first instruction of an
/// epilogue and its return, finds a wrong caller: the rule is for who asks.
void installEpilogueTables(bool (*IsWanted)());
} // namespace mlgo
