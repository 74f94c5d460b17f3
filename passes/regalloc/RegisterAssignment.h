// Which register each live range has
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <optional>

namespace mlgo {
/// From now on code generators of this process, as often as \p IsWanted says so
/// when one is set up, give live ranges on x86-64, RV64 and Thumb-2 other
/// registers than LLVM's greedy allocator gave them, so that instructions need
/// fewer bytes (RegisterSearch). What is spilled, split or made again stays as
/// it is.
///
/// No program can tell: registers of a class are equals, and all that is
/// assigned is free. Functions with a calling convention of their own, and
/// those whose registers others read in a table, are left alone.
/// If \p Seed gives a number, the registers are drawn from it instead.
void installRegisterAssignment(bool (*IsWanted)(),
                               std::optional<uint64_t> (*Seed)());
} // namespace mlgo
