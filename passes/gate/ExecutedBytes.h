// How much code a function is guessed to execute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <map>
#include <string>
#include <string_view>

namespace llvm {
struct TargetOptions;
} // namespace llvm

namespace mlgo {
/// Makes objects say which blocks they have and how often each runs. Changes an
/// option of the whole process, so for processes that end soon.
void addBlockFrequencies(llvm::TargetOptions &Options);

/// The bytes of code that one call of each function executes, by its name: the
/// bytes of each block times its frequency relative to the entry, in 1/16 of a
/// byte. \p Object was made after addBlockFrequencies(), with function
/// sections. Empty if it says nothing: WebAssembly, 32-bit ARM.
std::map<std::string, uint64_t, std::less<>>
readExecutedBytes(std::string_view Object);
} // namespace mlgo
