// Which calls may be decided wrongly
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "evaluate/inline/InlineTrials.h"
#include "mlgo/model/LoadedModel.h"

namespace mlgo {
/// Guesses how many bytes a search may gain where it decides a call otherwise:
/// much where the callee is large and the policy hardly preferred what it did.
class InlinePromises {
public:
  /// \p Model is the policy's file; empty, or if it cannot be read: stock's.
  explicit InlinePromises(const std::string &Model);

  /// Learns from \p Sites of a module, but for those that have no inputs or
  /// were added before, and those in functions of which the programs keep
  /// nothing: they have no bytes to gain. \p IsKept is true of functions that
  /// they keep.
  void add(const std::vector<TrialSite> &Sites,
           const std::function<bool(const std::string &)> &IsKept);

  /// Bytes, but for a factor; 0 if nothing is known of \p Key. What is added
  /// changes what was said before.
  double of(const std::string &Key);

private:
  struct Call {
    double Margin;        ///< How sure who decided was.
    int64_t Instructions; ///< Of the callee.
  };

  double marginOf(const TrialSite &Site);
  void add(const TrialSite &Site);

  std::unique_ptr<LoadedModel> Policy; ///< Null: stock.
  /// By input of the policy: which of a site's inputs it is.
  std::vector<size_t> PolicyInputs;
  size_t Cost, Instructions; ///< Which of a site's inputs.
  std::unordered_map<std::string, Call> Known;
  std::vector<double> Margins; ///< Of all known.
  double Scale = 0;            ///< Of margins; 0: not known yet.
};
} // namespace mlgo
