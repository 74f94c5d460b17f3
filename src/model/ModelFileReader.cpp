// Policies out of files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/ModelFile.h"
#include "mlgo/support/File.h"
#include "model/ModelFileBuffer.h"
#include "model/ModelFileKinds.h"
#include "model/TFLiteImport.h"
#include <type_traits>

namespace mlgo {
namespace {
/// Larger files are no policies; FlatBuffers ends at 2 GiB anyway.
constexpr size_t MaxFileSize = size_t(64) << 20;

/// Copies a verified FlatBuffer into a Model. A FlatBuffer may use one part in
/// many places, so that a small file describes a huge model; what is copied is
/// therefore counted, and may not exceed the bytes of the file.
class ModelReader {
public:
  explicit ModelReader(size_t FileSize) : Budget(FileSize) {}

  Result<Model> readModel(const file::Model &From);

private:
  bool charge(size_t Bytes) {
    IsOverdrawn |= Bytes > Budget;
    Budget -= IsOverdrawn ? 0 : Bytes;
    return !IsOverdrawn;
  }

  std::string text(const flatbuffers::String *S) {
    return S && charge(S->size()) ? S->str() : "";
  }

  /// Whether the elements of \p Items, numbers or structs, may be read where
  /// they lie, which FlatBuffers does not verify; false if there are none.
  template <typename T> bool mayRead(const flatbuffers::Vector<T> *Items) {
    // Where nothing is, builders need not align.
    if (!Items || Items->size() == 0)
      return false;
    using Element = std::remove_const_t<std::remove_pointer_t<T>>;
    const auto Address = reinterpret_cast<uintptr_t>(Items->Data());
    const bool IsAligned = Address % alignof(Element) == 0;
    IsMisaligned |= !IsAligned;
    return IsAligned;
  }

  template <typename T, typename U>
  void copyVector(const flatbuffers::Vector<U> *From, std::vector<T> &To) {
    if (mayRead(From) && charge(size_t(From->size()) * sizeof(U)))
      To.assign(From->begin(), From->end());
  }

  /// Calls \p Each with each item; an absent vector has none.
  template <typename T, typename Fn>
  void forEach(const flatbuffers::Vector<T> *Items, Fn Each) {
    for (uint32_t I = 0; mayRead(Items) && I < Items->size(); ++I)
      Each(Items->Get(I));
  }

  Result<TensorSpec> readSpec(const file::TensorSpec *Spec, const char *What);
  Status readSpecs(const file::Model &From, Model &M);
  Network readNetwork(const file::Network &From);
  Result<TreeEnsemble> readTrees(const file::TreeEnsemble &From);
  Result<Graph> readGraph(const file::Graph &From);
  Status readPolicy(const file::Model &From, Model &M);
  decltype(ModelScope::Limits) readLimits(const file::Model &From);

  size_t Budget;
  bool IsOverdrawn = false;
  bool IsMisaligned = false;
};

Result<TensorSpec> ModelReader::readSpec(const file::TensorSpec *Spec,
                                         const char *What) {
  if (!Spec)
    return Error(std::string(What) + " has no spec");
  const std::string Name = text(Spec->name());
  const std::string TypeName = text(Spec->type());
  const TensorType Type = getTensorTypeFromName(TypeName);
  if (Type == TensorType::Invalid)
    return Error(std::string(What) + " '" + Name + "' has type '" + TypeName +
                 "', expected one of LLVM's scalar types");
  std::vector<int64_t> Shape;
  copyVector(Spec->shape(), Shape);
  if (!countTensorElements(Shape))
    return Error(std::string(What) + " '" + Name +
                 "' has a shape with a negative dimension or more than 2^32 "
                 "elements");
  return TensorSpec(Name, Spec->port(), Type, std::move(Shape));
}

Network ModelReader::readNetwork(const file::Network &From) {
  Network N;
  forEach(From.transforms(), [&](const file::InputTransform *T) {
    InputTransform Transform;
    Transform.Kind = fromFile(T->kind());
    Transform.Input = T->input();
    copyVector(T->edges(), Transform.Edges);
    Transform.Scale = T->scale();
    Transform.Low = T->low();
    Transform.High = T->high();
    N.Transforms.push_back(std::move(Transform));
  });
  forEach(From.layers(), [&](const file::DenseLayer *L) {
    DenseLayer Layer;
    Layer.In = L->in();
    Layer.Out = L->out();
    Layer.ReLU = L->relu();
    copyVector(L->weights(), Layer.Weights);
    copyVector(L->biases(), Layer.Biases);
    N.Layers.push_back(std::move(Layer));
  });
  return N;
}

Result<TreeEnsemble> ModelReader::readTrees(const file::TreeEnsemble &From) {
  std::vector<uint32_t> Sizes, Lefts, Rights;
  std::vector<int32_t> Inputs, Values;
  std::vector<int64_t> Thresholds;
  copyVector(From.tree_sizes(), Sizes);
  copyVector(From.inputs(), Inputs);
  copyVector(From.thresholds(), Thresholds);
  copyVector(From.lefts(), Lefts);
  copyVector(From.rights(), Rights);
  copyVector(From.values(), Values);
  uint64_t Nodes = 0;
  for (uint32_t Size : Sizes)
    Nodes += Size;
  for (size_t Count : {Inputs.size(), Thresholds.size(), Lefts.size(),
                       Rights.size(), Values.size()})
    if (Count != Nodes)
      return Error("tree ensemble has a node vector of " +
                   std::to_string(Count) + " entries, expected " +
                   std::to_string(Nodes));
  TreeEnsemble E;
  E.Base = From.base();
  size_t Next = 0;
  for (uint32_t Size : Sizes) {
    TreeEnsemble::Tree Tree;
    for (size_t End = Next + Size; Next < End; ++Next)
      Tree.push_back({Inputs[Next], Thresholds[Next], Lefts[Next], Rights[Next],
                      Values[Next]});
    E.Trees.push_back(std::move(Tree));
  }
  return E;
}

Result<Graph> ModelReader::readGraph(const file::Graph &From) {
  Graph G;
  for (uint32_t I = 0; From.tensors() && I < From.tensors()->size(); ++I) {
    auto Spec = MLGO_TRY(readSpec(From.tensors()->Get(I)->spec(), "tensor"));
    G.Tensors.push_back({std::move(Spec), {}});
    copyVector(From.tensors()->Get(I)->data(), G.Tensors.back().Data);
  }
  forEach(From.operators(), [&](const file::GraphOperator *Op) {
    G.Operators.emplace_back();
    G.Operators.back().Kind = operatorFromFile(Op->kind());
    G.Operators.back().Output = Op->output();
    copyVector(Op->inputs(), G.Operators.back().Inputs);
    copyVector(Op->attributes(), G.Operators.back().Attributes);
  });
  copyVector(From.inputs(), G.Inputs);
  copyVector(From.outputs(), G.Outputs);
  return G;
}

Status ModelReader::readPolicy(const file::Model &From, Model &M) {
  if (const file::Network *N = From.policy_as_Network()) {
    M.Policy = readNetwork(*N);
    return Success();
  }
  if (const file::Graph *G = From.policy_as_Graph()) {
    M.Policy = MLGO_TRY(readGraph(*G));
    return Success();
  }
  const file::TreeEnsemble *E = From.policy_as_TreeEnsemble();
  if (!E)
    return Error("policy kind is " +
                 std::to_string(static_cast<int>(From.policy_type())) +
                 ", expected 1 (network), 2 (tree ensemble) or 3 (graph)");
  M.Policy = MLGO_TRY(readTrees(*E));
  return Success();
}

Status ModelReader::readSpecs(const file::Model &From, Model &M) {
  for (uint32_t I = 0; From.inputs() && I < From.inputs()->size(); ++I) {
    M.Inputs.push_back(MLGO_TRY(readSpec(From.inputs()->Get(I), "input")));
  }
  M.Output = MLGO_TRY(readSpec(From.output(), "output"));
  for (uint32_t I = 0; From.extra_outputs() && I < From.extra_outputs()->size();
       ++I) {
    M.ExtraOutputs.push_back(
        MLGO_TRY(readSpec(From.extra_outputs()->Get(I), "output")));
  }
  return Success();
}

/// Before there were named limits, each had a field.
decltype(ModelScope::Limits) ModelReader::readLimits(const file::Model &From) {
  decltype(ModelScope::Limits) Limits;
  forEach(From.limits(), [&](const file::Limit *L) {
    Limits.emplace(text(L->name()), L->value());
  });
  const std::pair<const char *, flatbuffers::Optional<int32_t>> Fields[] = {
      {"threshold", From.threshold()},
      {"loop_threshold", From.loop_threshold()},
      {"largest_block", From.largest_block()},
      {"instructions_per_call", From.instructions_per_call()}};
  for (const auto &[Name, Value] : Fields)
    if (Value)
      Limits.emplace(Name, *Value);
  return Limits;
}

Result<Model> ModelReader::readModel(const file::Model &From) {
  Model M;
  M.Task = text(From.task());
  forEach(From.levels(), [&](const flatbuffers::String *Level) {
    M.Scope.Levels.push_back(text(Level));
  });
  forEach(From.targets(), [&](const flatbuffers::String *Target) {
    M.Scope.Targets.push_back(text(Target));
  });
  M.Scope.Limits = readLimits(From);
  Status Specs = readSpecs(From, M);
  M.Decision = fromFile(From.decision());
  M.MaskInput = From.mask_input();
  M.DefaultInput = From.default_input();
  forEach(From.ranges(), [&](const file::InputRange *R) {
    M.Ranges.push_back({R->low(), R->high()});
  });
  Status Policy = readPolicy(From, M);
  forEach(From.provenance(), [&](const file::Provenance *P) {
    std::string Key = text(P->key());
    M.Provenance.emplace_back(std::move(Key), text(P->value()));
  });
  forEach(From.examples(), [&](const file::Example *E) {
    ModelExample Example;
    copyVector(E->inputs(), Example.Inputs);
    Example.Output = E->output();
    copyVector(E->outputs(), Example.Outputs);
    M.Examples.push_back(std::move(Example));
  });
  // First, because what was left out makes the rest look wrong.
  if (IsOverdrawn)
    return Error("contents are larger than the file: a part of it is used "
                 "more than once");
  if (IsMisaligned)
    return Error("structure is damaged: a list lies where its elements cannot "
                 "be read");
  if (!Specs)
    return Specs.error();
  if (!Policy)
    return Policy.error();
  return M;
}

/// Repeats the recorded examples.
Status proveModel(const Model &M) {
  auto Evaluator = MLGO_TRY(LoadedModel::create(M));
  for (size_t I = 0; I < M.Examples.size(); ++I) {
    const int64_t Answer = Evaluator.evaluate(M.Examples[I].Inputs.data());
    if (Answer != M.Examples[I].Output)
      return Error("example " + std::to_string(I) + ": answer is " +
                   std::to_string(Answer) + ", expected " +
                   std::to_string(M.Examples[I].Output));
    if (M.isGraph() && Evaluator.copyOutputs() != M.Examples[I].Outputs)
      return Error("example " + std::to_string(I) +
                   ": outputs have other bytes than were recorded");
  }
  return Success();
}
} // namespace

Result<Model> parseModel(std::string_view Bytes, const std::string &Where) {
  // A copy, because FlatBuffers reads aligned memory.
  const std::vector<uint8_t> Aligned(Bytes.begin(), Bytes.end());
  auto Root = MLGO_TRY(openModelBuffer(Aligned).in(Where));
  auto M = MLGO_TRY(ModelReader(Bytes.size()).readModel(*Root).in(Where));
  MLGO_TRY(validate(M).in(Where));
  MLGO_TRY(proveModel(M).in(Where));
  return M;
}

Result<Model> loadModel(const std::string &Path) {
  auto Bytes = MLGO_TRY(readFile(Path, MaxFileSize));
  return isTFLite(Bytes) ? importTFLite(Bytes, Path) : parseModel(Bytes, Path);
}
} // namespace mlgo
