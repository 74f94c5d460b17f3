// How large code becomes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlgo {
/// The bytes of code, read-only data and unwind tables (what llvm-size calls
/// text) of the object that clang would make of \p M with -ffunction-sections
/// -fdata-sections. \p M is optimised but for what the pipeline does behind its
/// last extension point.
///
/// Works on a copy in a context of its own: nothing that is being compiled is
/// touched, not even the order of a use list.
Result<uint64_t> measureModule(const llvm::Module &M);

/// The bytes that \p F adds to a linked program when it is optimised and
/// compiled as it is now, with all calls in it left calls: its code, the
/// constants and jump tables that only it has, its unwind entry. Works on a
/// copy, as measureModule. Fails for functions that refer to labels of others.
Result<uint64_t> measureFunction(const llvm::Function &F);
} // namespace mlgo
