// Policies in TensorFlow Lite's files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// True if \p Bytes begin like a .tflite file.
bool isTFLite(std::string_view Bytes);

/// The .tflite file in \p Bytes as a model with a graph; errors begin with
/// \p Where. Neither TensorFlow nor its libraries are needed: the format is
/// described in models/tflite.fbs, and the first subgraph is translated to the
/// operators of Graph.h.
///
/// Operators without state or loops that MLGO's policies and LLVM's size
/// estimator consist of are translated; any other one, quantised and sparse
/// tensors, and types that LLVM's TensorSpec lacks are refused by name. What
/// depends on constants only is computed now. Allocates a bounded amount.
///
/// Inputs and outputs have the names of the signature, else those of their
/// tensors without `:0`; `serving_default_` and `action_` are taken off the
/// front. The answer is the output whose name ends in `_decision` or is
/// `index_to_evict` or `priority`, else the first; the others follow it as
/// Model::ExtraOutputs. Task is empty, and no examples are recorded.
Result<Model> importTFLite(std::string_view Bytes, const std::string &Where);

/// Makes a graph without a task, as imported ones are, a policy for \p Task
/// that answers with \p Decision, if its first output has that type and number
/// of elements. Leaves all other models as they are.
void adoptGraph(Model &M, const std::string &Task, const TensorSpec &Decision);
} // namespace mlgo
