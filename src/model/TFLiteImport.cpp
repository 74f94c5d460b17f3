// Policies in TensorFlow Lite's files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TFLiteImport.h"
#include "model/TFLiteGraphBuilder.h"
#include "support/Text.h"
#include <set>

namespace mlgo {
using TensorMaps = flatbuffers::Vector<flatbuffers::Offset<tflite::TensorMap>>;

/// The name that the first signature of the first subgraph gives to \p Tensor,
/// or "".
static std::string signatureName(const tflite::Model &Root, int32_t Tensor,
                                 bool IsInput) {
  if (!Root.signature_defs())
    return "";
  for (const tflite::SignatureDef *Signature : *Root.signature_defs()) {
    const TensorMaps *Maps =
        IsInput ? Signature->inputs() : Signature->outputs();
    if (Signature->subgraph_index() != 0 || !Maps)
      continue;
    for (const tflite::TensorMap *Map : *Maps)
      if (static_cast<int64_t>(Map->tensor_index()) == Tensor)
        return tfliteText(Map->name());
    return "";
  }
  return "";
}

/// Removes what TensorFlow put around the name that someone chose.
static std::string plainName(std::string Name) {
  if (Name.size() > 2 && Name.substr(Name.size() - 2) == ":0")
    Name.resize(Name.size() - 2);
  for (std::string_view Prefix : {"serving_default_", "action_"})
    if (startsWith(Name, Prefix) && Name.size() > Prefix.size())
      Name.erase(0, Prefix.size());
  return Name;
}

/// The graph's inputs or outputs, under the names that users know.
static std::vector<TensorSpec> nameSpecs(const tflite::Model &Root,
                                         const Graph &G, bool IsInput) {
  const tflite::SubGraph &Main = *Root.subgraphs()->Get(0);
  const auto &Tensors = IsInput ? G.Inputs : G.Outputs;
  const auto &Indices = IsInput ? *Main.inputs() : *Main.outputs();
  std::vector<TensorSpec> Specs;
  std::set<std::string> Names;
  for (uint32_t I = 0; I < Tensors.size(); ++I) {
    const TensorSpec &Own = G.Tensors[Tensors[I]].Spec;
    const std::string Signed = signatureName(Root, Indices.Get(I), IsInput);
    std::string Name = plainName(Signed.empty() ? Own.name() : Signed);
    // Unique, and free of what would break messages.
    for (char &C : Name)
      C = C < ' ' || C > '~' || C == '"' || C == '\\' ? '_' : C;
    if (Name.empty() || Names.count(Name))
      Name += (IsInput ? "#input_" : "#output_") + std::to_string(I);
    Names.insert(Name);
    Specs.emplace_back(Name, Own);
  }
  return Specs;
}

/// The place of the decision among \p Outputs.
static size_t findDecision(const std::vector<TensorSpec> &Outputs) {
  constexpr std::string_view Ending = "_decision";
  for (size_t I = 0; I < Outputs.size(); ++I) {
    const std::string &Name = Outputs[I].name();
    const bool EndsSo =
        Name.size() > Ending.size() &&
        Name.compare(Name.size() - Ending.size(), Ending.size(), Ending) == 0;
    if (EndsSo || Name == "index_to_evict" || Name == "priority")
      return I;
  }
  return 0;
}

/// Verified, with a subgraph that has inputs and outputs.
static Result<const tflite::Model *>
openTFLite(const std::vector<uint8_t> &Bytes) {
  flatbuffers::Verifier Verifier(Bytes.data(), Bytes.size());
  if (!tflite::VerifyModelBuffer(Verifier))
    return Error("structure is damaged: FlatBuffers verification failed");
  const tflite::Model *Root = tflite::GetModel(Bytes.data());
  if (Root->version() != 3)
    return Error("schema version is " + std::to_string(Root->version()) +
                 ", expected 3");
  if (!Root->subgraphs() || Root->subgraphs()->size() == 0)
    return Error("has no subgraphs, expected at least one");
  const tflite::SubGraph &Main = *Root->subgraphs()->Get(0);
  if (!Main.inputs() || !Main.outputs())
    return Error("has no inputs or no outputs, expected some");
  return Root;
}

static Result<Model> importBytes(const std::vector<uint8_t> &Bytes) {
  auto Root = MLGO_TRY(openTFLite(Bytes));
  auto G = MLGO_TRY(TFLiteGraphBuilder(*Root, Bytes).build());
  Model M;
  M.Inputs = nameSpecs(*Root, G, true);
  M.ExtraOutputs = nameSpecs(*Root, G, false);
  const auto Decision = static_cast<ptrdiff_t>(findDecision(M.ExtraOutputs));
  // The decision comes to the front.
  std::rotate(G.Outputs.begin(), G.Outputs.begin() + Decision,
              G.Outputs.begin() + Decision + 1);
  M.Output = M.ExtraOutputs[static_cast<size_t>(Decision)];
  M.ExtraOutputs.erase(M.ExtraOutputs.begin() + Decision);
  M.Decision = DecisionKind::Computed;
  M.Policy = std::move(G);
  M.Provenance.emplace_back("imported from", "TensorFlow Lite");
  MLGO_TRY(validate(M));
  return M;
}

bool isTFLite(std::string_view Bytes) {
  return Bytes.size() >= 8 &&
         Bytes.substr(4, 4) == std::string_view(tflite::ModelIdentifier(), 4);
}

Result<Model> importTFLite(std::string_view Bytes, const std::string &Where) {
  if (!isTFLite(Bytes))
    return Error(Where + ": not a TensorFlow Lite file: identifier is not " +
                 tflite::ModelIdentifier());
  // A copy, because FlatBuffers reads aligned memory.
  auto M = importBytes(std::vector<uint8_t>(Bytes.begin(), Bytes.end()));
  return M ? std::move(M) : M.error().in(Where);
}

void adoptGraph(Model &M, const std::string &Task, const TensorSpec &Decision) {
  if (!M.isGraph() || !M.Task.empty() || M.Output.type() != Decision.type() ||
      M.Output.getElementCount() != Decision.getElementCount())
    return;
  M.Task = Task;
  M.Output = Decision;
}
} // namespace mlgo
