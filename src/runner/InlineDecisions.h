// Decided call sites in a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decisions file is text, a call site a line, fields separated by tabs:
//
//   # mlgo-inline-decisions 1
//   1 <tab> caller <tab> callee <tab> path [<tab> name=value ... [<tab> asked]]
//
// The first field is 1 to inline, 0 to leave the call. Caller and callee are
// symbol names; `@file.c` follows the name of a caller that is local to its
// file, `@` the name of another that holds this sign itself. The path says
// which of the caller's calls is meant: `callee#2` is the third call of that
// callee in the source, `a#0/b#1` the second call of b in what the first call
// of a was replaced with (see InlineSites.h). Blanks,
// control characters and `%` in names are written %XX. Values are the
// inputs that the decision was made with, separated by blanks; `asked` says
// that the policy made it. They and all further fields are passed over when
// decisions are replayed. Files of several modules are merged by writing one
// behind the other; of two lines for one site the last counts. Lines that start
// with # are comments. What follows the first line of another task's decisions,
// such as # mlgo-gate-decisions 1, is that task's.

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>
#include <map>
#include <string_view>

namespace mlgo {
/// What names a call site in every compilation of its program.
struct InlineSiteName {
  std::string Caller; ///< Symbol, and the file if it is local.
  std::string Callee; ///< Symbol.
  std::string Path;   ///< Which call of the caller.

  /// The fields of a decisions file, escaped and joined by tabs.
  std::string key() const;
};

/// Call sites by key, and whether to inline them.
class InlineDecisions {
public:
  using Map = std::map<std::string, bool, std::less<>>;

  InlineDecisions() = default;
  explicit InlineDecisions(Map Sites) : Sites(std::move(Sites)) {}

  /// Parses the text of a decisions file in one pass. Errors name the line.
  static Result<InlineDecisions> parse(std::string_view Text);

  /// Reads and parses the file at \p Path.
  static Result<InlineDecisions> read(const std::string &Path);

  /// Null if the site is unknown; else points to what was decided.
  const bool *find(std::string_view Key) const {
    auto Site = Sites.find(Key);
    return Site == Sites.end() ? nullptr : &Site->second;
  }

  const Map &sites() const { return Sites; }
  /// Lines that contradicted an earlier line.
  uint64_t conflicts() const { return Conflicts; }

  /// The text of a file with all sites, sorted.
  std::string format() const;

  /// The first line of every file.
  static std::string header();
  /// One line without inputs.
  static std::string formatLine(std::string_view Key, bool Inline);

private:
  /// Puts the site of \p Line, which is neither empty nor a comment, into this.
  Status parseLine(std::string_view Line);

  Map Sites;
  uint64_t Conflicts = 0;
};
} // namespace mlgo
