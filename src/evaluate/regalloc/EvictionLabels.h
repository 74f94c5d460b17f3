//===- EvictionLabels.h - What single evictions are worth -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log of labels holds one observation for each problem that was looked at, in
// the context of its function: the tensors of getEvictionInputs, then
//   tried           int64 [1, N]  1 in the columns that were tried
//   score_change    float [1, N]  what the function's score changes by if that
//                                 column is chosen and all else is as before
//   function_score  float [1]     without a change
//   problems        int64 [1]     of the function
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_REGALLOC_EVICTIONLABELS_H
#define MLGO_EVALUATE_REGALLOC_EVICTIONLABELS_H

#include "evaluate/regalloc/EvictionModule.h"

#include "mlgo/tensor/TrainingLogWriter.h"

#include <map>
#include <vector>

namespace mlgo {

struct EvictionLabelOptions {
  unsigned Problems = 8; ///< Of a function, at most.
  unsigned Columns = 3;  ///< Of a problem, beside the one that is chosen.
  uint64_t Seed = 1;
};

/// One function in one allocation.
struct FunctionAllocation {
  std::string Name;
  uint64_t Problems = 0;
  double Score = 0;
};

/// Generates \p M's code as \p Config says and returns all functions, those
/// without a problem too. Uses \p M up.
Result<std::vector<FunctionAllocation>>
measureAllocations(EvictionModule &M, EvictionConfig Config);

/// Generates \p M's code as \p Config says and tries, in some problems of the
/// functions in \p Stock, by name, other columns than
/// the chosen one. Uses \p M up.
Status labelEvictions(EvictionModule &M, EvictionConfig Config,
                      const std::map<std::string, FunctionAllocation> &Stock,
                      const EvictionLabelOptions &Options,
                      TrainingLogWriter &Log);

/// The tensors of such a log, for \p Columns columns.
std::vector<TensorSpec> getEvictionLabelSpecs(size_t Columns);

} // namespace mlgo

#endif // MLGO_EVALUATE_REGALLOC_EVICTIONLABELS_H
