//===- InlineLog.h - Writes decisions to a training log ---------*- C++ -*-===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_PASSES_INLINER_INLINELOG_H
#define MLGO_PASSES_INLINER_INLINELOG_H

#include "InlineAdvisor.h"

#include "mlgo/support/Result.h"
#include "mlgo/tensor/TrainingLogWriter.h"

#include <memory>
#include <string>
#include <vector>

namespace mlgo {

/// Logs the inputs of every decision, then `inlining_decision`, in LLVM's
/// training log format; the log appears when the module is done.
class InlineLog final : public InlineObserver {
public:
  /// Logs to the file \p Path, or, if that is a folder, to a file in it that is
  /// named after \p Module. Its one context has the module's name.
  static Result<std::unique_ptr<InlineLog>>
  create(const std::string &Path, const std::string &Module,
         std::vector<TensorSpec> Inputs);
  ~InlineLog() override;

private:
  explicit InlineLog(TrainingLogWriter Log) : Log(std::move(Log)) {}

  bool onDecision(const InlineDecision &D) override;

  TrainingLogWriter Log;
};

} // namespace mlgo

#endif // MLGO_PASSES_INLINER_INLINELOG_H
