//===- EvictionPolicy.h - An eviction policy from a model file --*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONPOLICY_H
#define MLGO_PASSES_REGALLOC_EVICTIONPOLICY_H

#include "mlgo/model/Model.h"
#include "mlgo/runner/MLModelRunner.h"
#include "mlgo/support/Result.h"

#include <memory>
#include <string>

namespace mlgo {

/// A policy that can be asked.
struct EvictionPolicy {
  /// Its inputs are getEvictionInputs of as many columns as the model has.
  std::unique_ptr<MLModelRunner> Runner;
  bool NeedsStockColumn = false; ///< The model looks at it.
};

/// The policy in the model file \p Path, be it one that scores each column or
/// one that sees all at once. Fails if that is no sound policy for
/// eviction, or needs inputs that getEvictionInputs lacks.
Result<EvictionPolicy> loadEvictionPolicy(const std::string &Path);

/// The same with a model that was read already, unless that failed; errors
/// begin with \p Where.
Result<EvictionPolicy> createEvictionPolicy(Result<Model> M,
                                            const std::string &Where);

/// The model under training in \p Path, see ModelUnderTrainingRunner, over as
/// many columns as LLVM has. Only if it looks at ours it has inputs besides
/// LLVM's.
Result<EvictionPolicy> loadModelUnderTraining(const std::string &Path);

/// The host behind the FIFOs \p Channel.in and \p Channel.out, which is shown
/// LLVM's inputs. Modules that are compiled at the same time wait for each
/// other, and a thread must end what it created.
Result<EvictionPolicy> meetEvictionHost(const std::string &Channel,
                                        unsigned DeadlineSeconds);

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONPOLICY_H
