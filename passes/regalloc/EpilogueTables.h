//===- EpilogueTables.h - What unwind tables say of epilogues ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EPILOGUETABLES_H
#define MLGO_PASSES_REGALLOC_EPILOGUETABLES_H

namespace mlgo {

/// From now on code generators of this process do not describe epilogues in the
/// unwind tables of functions with minsize on x86-64 and 64-bit RISC-V, as
/// often as \p IsWanted says so when a code generator is set up.
///
/// LLVM describes the stack after each instruction of an epilogue there, and
/// again where code follows that is not an epilogue. On AArch64 it leaves that
/// out in functions with minsize. Exceptions and backtraces from calls do not
/// need it; a profiler or debugger that stops between the first instruction of
/// an epilogue and its return does.
void installEpilogueTables(bool (*IsWanted)());

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EPILOGUETABLES_H
