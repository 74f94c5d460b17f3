// Bitcode and flags within an object
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <optional>
#include <string_view>

namespace mlgo {
/// The sections that `clang -Xclang -fembed-bitcode=all` fills. In Mach-O a
/// name is SEGMENT,SECTION, for example __LLVM,__bitcode.
struct BitcodeSections {
  std::string Bitcode = ".llvmbc";
  std::string Command = ".llvmcmd";
};

/// What one object carries. Both point into the object's bytes.
struct EmbeddedBitcode {
  std::string_view Bitcode; ///< One module.
  std::string_view Command; ///< cc1 arguments, each ended by a zero byte.
};

/// Finds the sections in \p Object, a file of any format that LLVM reads.
/// Finds nothing if it has neither section, as objects compiled from assembly
/// or by another compiler. Errors: no object, a truncated or contradictory one,
/// only one of the sections, a mark in place of bitcode, and several modules in
/// one section, which `ld -r` puts there: their command lines cannot be told
/// apart. The bitcode's header is looked at, not its contents. Thread safe.
Result<std::optional<EmbeddedBitcode>>
findEmbeddedBitcode(std::string_view Object, const BitcodeSections &Sections);
} // namespace mlgo
