// Counts what any library allocates
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//
// Stands in for malloc and its kin, also where C libraries call them. glibc
// only.
//
//===----------------------------------------------------------------------===//

#include "MallocCounter.h"
#include <cerrno>

extern "C" {
void *__libc_malloc(size_t Size);
void *__libc_calloc(size_t Count, size_t Size);
void *__libc_realloc(void *Memory, size_t Size);
void *__libc_memalign(size_t Alignment, size_t Size);
}

namespace {
thread_local size_t Count = 0;
} // namespace

size_t mlgo::countMallocs() { return Count; }

extern "C" {
void *malloc(size_t Size) {
  ++Count;
  return __libc_malloc(Size);
}
void *calloc(size_t Elements, size_t Size) {
  ++Count;
  return __libc_calloc(Elements, Size);
}
void *realloc(void *Memory, size_t Size) {
  ++Count;
  return __libc_realloc(Memory, Size);
}
void *aligned_alloc(size_t Alignment, size_t Size) {
  ++Count;
  return __libc_memalign(Alignment, Size);
}
int posix_memalign(void **Memory, size_t Alignment, size_t Size) {
  ++Count;
  *Memory = __libc_memalign(Alignment, Size);
  return *Memory ? 0 : ENOMEM;
}
}
