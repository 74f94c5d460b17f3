// Counts what any library allocates
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MLGO_BENCH_INFERENCE_MALLOCCOUNTER_H
#define MLGO_BENCH_INFERENCE_MALLOCCOUNTER_H

#include <cstddef>

namespace mlgo {

/// How often this thread asked for memory, by whatever function.
size_t countMallocs();

} // namespace mlgo

#endif // MLGO_BENCH_INFERENCE_MALLOCCOUNTER_H
