// Writes down what was decided of registers
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "EvictionSession.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
class PluginKit;

/// Has \p Session, which decides in \p M, append what it decides of each
/// function to the file \p Path (RecordedRegisters) when the module is done.
/// What goes wrong is told by \p Kit.
void recordRegisters(EvictionSession &Session, llvm::Module &M, PluginKit &Kit,
                     const std::string &Path);
} // namespace mlgo
