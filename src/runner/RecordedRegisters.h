// What was decided of a function's registers, as recorded
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record is text, a function a line, fields separated by tabs:
//
//   # mlgo-regalloc-decisions 1
//   function <tab> evictions <tab> exchanged <tab> saved
//
// Functions are named as by functionField. Those of which all is stock's have
// no line.

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mlgo {
/// A line of a record.
struct RecordedRegisters {
  std::string Function;   ///< As the file has it: escaped.
  uint64_t Evictions = 0; ///< That were decided otherwise than by stock.
  uint64_t Exchanged = 0; ///< Live ranges that got another register afterwards,
  int64_t SavedBytes = 0; ///< and the bytes that this saves, as modelled.

  bool isStock() const { return !Evictions && !Exchanged; }
};

/// The first line of a record.
inline constexpr std::string_view RegisterRecordHeader =
    "# mlgo-regalloc-decisions 1";

std::string formatRecordedRegisters(const RecordedRegisters &R);

/// Parses the text of a record, in its order. Errors name the line.
Result<std::vector<RecordedRegisters>>
parseRecordedRegisters(std::string_view Text);
} // namespace mlgo
