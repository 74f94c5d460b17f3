// What leaving out single passes does, for training
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions do not influence each other once inlining is decided: one
// compilation without a pass labels that pass for all functions of a module. So
// a module is one trial, and what is tried is done by the plugin in the
// installed clang, beside the other policies, as users have it.

#pragma once

#include "evaluate/CorpusModules.h"
#include "evaluate/LabelSweep.h"
#include "evaluate/Trials.h"

namespace mlgo {
/// The plugin that makes the labels; see findPlugin().
extern const std::string GateLabelPlugin;

/// Whose decisions are flipped, and what may be spent on that.
struct GateLabelSetting {
  std::string Policy; ///< A model file; empty: stock.
  unsigned Seconds = 60;
  CodeSetting Code = {};
};

template <typename ArchiveT> void serialize(ArchiveT &A, GateLabelSetting &S) {
  A(S.Policy, S.Seconds, S.Code);
}

/// Labels the modules of one corpus. A log is what the plugin writes, see
/// passes/gate/GateLabels.h.
class GateLabelSource final : public LabelSource {
public:
  /// \p Modules are of one package, at least one.
  GateLabelSource(GateLabelSetting Setting, std::vector<CorpusModule> Modules,
                  const LabelOptions &Options, Worker &Work);
  ~GateLabelSource() override;

  std::vector<CorpusProblem *> problems() override;
  std::string package() const override { return Modules.front().Package; }
  std::vector<std::string> modules() const override;
  Status begin() override { return Success(); }
  std::vector<PlannedMove> plan(size_t Module) override;
  std::vector<std::optional<double>>
  tryMoves(const std::vector<PlannedMove> &Moves) override;
  Result<Counts>
  write(size_t Module, const std::string &Path,
        const std::vector<std::optional<double>> &Results) override;

private:
  class Problem;

  const GateLabelSetting Setting;
  const std::vector<CorpusModule> Modules;
  Worker &Work;
  const std::unique_ptr<Problem> Own;
  std::vector<std::string> Logs; ///< By module, of those that were tried last.
};

/// Compiles the module at \p At, as many times as it takes, and answers with
/// its log. The request is a GateLabelSetting.
std::unique_ptr<ReadyModule> prepareGateLabels(const TrialPlace &At);
} // namespace mlgo
