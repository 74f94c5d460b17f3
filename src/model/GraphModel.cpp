// What a model with a graph must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/GraphModel.h"
#include "model/PlainName.h"
#include <set>

namespace mlgo {
/// What repeating all examples may cost: seconds.
constexpr uint64_t MaxExampleWork = uint64_t(1) << 30;

/// Inputs or outputs: as many, of the same types and sizes, as \p Tensors, and
/// with names that messages can hold and that differ.
static Status checkSpecs(const std::vector<TensorSpec> &Specs, const Graph &G,
                         const std::vector<uint32_t> &Tensors,
                         const char *What) {
  if (Specs.size() != Tensors.size())
    return Error("model has " + std::to_string(Specs.size()) + " " + What +
                 "s, expected " + std::to_string(Tensors.size()) +
                 " as its graph has");
  std::set<std::string> Names;
  for (size_t I = 0; I < Specs.size(); ++I) {
    const TensorSpec &Own = G.Tensors[Tensors[I]].Spec;
    if (!isPlainName(Specs[I].name()) || !Names.insert(Specs[I].name()).second)
      return Error(std::string(What) + " " + std::to_string(I) +
                   " has the name '" + Specs[I].name() +
                   "', expected another than the others', in printable ASCII "
                   "without quotes or backslashes");
    if (Specs[I].type() != Own.type() ||
        Specs[I].getElementCount() != Own.getElementCount())
      return Error(std::string(What) + " " + toJSON(Specs[I]) +
                   " differs from that of the graph: " + toJSON(Own));
  }
  return Success();
}

static size_t countBytes(const std::vector<TensorSpec> &Specs) {
  size_t Size = 0;
  for (const TensorSpec &Spec : Specs)
    Size += Spec.getTotalTensorBufferSize();
  return Size;
}

static Status checkExamples(const Model &M,
                            const std::vector<TensorSpec> &Outputs) {
  const uint64_t Work = countGraphWork(std::get<Graph>(M.Policy));
  if (M.Examples.size() > MaxExampleWork / Work)
    return Error("the " + std::to_string(M.Examples.size()) +
                 " examples take too long to repeat: " + std::to_string(Work) +
                 " steps each, expected at most " +
                 std::to_string(MaxExampleWork) + " for all");
  for (size_t I = 0; I < M.Examples.size(); ++I)
    if (M.Examples[I].Inputs.size() != countBytes(M.Inputs) ||
        M.Examples[I].Outputs.size() != countBytes(Outputs))
      return Error("example " + std::to_string(I) + " has " +
                   std::to_string(M.Examples[I].Inputs.size()) +
                   " bytes of inputs and " +
                   std::to_string(M.Examples[I].Outputs.size()) +
                   " of outputs, expected " +
                   std::to_string(countBytes(M.Inputs)) + " and " +
                   std::to_string(countBytes(Outputs)));
  return Success();
}

Status validateGraphModel(const Model &M) {
  const auto &G = std::get<Graph>(M.Policy);
  MLGO_TRY(validateGraph(G));
  MLGO_TRY(checkSpecs(M.Inputs, G, G.Inputs, "input"));
  std::vector<TensorSpec> Outputs = {M.Output};
  Outputs.insert(Outputs.end(), M.ExtraOutputs.begin(), M.ExtraOutputs.end());
  MLGO_TRY(checkSpecs(Outputs, G, G.Outputs, "output"));
  if (M.Decision != DecisionKind::Computed)
    return Error("decision kind is " + std::to_string(size_t(M.Decision)) +
                 ", expected " +
                 std::to_string(size_t(DecisionKind::Computed)) +
                 ", as for all graphs");
  if (M.MaskInput != -1 || M.DefaultInput != -1 || !M.Ranges.empty())
    return Error("a graph has a mask input, a default input or ranges, "
                 "expected none");
  return checkExamples(M, Outputs);
}
} // namespace mlgo
