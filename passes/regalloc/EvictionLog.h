//===- EvictionLog.h - Writes evictions to a training log -------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_REGALLOC_EVICTIONLOG_H
#define MLGO_PASSES_REGALLOC_EVICTIONLOG_H

#include "EvictionSession.h"

#include "mlgo/tensor/TrainingLogWriter.h"

#include <memory>
#include <string>

namespace mlgo {

/// Logs LLVM's inputs of every decision, then `index_to_evict`, in LLVM's
/// training log format. Contexts are functions. Rewards are 0, but for the last
/// decision of a function the function's score: less is better. The log appears
/// when the module is done.
class EvictionLog final : public RegAllocObserver {
public:
  /// Logs to the file \p Path, or, if that is a folder, to a file in it that is
  /// named after \p Module.
  static Result<std::unique_ptr<EvictionLog>>
  create(const std::string &Path, const std::string &Module, size_t Columns);
  ~EvictionLog() override;

private:
  explicit EvictionLog(TrainingLogWriter Log) : Log(std::move(Log)) {}

  int64_t onDecision(const EvictionDecision &D) override;
  void onFunction(const llvm::MachineFunction &MF) override;
  void onAllocated(const llvm::MachineFunction &MF,
                   const AllocationScore &Score) override;
  /// Scores the last decision, if that is still to be done.
  void endObservation(float Reward);

  TrainingLogWriter Log;
  std::string Function;
  bool NeedsReward = false;
};

} // namespace mlgo

#endif // MLGO_PASSES_REGALLOC_EVICTIONLOG_H
