// Counts calls of operator new
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationCounter.h"
#include <cstdlib>
#include <new>

namespace {
thread_local size_t Allocations = 0;
thread_local size_t AllocatedBytes = 0;

void *allocate(size_t Size, size_t Alignment) {
  ++Allocations;
  AllocatedBytes += Size;
  void *Memory = nullptr;
  if (::posix_memalign(&Memory, Alignment, Size ? Size : 1) != 0)
    throw std::bad_alloc();
  return Memory;
}
} // namespace

size_t mlgo::countAllocations() { return Allocations; }
size_t mlgo::countAllocatedBytes() { return AllocatedBytes; }

#ifndef MLGO_TEST_THREAD_SANITIZER
// The array and nothrow forms of the standard library call these.
void *operator new(size_t Size) { return allocate(Size, sizeof(void *) * 2); }
void *operator new(size_t Size, std::align_val_t Alignment) {
  return allocate(Size, static_cast<size_t>(Alignment));
}
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }
void operator delete(void *Memory, std::align_val_t) noexcept {
  std::free(Memory);
}
void operator delete(void *Memory, size_t, std::align_val_t) noexcept {
  std::free(Memory);
}
#endif
