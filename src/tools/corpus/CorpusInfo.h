// What a corpus holds, to be read
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "compile/CorpusCensus.h"
#include "corpus/CorpusPrograms.h"
#include <map>

namespace mlgo {
/// A corpus with all that was counted in it.
struct CorpusInfo {
  std::string Corpus;
  CorpusDescription Description;
  std::vector<CorpusProgram> Programs;
  std::vector<Result<ModuleCounts>> Counts; ///< By module.

  ModuleCounts total() const;
  ModuleCounts total(const CorpusProgram &Program) const;
  size_t unreadable() const;
  /// The programs that each module is part of; all modules are keys.
  std::map<std::string, std::vector<std::string>> programsByModule() const;
};

/// Tables for people: the corpus, its programs, its modules.
std::string formatCorpusTable(const CorpusInfo &Info);

/// The same for programs.
std::string formatCorpusJSON(const CorpusInfo &Info);
} // namespace mlgo
