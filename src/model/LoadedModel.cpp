// Evaluates a policy at run time
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/LoadedModel.h"
#include "mlgo/model/InputTransforms.h"
#include "mlgo/model/OrderedValue.h"

namespace mlgo {
namespace {
TensorBuffer makeFloats(size_t Count) {
  return TensorBuffer(
      TensorSpec::createSpec<float>("", {static_cast<int64_t>(Count)}));
}

/// Element \p Index of a tensor of \p Type at \p Data.
void readElement(TensorType Type, const void *Data, size_t Index,
                 int64_t &Ordered, float &Number) {
  switch (Type) {
#define MLGO_READ_ELEMENT(T, Name)                                             \
  case TensorType::Name: {                                                     \
    const T Value = static_cast<const T *>(Data)[Index];                       \
    Ordered = orderedValue(Value);                                             \
    Number = static_cast<float>(Value);                                        \
    return;                                                                    \
  }
    MLGO_TENSOR_TYPES(MLGO_READ_ELEMENT)
#undef MLGO_READ_ELEMENT
  case TensorType::Invalid:
    break;
  }
}
} // namespace

Result<LoadedModel> LoadedModel::create(Model M, VectorWidth Width) {
  MLGO_TRY(validate(M));
  return LoadedModel(std::move(M), Width);
}

LoadedModel::LoadedModel(Model TheModel, VectorWidth Width)
    : M(std::move(TheModel)), RunDense(getDenseFunction(Width)),
      Answer(M.Output), Ordered(M.Inputs.size()), Numbers(M.Inputs.size()) {
  if (const auto *G = std::get_if<Graph>(&M.Policy)) {
    Computation.emplace(*G, Width);
    return;
  }
  for (const TensorSpec &Spec : M.Inputs)
    Buffers.emplace_back(Spec);
  if (const auto *N = std::get_if<Network>(&M.Policy))
    packNetwork(*N);
  else
    packTrees(std::get<TreeEnsemble>(M.Policy));
}

void LoadedModel::packTrees(const TreeEnsemble &Trees) {
  for (const TreeEnsemble::Tree &Tree : Trees.Trees) {
    const size_t First = Nodes.size();
    Roots.push_back(static_cast<uint32_t>(First));
    Nodes.resize(First + Tree.size());
    // The places are handed out breadth first; Order[I] is the node that comes
    // to the I-th of them.
    std::vector<uint32_t> Order = {0};
    for (size_t I = 0; I < Order.size(); ++I) {
      const TreeNode &N = Tree[Order[I]];
      Nodes[First + I] = {N.Input < 0 ? N.Value : N.Threshold, N.Input,
                          static_cast<uint32_t>(First + Order.size())};
      if (N.Input >= 0)
        Order.insert(Order.end(), {N.Left, N.Right});
    }
  }
}

void LoadedModel::packNetwork(const Network &N) {
  Activations.push_back(makeFloats(N.Transforms.size()));
  for (const DenseLayer &L : N.Layers) {
    const uint32_t Stride = denseStride(L.Out);
    Layer Packed{L.In,
                 L.Out,
                 Stride,
                 L.ReLU,
                 makeFloats(size_t(L.In) * Stride),
                 makeFloats(Stride)};
    for (uint32_t I = 0; I < L.In; ++I)
      std::copy_n(&L.Weights[size_t(I) * L.Out], L.Out,
                  Packed.Weights.as<float>() + size_t(I) * Stride);
    std::copy_n(L.Biases.data(), L.Out, Packed.Biases.as<float>());
    Layers.push_back(std::move(Packed));
    Activations.push_back(makeFloats(Stride));
  }
}

int LoadedModel::LookupArgIndex(const std::string &Name) const {
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    if (Name.compare(0, 5, "feed_") == 0 &&
        Name.compare(5, std::string::npos, M.Inputs[I].name()) == 0)
      return static_cast<int>(I);
  return -1;
}

int LoadedModel::LookupResultIndex(const std::string &Name) const {
  if (Name.compare(0, 6, "fetch_") != 0)
    return -1;
  const std::string_view Wanted = std::string_view(Name).substr(6);
  if (Wanted == M.Output.name())
    return 0;
  for (size_t I = 0; I < M.ExtraOutputs.size(); ++I)
    if (Wanted == M.ExtraOutputs[I].name())
      return static_cast<int>(I) + 1;
  if (const auto *G = std::get_if<Graph>(&M.Policy))
    for (size_t I = 0; I < G->Outputs.size(); ++I)
      if (Wanted == G->Tensors[G->Outputs[I]].Spec.name())
        return static_cast<int>(I);
  return -1;
}

void LoadedModel::readColumn(size_t Column) {
  for (size_t I = 0; I < Buffers.size(); ++I)
    readElement(M.Inputs[I].type(), Buffers[I].data(),
                M.Inputs[I].getElementCount() == 1 ? 0 : Column, Ordered[I],
                Numbers[I]);
}

bool LoadedModel::isInRange() const {
  for (size_t I = 0; I < M.Ranges.size(); ++I)
    if (Ordered[I] < M.Ranges[I].Low || Ordered[I] > M.Ranges[I].High)
      return false;
  return true;
}

int64_t LoadedModel::defaultDecision() const {
  int64_t Value = 0;
  float Number;
  readElement(M.Inputs[M.DefaultInput].type(), Buffers[M.DefaultInput].data(),
              0, Value, Number);
  return Value;
}

const float *LoadedModel::runNetwork() {
  const auto &N = std::get<Network>(M.Policy);
  auto *X = Activations[0].as<float>();
  for (size_t I = 0; I < N.Transforms.size(); ++I) {
    const InputTransform &T = N.Transforms[I];
    switch (T.Kind) {
    case InputTransform::KindType::Quantile:
      X[I] = quantileTransform(Ordered[T.Input], T.Edges.data(), T.Edges.size(),
                               T.Scale);
      break;
    case InputTransform::KindType::Log2:
      X[I] = log2Transform(Ordered[T.Input], T.Scale);
      break;
    case InputTransform::KindType::ScaleClamp:
      X[I] = scaleClampTransform(Numbers[T.Input], T.Scale, T.Low, T.High);
      break;
    }
  }
  for (size_t I = 0; I < Layers.size(); ++I)
    RunDense(Activations[I].as<float>(), Layers[I].In, Layers[I].Stride,
             Layers[I].Weights.as<float>(), Layers[I].Biases.as<float>(),
             Layers[I].ReLU, Activations[I + 1].as<float>());
  return Activations.back().as<float>();
}

int64_t LoadedModel::runTrees() const {
  int64_t Sum = std::get<TreeEnsemble>(M.Policy).Base;
  for (uint32_t Root : Roots) {
    const Node *N = &Nodes[Root];
    while (N->Input >= 0)
      N = &Nodes[N->Left + (Ordered[N->Input] >= N->Threshold)];
    Sum += N->Threshold;
  }
  return Sum;
}

int64_t LoadedModel::decide() {
  readColumn(0);
  if (!isInRange()) {
    HasAbstained = true;
    return defaultDecision();
  }
  if (M.Decision == DecisionKind::AddToDefault) {
    Score = M.isNetwork() ? roundOffset(*runNetwork()) : runTrees();
    return addToDefault(defaultDecision(), Score);
  }
  int64_t Choice;
  if (M.isNetwork()) {
    const float *Logits = runNetwork();
    Choice = argmax(Logits, Layers.back().Out);
  } else {
    Score = runTrees();
    Choice = Score > 0;
  }
  if (M.Decision == DecisionKind::FlipDefault)
    return (defaultDecision() != 0) != (Choice == 1);
  return Choice;
}

int64_t LoadedModel::decideMasked() {
  const size_t Columns = M.columns();
  int64_t Best = -1;
  float BestLogit = 0;
  int64_t BestScore = 0;
  for (size_t C = 0; C < Columns; ++C) {
    readColumn(C);
    if (Ordered[M.MaskInput] == 0)
      continue;
    if (!isInRange()) {
      HasAbstained = true;
      return defaultDecision();
    }
    if (M.isNetwork()) {
      const float Logit = *runNetwork();
      if (Best >= 0 && !(Logit > BestLogit))
        continue;
      BestLogit = Logit;
    } else {
      Score = runTrees();
      if (Best >= 0 && Score <= BestScore)
        continue;
      BestScore = Score;
    }
    Best = static_cast<int64_t>(C);
  }
  return Best;
}

void LoadedModel::storeResult(int64_t Value) {
  switch (M.Output.type()) {
#define MLGO_STORE_RESULT(T, Name)                                             \
  case TensorType::Name:                                                       \
    *Answer.as<T>() = static_cast<T>(Value);                                   \
    return;
    MLGO_TENSOR_TYPES(MLGO_STORE_RESULT)
#undef MLGO_STORE_RESULT
  case TensorType::Invalid:
    break;
  }
}

void LoadedModel::Run() noexcept {
  HasAbstained = false;
  if (Computation)
    return Computation->run();
  storeResult(M.Decision == DecisionKind::MaskedArgmax ? decideMasked()
                                                       : decide());
}

std::vector<uint8_t> LoadedModel::copyOutputs() const {
  std::vector<uint8_t> Bytes;
  const auto Append = [&](const TensorSpec &Spec, const void *Data) {
    const auto *First = static_cast<const uint8_t *>(Data);
    Bytes.insert(Bytes.end(), First, First + Spec.getTotalTensorBufferSize());
  };
  Append(M.Output, Computation ? Computation->output(0) : Answer.data());
  for (size_t I = 0; I < M.ExtraOutputs.size(); ++I)
    Append(M.ExtraOutputs[I], extraOutput(I));
  return Bytes;
}

int64_t LoadedModel::evaluate(const uint8_t *Inputs) {
  for (size_t I = 0; I < M.Inputs.size(); ++I) {
    const size_t Size = M.Inputs[I].getTotalTensorBufferSize();
    std::memcpy(arg_data(static_cast<int>(I)), Inputs, Size);
    Inputs += Size;
  }
  Run();
  int64_t Value = 0;
  float Number;
  readElement(M.Output.type(), result_data(0), 0, Value, Number);
  return Value;
}
} // namespace mlgo
