// Counts calls of operator new
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>

// ThreadSanitizer has operators of its own, where nothing is counted, and
// shadows of all memory.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MLGO_TEST_THREAD_SANITIZER
#endif
#endif

namespace mlgo {

/// Calls of operator new, of any form, by this thread so far.
size_t countAllocations();

/// The bytes that they asked for.
size_t countAllocatedBytes();

} // namespace mlgo
