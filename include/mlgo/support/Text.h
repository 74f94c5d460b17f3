//===- Text.h - Words within words -----------------------------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_SUPPORT_TEXT_H
#define MLGO_SUPPORT_TEXT_H

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace mlgo {

/// Whether \p Text begins with \p Start.
inline bool startsWith(std::string_view Text, std::string_view Start) {
  return Text.substr(0, Start.size()) == Start;
}

/// Whether \p Text is one of \p Choices.
inline bool isAnyOf(std::string_view Text,
                    std::initializer_list<std::string_view> Choices) {
  return std::find(Choices.begin(), Choices.end(), Text) != Choices.end();
}

} // namespace mlgo

#endif // MLGO_SUPPORT_TEXT_H
