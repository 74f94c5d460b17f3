// Languages that programs are written in
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdint>
#include <string>

namespace mlgo {
enum class ProgramLanguage : uint8_t { C, Cxx, Rust };

inline constexpr ProgramLanguage ProgramLanguages[] = {
    ProgramLanguage::C, ProgramLanguage::Cxx, ProgramLanguage::Rust};

/// For people: "C++".
constexpr const char *nameOf(ProgramLanguage Language) {
  constexpr const char *Names[] = {"C", "C++", "Rust"};
  return Names[static_cast<uint8_t>(Language)];
}

/// Of what clang or clang++ links.
constexpr ProgramLanguage languageOf(bool IsCxx) {
  return IsCxx ? ProgramLanguage::Cxx : ProgramLanguage::C;
}

/// The language of the program or library \p File: rustc signs what it makes,
/// and C++ uses a library of its own.
ProgramLanguage findLanguage(const std::string &File);
} // namespace mlgo
