// One aligned block holding many tensors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/tensor/TensorSpec.h"
#include <new>

namespace mlgo {
/// The zero-initialised memory of one tensor: contiguous, aligned to a cache
/// line (so to any vector width), exactly getTotalTensorBufferSize() bytes, at
/// an address that is stable for the owner's life, also when the owner moves.
class TensorBuffer {
public:
  static constexpr size_t Alignment = 64;

  explicit TensorBuffer(const TensorSpec &Spec)
      : Size(Spec.getTotalTensorBufferSize()),
        Memory(Size ? ::operator new(Size, std::align_val_t(Alignment))
                    : nullptr) {
    clear();
  }
  TensorBuffer(TensorBuffer &&Other) noexcept
      : Size(std::exchange(Other.Size, 0)),
        Memory(std::exchange(Other.Memory, nullptr)) {}
  TensorBuffer &operator=(TensorBuffer &&Other) noexcept {
    std::swap(Size, Other.Size);
    std::swap(Memory, Other.Memory);
    return *this;
  }
  ~TensorBuffer() { ::operator delete(Memory, std::align_val_t(Alignment)); }

  void *data() { return Memory; }
  const void *data() const { return Memory; }
  size_t size() const { return Size; }

  template <typename T> T *as() { return static_cast<T *>(Memory); }
  template <typename T> const T *as() const {
    return static_cast<const T *>(Memory);
  }

  /// Sets every byte to zero.
  void clear() {
    for (size_t I = 0; I < Size; ++I)
      static_cast<unsigned char *>(Memory)[I] = 0;
  }

private:
  size_t Size;
  void *Memory;
};
} // namespace mlgo
