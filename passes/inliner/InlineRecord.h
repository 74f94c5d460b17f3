// Writes every decision to a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "InlineAdvisor.h"

namespace mlgo {
/// Records every call site that could be decided either way, with its key, its
/// decision, those of its inputs that are not 0, and whether the policy was
/// asked, as a decisions file (see RecordedDecision).
class InlineRecord final : public InlineObserver {
public:
  /// \p OnEnd gets the lines, without header, when the module is done.
  explicit InlineRecord(std::function<void(const std::string &)> OnEnd)
      : OnEnd(std::move(OnEnd)) {}
  ~InlineRecord() override { OnEnd(Lines); }

private:
  bool onDecision(const InlineDecision &D) override;
  bool needsAllSites() const override { return true; }

  const std::function<void(const std::string &)> OnEnd;
  std::string Lines;
};
} // namespace mlgo
