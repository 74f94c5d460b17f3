// What a linked program's bytes are
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace mlgo {
/// Bytes of a linked program.
struct ProgramSize {
  /// What is loaded and never written ("text" of Berkeley size); of a
  /// WebAssembly module all but custom sections. The sum of the next three.
  uint64_t Text = 0;
  uint64_t Code = 0;     ///< Instructions.
  uint64_t ReadOnly = 0; ///< Constants and tables of dynamic linking.
  uint64_t Unwind = 0;   ///< Unwind tables and those of exception handlers.
  uint64_t Data = 0;     ///< What is loaded and written.
  uint64_t Bss = 0;      ///< What begins as zeros.
  uint64_t Stack = 0;    ///< The largest frame of a function.
  bool HasStack = false; ///< It was compiled by -fstack-size-section.
  uint64_t File = 0;     ///< The file, with padding, symbols and headers.
  /// The same without symbols; 0: not measured.
  uint64_t Stripped = 0;
  /// The file without symbols, compressed; 0: not measured.
  uint64_t Xz = 0;   ///< As `xz` does.
  uint64_t Gzip = 0; ///< As `gzip -9` does.

  bool operator==(const ProgramSize &Other) const;
};

/// A number of ProgramSize that tables can show beside Text.
struct SizeColumn {
  const char *Name;  ///< As users ask for it.
  const char *Title; ///< At the head of a table.
  uint64_t ProgramSize::*Bytes;
  bool IsCompressed; ///< Or of the stripped file: takes time to measure.
};

/// All columns.
const std::vector<SizeColumn> &listSizeColumns();

/// The column that \p Name means; unwind tables are "tables", too. An error
/// lists what is known.
Result<SizeColumn> findSizeColumn(std::string_view Name);

/// What the names in \p List, separated by commas, mean; an error names the
/// word that is unknown.
Result<std::vector<SizeColumn>> parseSizeColumns(const std::string &List);

/// Adds up what `llvm-size -A` prints, \p Sections; the others are Berkeley's
/// sizes, which WebAssembly does not need.
ProgramSize sumSections(std::string_view Sections, uint64_t Text,
                        uint64_t Data = 0, uint64_t Bss = 0);

/// The largest number of what `llvm-readelf --stack-sizes` prints.
uint64_t largestFrame(std::string_view Sizes);

/// Measures \p Program with the tools of LLVM \p Major; strips and compresses
/// it only if \p Compress.
Result<ProgramSize> measureProgram(const std::string &Program, unsigned Major,
                                   bool Compress = false);
} // namespace mlgo
