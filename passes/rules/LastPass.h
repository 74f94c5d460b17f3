// What comes after all other passes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Module;
class PassBuilder;
enum class ThinOrFullLTOPhase;
} // namespace llvm

namespace mlgo {
/// Whether \p Phase is before a ThinLTO or full LTO link. What can be seen now
/// is not all; the linker's own run decides, unless the user wants both.
bool isBeforeLink(llvm::ThinOrFullLTOPhase Phase);

/// Has the pipelines of \p PB end with \p Change, and with LTO the link's, in
/// modules for which \p IsWanted. \p Change returns whether it changed
/// something. What was registered first comes first.
void registerLastPass(llvm::PassBuilder &PB,
                      bool (*IsWanted)(const llvm::Module &),
                      bool (*Change)(llvm::Module &));
} // namespace mlgo
