// Decisions about passes in a file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decisions file is text, a decision a line, fields separated by tabs:
//
//   # mlgo-gate-decisions 1
//   0 <tab> function <tab> pass <tab> occurrence
//
// The first field is 0 to leave the pass out, 1 to run it. The function is a
// symbol's name; `@file.c` follows the name of one that is local to its file,
// `@` the name of another that holds this sign itself. Blanks, control
// characters and `%` in it are written %XX.
// `*` stands for every function, every pass or every occurrence. Occurrences
// count from 0 how often the pass was to run on the function before; of a pass
// over loops each loop counts. `late` stands for those that a policy decides,
// from when inlining has begun: they do not change what is inlined. The line
// that names most decides, the function first, then the pass, then the
// occurrence; of two alike the last. What no line names is decided as without
// the file. A pass that a program may need more stack without is left out by
// lines only that name all three, as records do. Lines that start with # are
// comments.

#pragma once

#include "GatePasses.h"
#include <cstdint>
#include <map>

namespace mlgo {
/// What a decisions file says.
class GateDecisions {
public:
  /// Parses the text of a decisions file. Errors name the line.
  static Result<GateDecisions> parse(std::string_view Text);
  /// Reads and parses the file at \p Path.
  static Result<GateDecisions> read(const std::string &Path);

  /// Whether to run pass \p Pass for the \p Occurrence-th time on \p Function,
  /// an escaped name, which is late or not; nothing if the file does not say.
  std::optional<bool> find(std::string_view Function, size_t Pass,
                           uint32_t Occurrence, bool IsLate) const;

  /// Whether a line names all three, as what the plugin records does.
  bool hasLineOf(std::string_view Function, size_t Pass,
                 uint32_t Occurrence) const;

  /// The first line of every file.
  static std::string header();
  /// One line; \p Function is escaped.
  static std::string formatLine(std::string_view Function, size_t Pass,
                                uint32_t Occurrence, bool Run);

private:
  static constexpr size_t AnyPass = NumGatePasses;
  static constexpr uint32_t AnyOccurrence = UINT32_MAX;
  static constexpr uint32_t LateOccurrence = AnyOccurrence - 1;
  using Place = std::pair<size_t, uint32_t>;
  using Places = std::map<Place, bool>;

  Status parseLine(std::string_view Line);

  /// By function; `*` is one.
  std::map<std::string, Places, std::less<>> Functions;
};
} // namespace mlgo
