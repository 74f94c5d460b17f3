//===- SearchRun.h - Runs a search or a sweep for a command -----*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_TOOLS_EVALUATE_SEARCHRUN_H
#define MLGO_TOOLS_EVALUATE_SEARCHRUN_H

#include "evaluate/LabelSweep.h"
#include "evaluate/MeasuredCorpus.h"

#include "mlgo/search/DecisionSearch.h"

#include <string>

namespace mlgo {

/// What `mlgo search` may be told.
struct SearchRunOptions {
  LabelSweepOptions Labels, Traces;
  CorpusSelection Selection;
  std::string Policy = "stock";
  std::string Decisions; ///< A file to start from; empty: none.
  std::string Output;    ///< The decisions file.
  std::string Method = "local";
  std::string StartFrom = "policy";
  InlineTrialOptions Trial;
  SearchOptions Search;

  SearchRunOptions() {
    Traces.TraceOnly = true;
    // A trial is cheap, a round over all modules dear: large batches.
    Search.BatchSize = 4096;
  }
};

/// Searches, or sweeps if one of the folders for logs is given. Shows progress
/// on standard error and the result on standard output; ends the program with
/// a message on failure. An interrupt ends the search and keeps its best.
void runSearch(const SearchRunOptions &Options, Worker &Work);

} // namespace mlgo

#endif // MLGO_TOOLS_EVALUATE_SEARCHRUN_H
