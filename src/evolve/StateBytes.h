// Numbers of an optimizer as bytes
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/ByteStream.h"
#include <cmath>
#include <cstddef>
#include <cstring>

namespace mlgo {
/// Writes all bits of \p Value.
inline void writeDouble(ByteWriter &Bytes, double Value) {
  uint64_t Bits;
  std::memcpy(&Bits, &Value, sizeof(Bits));
  Bytes.number(Bits);
}

inline double readDouble(ByteReader &Bytes) {
  const uint64_t Bits = Bytes.number();
  double Value;
  std::memcpy(&Value, &Bits, sizeof(Value));
  return Value;
}

inline void writeDoubles(ByteWriter &Bytes, const std::vector<double> &Values) {
  Bytes.number(Values.size());
  for (double Value : Values)
    writeDouble(Bytes, Value);
}

/// Reads into \p Values what writeDoubles wrote. False, without allocating more
/// than there are bytes, unless these are \p Size finite numbers.
inline bool readDoubles(ByteReader &Bytes, size_t Size,
                        std::vector<double> &Values) {
  if (Bytes.count() != Size || !Bytes.ok())
    return false;
  Values.resize(Size);
  for (double &Value : Values) {
    Value = readDouble(Bytes);
    if (!std::isfinite(Value))
      return false;
  }
  return Bytes.ok();
}
} // namespace mlgo
