// Program sizes when modules vary
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/MeasuredCorpus.h"

namespace mlgo {
/// What candidates make of a module, by candidate; null: it failed. Candidates
/// that make the same share it.
using ModuleVariants = std::vector<std::shared_ptr<const ObjectUnits>>;

/// Adds \p More candidates, those of another item.
void append(ModuleVariants &To, ModuleVariants More);

/// The programs of a corpus, linked from the stock compiler's modules but for
/// those that candidates change. Not thread safe.
class LinkedPrograms {
public:
  explicit LinkedPrograms(MeasuredCorpus Corpus);

  const MeasuredCorpus &corpus() const { return Corpus; }

  /// What the stock compiler makes of a module; until then it is empty.
  void setBaseline(size_t Module, const ObjectUnits &Units);

  /// To be called once, with all baselines set.
  void measureBaselines();

  /// Linked bytes of each program, all modules as the stock compiler makes
  /// them.
  const std::vector<uint64_t> &baselines() const { return Baselines; }

  /// How much of its programs each module is: parts of a million, summed.
  const std::vector<uint64_t> &shares() const { return Shares; }

  /// Linked bytes by program that has one of the modules of \p Variants, and by
  /// candidate; none where the candidate failed at one of its modules. All
  /// lists in \p Variants are for \p NumCandidates. Links in up to \p Jobs
  /// processes.
  Result<std::map<size_t, std::vector<std::optional<uint64_t>>>>
  sizes(const std::map<size_t, ModuleVariants> &Variants, size_t NumCandidates,
        unsigned Jobs);

private:
  std::string linkAll(size_t Program,
                      const std::map<size_t, ModuleVariants> &Variants,
                      size_t NumCandidates);

  MeasuredCorpus Corpus;
  std::vector<LinkModel> Links; ///< By program.
  /// By module: the programs that it is in, and as which object.
  std::vector<std::vector<std::pair<size_t, size_t>>> Places;
  std::vector<uint64_t> Baselines, Shares;
};
} // namespace mlgo
