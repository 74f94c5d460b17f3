// All answers that a search was given
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search is a function of the answers it gets. So its state is the list of
// these, and resuming is asking again, with the list answering. As text:
//
//   # mlgo-search 1 <hash of the options>
//   s <caller> <callee> <key>             a site, numbered from 0
//   e <hash> <ms> <size> <change>...      an evaluation, as changes to the
//                                         sites of the one before
//   x <hash> <ms>                         an evaluation that failed
//   t <hash> <ms> <size|x>                a trial
//   a <hash> <size>                       a trial that was answered before its
//                                         turn, when the search was interrupted
//   . <checksum>                          of all lines above
//
// Hashes are of the questions, in hexadecimal; sizes are written exactly. A
// change is <site>=<decision>, with :<choices> in hexadecimal unless these are
// 0 and 1, or <site>=- for a site that is gone.

#pragma once

#include "search/DecisionProblem.h"
#include <string_view>
#include <unordered_map>

namespace mlgo {
/// Spreads every bit of \p Text over the result (FNV-1a, then mixed).
uint64_t hashText(std::string_view Text, uint64_t Seed = 0);
uint64_t hashDecisions(const Decisions &D, uint64_t Seed = 0);

class SearchJournal {
public:
  struct Change {
    uint32_t Site = 0;
    int64_t Decision = 0; ///< Below 0: the site is gone.
    uint64_t Choices = 3;
  };

  /// One answer. An evaluation's sites are kept as changes.
  struct Entry {
    bool IsTrial = false;
    bool Failed = false;
    uint64_t Question = 0;
    uint64_t Milliseconds = 0; ///< The search's age when it was answered.
    double Size = 0;
    std::vector<Change> Changes;
  };

  explicit SearchJournal(uint64_t Options) : Options(Options) {}

  static Result<SearchJournal> parse(std::string_view Text);
  std::string format() const;

  uint64_t options() const { return Options; }
  const std::vector<Entry> &entries() const { return Entries; }

  void addTrial(uint64_t Question, uint64_t Milliseconds,
                std::optional<double> Size);
  void addFailure(uint64_t Question, uint64_t Milliseconds);
  /// \p E's sites are sorted.
  void addEvaluation(uint64_t Question, uint64_t Milliseconds,
                     const Evaluated &E);

  /// The answer to a trial whose turn has not come yet.
  void addAhead(uint64_t Question, double Size) { Ahead[Question] = Size; }
  std::optional<double> takeAhead(uint64_t Question);

  /// Forgets the entries from \p Count on. \p Sites are those of the last
  /// evaluation before, sorted.
  void truncate(size_t Count, const std::vector<DecidedSite> &Sites);

  /// The evaluation in entry \p I, whose predecessor was \p Sites, sorted.
  Evaluated evaluation(size_t I, const std::vector<DecidedSite> &Sites) const;

private:
  uint32_t numberOf(const DecidedSite &Site);

  uint64_t Options;
  std::vector<DecidedSite> Known; ///< What is decided is unused.
  std::unordered_map<std::string, uint32_t> Numbers;
  std::vector<Entry> Entries;
  std::map<uint64_t, double> Ahead;
  std::vector<DecidedSite> Last; ///< Decided in the last evaluation added.
};
} // namespace mlgo
