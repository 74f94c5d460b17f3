// What flipping single decisions about passes does, for training.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A log of labels has an observation for each function and pass that was asked
// about: the inputs, then
//
//   function_bytes    what the function takes where nothing is flipped
//   executed, executed_flipped    see readExecutedBytes(), before and after
//   label_confidence  100
//   run_pass          what was decided
//
// and as score, `delta_size`, the bytes that the function gains when stock's
// decision about the pass is inverted.

#ifndef MLGO_PASSES_GATE_GATELABELS_H
#define MLGO_PASSES_GATE_GATELABELS_H

#include "GateChoice.h"
#include "GateSession.h"

#include <map>
#include <string>
#include <vector>

namespace mlgo {

/// What a trial says of a module.
struct GateTrial {
  MeasuredObject Object;
  std::vector<GateRow> Rows; ///< If it kept them.
  /// Where the policy decided: what it left out, as bits, by function.
  std::map<std::string, std::string> LeftOut;

  GateChoices choices() const {
    GateChoices Choices;
    for (const auto &[Function, Bits] : LeftOut)
      Choices[Function] = GateSet(Bits);
    return Choices;
  }
};

template <typename ArchiveT> void serialize(ArchiveT &A, GateTrial &T) {
  A(T.Object, T.Rows, T.LeftOut);
}

/// Writes the log \p Path of the module \p Context. \p Base has rows; \p
/// Flipped has what became of the module where the decisions about one pass
/// were inverted, by pass.
Status writeGateLabels(const std::string &Path, const std::string &Context,
                       const GateTrial &Base,
                       const std::map<size_t, MeasuredObject> &Flipped);

} // namespace mlgo

#endif // MLGO_PASSES_GATE_GATELABELS_H
