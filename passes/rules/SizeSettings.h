// LLVM's own settings that make code smaller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// From now on functions of at most a thousand blocks at -Oz are compiled with
/// other values of some options of LLVM's code generator, unless the user gave
/// them: on x86-64, AArch64, RV64 and Thumb-2 blocks are placed for as few
/// jumps as possible, and their ends merged from one instruction on; on x86-64
/// and Thumb-2 what was taken out of a loop returns if registers are short; on
/// x86-64 two conditions are tested by two branches where joining them takes
/// instructions, and live ranges are split around fewer blocks and spilled
/// where that takes fewer bytes. Elsewhere a function with a loop that can go
/// round without a call keeps its blocks and its loops as they are. \p IsWanted
/// is asked when a code generator is set up.
///
/// LLVM keeps options for the whole process, so where several modules may be
/// compiled at once, in a link or by rustc, they stay as they are.
void installSizeSettings(bool (*IsWanted)());

/// Has the pipelines of \p PB say whether this process links.
void registerSizeSettings(llvm::PassBuilder &PB);
} // namespace mlgo
