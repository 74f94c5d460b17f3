// Names of functions that last
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <string>

namespace llvm {
class Module;
class StringRef;
} // namespace llvm

namespace mlgo {
/// How decisions name the function \p Symbol: by its symbol; those of rustc's
/// mangling v0, which have hashes of a crate's options in them, by the path
/// that they are of.
std::string getLastingName(llvm::StringRef Symbol);

/// How decisions name the source of \p M: by its file; what a link merged by
/// the name that lld gives it, also if rustc did and named it after one of the
/// crates and a hash.
std::string getLastingFile(const llvm::Module &M);
} // namespace mlgo
