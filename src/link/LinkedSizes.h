// Sizes of linked programs, compared
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "link/ProgramLanguage.h"
#include "link/ProgramSize.h"
#include <optional>

namespace mlgo {
/// One linked program in two builds.
struct LinkedSizes {
  std::string Package;
  std::string Program;
  ProgramLanguage Language = ProgramLanguage::C;
  uint64_t StockBytes = 0;   ///< ProgramSize::Text.
  uint64_t VariantBytes = 0; ///< The same.
  ProgramSize Stock, Variant;
  /// By the compiler that both are compared with, if there is one.
  ProgramSize Other = {};

  /// (variant - stock) / stock in %; negative is smaller.
  double change() const;
  /// The same program, measured by another number than Text.
  LinkedSizes by(const SizeColumn &Column) const;
  /// The same program with Other's sizes for Stock's.
  LinkedSizes besideOther() const;
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

/// The programs of one language, or all.
struct LanguageGroup {
  const char *Name;
  std::optional<ProgramLanguage> Only;

  bool has(ProgramLanguage Language) const {
    return !Only || *Only == Language;
  }
};
inline constexpr LanguageGroup LanguageGroups[] = {
    {"C", ProgramLanguage::C},
    {"C++", ProgramLanguage::Cxx},
    {"Rust", ProgramLanguage::Rust},
    {"all", std::nullopt}};
} // namespace mlgo
