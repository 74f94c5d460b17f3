// Decisions in corpora, to be searched
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "search/DecisionSearch.h"
#include <memory>

namespace mlgo {
/// Gathers what every change that a search tries does, round after round.
class SearchLabels {
public:
  virtual ~SearchLabels() = default;
  /// To be called after the first evaluation; sites that appear later get no
  /// label.
  virtual void begin() = 0;
  virtual void add(const SearchLabel &Label) = 0;
  /// Writes a training log.
  virtual Status write(const std::string &Path,
                       const std::string &Context) const = 0;
};

/// The decisions of one task in some corpora, by one objective. Not thread
/// safe.
class CorpusProblem : public DecisionProblem {
public:
  /// What is measured: a program, or a package.
  struct Part {
    std::string Package, Name;
    double Size = 0;    ///< At the last evaluation; see Objective.
    uint64_t Bytes = 0; ///< Likewise, of a program that is linked.
  };
  virtual std::vector<Part> parts() const = 0;

  /// Labels of a search, to be made before the first evaluation; null if the
  /// task has none. This must outlive them.
  virtual std::unique_ptr<SearchLabels> createLabels() { return nullptr; }

  /// While on, evaluations learn what promiseOf() answers. Costs time.
  virtual void learnPromises(bool Learn) { (void)Learn; }

  virtual size_t numModules() const = 0;

  /// True if nothing was there to be measured.
  bool isEmpty() const {
    for (const Part &P : parts())
      if (P.Size > 0)
        return false;
    return true;
  }

  /// What else of the corpora is left out, and why.
  std::vector<std::string> CorpusFailures;

  /// Modules that could not be compiled, which count as empty, and why.
  const std::vector<std::string> &failures() const { return Failures; }

  /// Is told how many of the moves that are being tried are done.
  std::function<void(size_t Tried, size_t Moves)> OnTried;

  /// Is told how many modules of an evaluation are compiled.
  std::function<void(size_t Compiled, size_t Modules)> OnCompiled;

protected:
  std::vector<std::string> Failures;
};
} // namespace mlgo
