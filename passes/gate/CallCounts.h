// Whether code calls functions where other code jumps to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class MachineFunction;
class TargetLibraryInfoImpl;
} // namespace llvm

namespace mlgo {
/// How often a function is called, and how often jumped to in place of that.
struct CallCount {
  uint32_t Calls = 0, Jumps = 0;
};

template <typename ArchiveT> void serialize(ArchiveT &A, CallCount &C) {
  A(C.Calls, C.Jumps);
}

/// By the function; the empty name stands for all that pointers lead to.
using CallCounts = std::map<std::string, CallCount, std::less<>>;

/// What \p MF calls, whose instructions have been selected, but functions of
/// \p Libraries, which do not come back.
CallCounts countCalls(const llvm::MachineFunction &MF,
                      const llvm::TargetLibraryInfoImpl &Libraries);

/// Whether \p Caller, which calls \p Was, calls nobody more often in \p Is whom
/// it may need no stack for: itself, which may have been a loop, or whom it has
/// jumped to.
bool keepsJumps(const std::string &Caller, const CallCounts &Was,
                const CallCounts &Is);
} // namespace mlgo
