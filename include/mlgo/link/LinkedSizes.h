//===- LinkedSizes.h - Sizes of linked programs, compared -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_LINK_LINKEDSIZES_H
#define MLGO_LINK_LINKEDSIZES_H

#include "mlgo/support/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlgo {

/// One linked program in two builds. Bytes are what is loaded and never
/// written: code, read-only data and unwind tables ("text" of Berkeley size).
struct LinkedSizes {
  std::string Package;
  std::string Program;
  bool IsCxx = false;
  uint64_t StockBytes = 0;
  uint64_t VariantBytes = 0;

  /// (variant - stock) / stock in %; negative is smaller.
  double change() const;
};

/// Changes of several programs. All zero for none.
struct SizeSummary {
  size_t Programs = 0;
  double GeometricMean = 0; ///< Mean of the ratios, as a change in %.
  double Worst = 0;         ///< Largest change in %.
  double Best = 0;          ///< Smallest change in %.
  std::string WorstProgram;
  std::string BestProgram;
};

SizeSummary summarize(const std::vector<LinkedSizes> &Programs);

/// Measures the linked \p Program with LLVM's size tool.
Result<uint64_t> measureTextBytes(const std::string &Program,
                                  unsigned LLVMMajor);

} // namespace mlgo

#endif // MLGO_LINK_LINKEDSIZES_H
