//===- ModuleTrialWork.h - Trials of modules as items of work ---*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_EVALUATE_INLINE_MODULETRIALWORK_H
#define MLGO_EVALUATE_INLINE_MODULETRIALWORK_H

#include "evaluate/inline/InlineTrials.h"

#include "mlgo/workers/Worker.h"

#include <optional>
#include <string>
#include <vector>

namespace mlgo {

/// A module under some of the candidates that the items of a generation share.
struct ModuleWork {
  size_t Module = 0;         ///< Of the paths that workers know.
  size_t Begin = 0, End = 0; ///< Candidates.
};

/// The shared part of items: model files' bytes; an empty one is stock.
std::string encodeCandidates(const std::vector<std::string> &Models);
/// The other part.
std::string encodeWork(const ModuleWork &Work);

/// Answers such items. Each function from this keeps up to \p MaxAlive modules
/// of \p Paths ready to be compiled, and remembers the code of their functions
/// from one candidate to the next.
WorkFunctionMaker makeModuleTrialWork(std::vector<std::string> Paths,
                                      InlineTrialOptions Options,
                                      size_t MaxAlive);

/// What candidates make of a module. Many make the same of it.
struct ModuleVariants {
  std::vector<ObjectUnits> Units;             ///< Different from each other.
  std::vector<std::optional<size_t>> UnitsOf; ///< By candidate; none: failed.
  std::vector<std::string> Failures;          ///< Of those that failed.
};

/// For answers to encodeWork, of which \p NumCandidates were asked for.
Result<ModuleVariants> decodeVariants(std::string_view Answer,
                                      size_t NumCandidates);

/// Appends the candidates of \p More to those of \p To.
void append(ModuleVariants &To, ModuleVariants More);

} // namespace mlgo

#endif // MLGO_EVALUATE_INLINE_MODULETRIALWORK_H
