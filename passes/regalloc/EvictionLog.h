//===- EvictionLog.h - Writes evictions to a training log -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONLOG_H
#define MLGO_PASSES_REGALLOC_EVICTIONLOG_H

#include "EvictionSession.h"

#include "mlgo/runner/DecisionLog.h"

#include <memory>
#include <string>

namespace mlgo {

/// Logs the inputs of every decision, the extra outputs of the model, if it has
/// any, and the decision, in LLVM's training log format. Contexts are
/// functions. Rewards are 0, but for the last decision of a function the
/// function's score: less is better. The log appears when the module is done.
class EvictionLog final : public RegAllocObserver {
public:
  /// Logs what is decided with \p Runner to the file \p Path, or, if that is a
  /// folder, to a file in it that is named after \p Module.
  static Result<std::unique_ptr<EvictionLog>>
  create(const std::string &Path, const std::string &Module,
         const MLModelRunner &Runner);
  ~EvictionLog() override;

private:
  explicit EvictionLog(DecisionLog Log) : Log(std::move(Log)) {}

  int64_t onDecision(const EvictionDecision &D) override;
  void onFunction(const llvm::MachineFunction &MF) override;
  void onAllocated(const llvm::MachineFunction &MF,
                   const AllocationScore &Score) override;

  DecisionLog Log;
  std::string Function; ///< The last one with a decision.
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONLOG_H
