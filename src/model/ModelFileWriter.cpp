// Policies into files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "mlgo_generated.h"
#include "model/ModelFileChecksum.h"
#include "model/ModelFileKinds.h"
#include <iterator>

namespace mlgo {
namespace {
using Builder = flatbuffers::FlatBufferBuilder;
template <typename T> using Offset = flatbuffers::Offset<T>;

Offset<file::TensorSpec> write(Builder &B, const TensorSpec &Spec) {
  auto Name = B.CreateString(Spec.name());
  auto Type = B.CreateString(std::string(getTensorTypeName(Spec.type())));
  auto Shape = B.CreateVector(Spec.shape());
  return file::CreateTensorSpec(B, Name, Spec.port(), Type, Shape);
}

Offset<file::InputTransform> write(Builder &B, const InputTransform &T) {
  auto Edges = B.CreateVector(T.Edges);
  return file::CreateInputTransform(B, toFile(T.Kind), T.Input, Edges, T.Scale,
                                    T.Low, T.High);
}

Offset<file::DenseLayer> write(Builder &B, const DenseLayer &L) {
  auto Weights = B.CreateVector(L.Weights);
  auto Biases = B.CreateVector(L.Biases);
  return file::CreateDenseLayer(B, L.In, L.Out, L.ReLU, Weights, Biases);
}

Offset<file::Provenance> write(Builder &B,
                               const std::pair<std::string, std::string> &P) {
  auto Key = B.CreateString(P.first);
  auto Value = B.CreateString(P.second);
  return file::CreateProvenance(B, Key, Value);
}

Offset<file::Example> write(Builder &B, const ModelExample &E) {
  auto Inputs = B.CreateVector(E.Inputs);
  // What older files do not have is not written where it is empty, so that
  // their bytes stay what they were.
  auto Outputs = E.Outputs.empty() ? Offset<flatbuffers::Vector<uint8_t>>()
                                   : B.CreateVector(E.Outputs);
  return file::CreateExample(B, Inputs, E.Output, Outputs);
}

/// Limits that older files have, in a field of their own, stay there, so that
/// their bytes stay what they were.
constexpr std::string_view FieldLimits[] = {
    "threshold", "loop_threshold", "largest_block", "instructions_per_call"};

/// The others; null where there are none.
Offset<flatbuffers::Vector<Offset<file::Limit>>>
writeLimits(Builder &B, const ModelScope &Scope) {
  std::vector<Offset<file::Limit>> Limits;
  for (const auto &[Name, Value] : Scope.Limits)
    if (std::find(std::begin(FieldLimits), std::end(FieldLimits), Name) ==
        std::end(FieldLimits))
      Limits.push_back(file::CreateLimitDirect(B, Name.c_str(), Value));
  return Limits.empty() ? 0 : B.CreateVector(Limits);
}

/// Null where there are none.
Offset<flatbuffers::Vector<Offset<flatbuffers::String>>>
writeNames(Builder &B, const std::vector<std::string> &Names) {
  return Names.empty() ? 0 : B.CreateVectorOfStrings(Names);
}

Offset<file::GraphTensor> write(Builder &B, const GraphTensor &T) {
  auto Spec = write(B, T.Spec);
  auto Data = B.CreateVector(T.Data);
  return file::CreateGraphTensor(B, Spec, Data);
}

Offset<file::GraphOperator> write(Builder &B, const GraphOperator &Op) {
  auto Inputs = B.CreateVector(Op.Inputs);
  auto Attributes = B.CreateVector(Op.Attributes);
  return file::CreateGraphOperator(B, static_cast<uint8_t>(Op.Kind), Inputs,
                                   Op.Output, Attributes);
}

template <typename T> auto writeAll(Builder &B, const std::vector<T> &Items) {
  std::vector<decltype(write(B, Items[0]))> Offsets;
  for (const T &Item : Items)
    Offsets.push_back(write(B, Item));
  return B.CreateVector(Offsets);
}

Offset<void> writePolicy(Builder &B, const Network &N) {
  auto Transforms = writeAll(B, N.Transforms);
  auto Layers = writeAll(B, N.Layers);
  return file::CreateNetwork(B, Transforms, Layers).Union();
}

Offset<void> writePolicy(Builder &B, const TreeEnsemble &E) {
  std::vector<uint32_t> Sizes, Lefts, Rights;
  std::vector<int32_t> Inputs, Values;
  std::vector<int64_t> Thresholds;
  for (const TreeEnsemble::Tree &Tree : E.Trees) {
    Sizes.push_back(static_cast<uint32_t>(Tree.size()));
    for (const TreeNode &Node : Tree) {
      Inputs.push_back(Node.Input);
      Thresholds.push_back(Node.Threshold);
      Lefts.push_back(Node.Left);
      Rights.push_back(Node.Right);
      Values.push_back(Node.Value);
    }
  }
  return file::CreateTreeEnsembleDirect(B, &Sizes, &Inputs, &Thresholds, &Lefts,
                                        &Rights, &Values, E.Base)
      .Union();
}

Offset<void> writePolicy(Builder &B, const Graph &G) {
  auto Tensors = writeAll(B, G.Tensors);
  auto Operators = writeAll(B, G.Operators);
  auto Inputs = B.CreateVector(G.Inputs);
  auto Outputs = B.CreateVector(G.Outputs);
  return file::CreateGraph(B, Tensors, Operators, Inputs, Outputs).Union();
}

file::Policy policyType(const Model &M) {
  return M.isNetwork() ? file::Policy::Network
         : M.isGraph() ? file::Policy::Graph
                       : file::Policy::TreeEnsemble;
}
} // namespace

std::string serializeModel(const Model &M) {
  Builder B(1024);
  // Otherwise a checksum that happens to be zero would have no place.
  B.ForceDefaults(true);
  auto Task = B.CreateString(M.Task);
  auto Inputs = writeAll(B, M.Inputs);
  auto Output = write(B, M.Output);
  std::vector<file::InputRange> RangeItems;
  for (const InputRange &R : M.Ranges)
    RangeItems.emplace_back(R.Low, R.High);
  auto Ranges = B.CreateVectorOfStructs(RangeItems);
  auto Policy =
      std::visit([&](const auto &P) { return writePolicy(B, P); }, M.Policy);
  auto Provenance = writeAll(B, M.Provenance);
  auto Examples = writeAll(B, M.Examples);
  decltype(Inputs) ExtraOutputs;
  if (!M.ExtraOutputs.empty())
    ExtraOutputs = writeAll(B, M.ExtraOutputs);
  auto Levels = writeNames(B, M.Scope.Levels);
  auto Targets = writeNames(B, M.Scope.Targets);
  auto Limits = writeLimits(B, M.Scope);
  auto Root = file::CreateModel(
      B, ModelFileVersion, 0, Task, Inputs, Output, toFile(M.Decision),
      M.MaskInput, M.DefaultInput, Ranges, policyType(M), Policy, Provenance,
      Examples, ExtraOutputs, Levels, Targets, M.Scope.limit(FieldLimits[0]),
      M.Scope.limit(FieldLimits[1]), M.Scope.limit(FieldLimits[2]),
      M.Scope.limit(FieldLimits[3]), Limits);
  file::FinishSizePrefixedModelBuffer(B, Root);
  uint8_t *Bytes = B.GetBufferPointer();
  file::Model *Written =
      flatbuffers::GetMutableRoot<file::Model>(Bytes + sizeof(uint32_t));
  const auto Field = static_cast<size_t>(checksumField(Written) - Bytes);
  Written->mutate_checksum(modelFileChecksum(Bytes, B.GetSize(), Field));
  return std::string(reinterpret_cast<const char *>(Bytes), B.GetSize());
}

Status saveModel(const Model &M, const std::string &Path) {
  MLGO_TRY(validate(M).in(Path));
  return writeFileAtomically(Path, serializeModel(M));
}
} // namespace mlgo
