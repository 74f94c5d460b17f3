// Loops that a user wants transformed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace mlgo {
/// Whether a loop of \p F has metadata by which its author asks for vectors,
/// unrolling, interleaving, distribution or pipelining, or says that its
/// iterations are independent, as `#pragma clang loop` and OpenMP's `simd` do.
/// Metadata that forbids something, and LLVM's own about what it has done, asks
/// for nothing.
bool hasForcedLoops(const llvm::Function &F);
} // namespace mlgo
