// LLVM's own settings that make code smaller
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// From now on functions for x86-64 at -Oz are compiled with other values of
/// four options of LLVM's code generator, unless the user gave them: two
/// conditions are tested by two branches where joining them takes instructions;
/// ends of blocks are merged from one instruction on; a split live range is
/// spilled where that takes fewer bytes; the allocator does not split live
/// ranges around regions of hundreds of blocks. \p IsWanted is asked when a
/// code generator is set up.
///
/// LLVM keeps options for the whole process, so where several modules may be
/// compiled at once, in a link or beside other threads, they stay as they are.
void installSizeSettings(bool (*IsWanted)());

/// Has the pipelines of \p PB say whether this process links.
void registerSizeSettings(llvm::PassBuilder &PB);
} // namespace mlgo
