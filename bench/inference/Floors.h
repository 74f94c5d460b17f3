// What this processor can do at best
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

namespace mlgo {

/// Registers benchmarks of the processor itself: multiply-adds in registers
/// (GFLOP/s), reading what is in the first cache (GB/s), and additions that
/// wait for each other (ns). Where there is no AVX2, those of the baseline.
void registerFloors();

} // namespace mlgo
