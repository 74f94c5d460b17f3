// Libraries that were compiled for speed
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace mlgo {
/// Has full and thin LTO for size, of whom \p IsWanted, begin with the level of
/// the link in functions that ask for none: those of Rust's standard library,
/// which is shipped as bitcode of opt-level=3. Only rustc links at such a
/// level.
///
/// What is compiled with the plugin for another level keeps it: it is marked
/// before the link.
void registerLibraryLevel(llvm::PassBuilder &PB, bool (*IsWanted)());
} // namespace mlgo
