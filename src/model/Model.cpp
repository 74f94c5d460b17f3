// What a policy must be
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlgo/model/Model.h"
#include "model/GraphModel.h"
#include "model/PlainName.h"
#include <cmath>
#include <set>

namespace mlgo {
namespace {
/// Bounds that real policies are far below; they keep hostile files small.
constexpr size_t MaxInputs = 4096;
constexpr size_t MaxColumns = 4096;
constexpr size_t MaxElements = 1 << 16; ///< In all inputs together.
constexpr uint32_t MaxLayerWidth = 1 << 16;
/// What repeating all examples may cost: about a second.
constexpr uint64_t MaxExampleOperations = uint64_t(1) << 30;

std::string number(uint64_t N) { return std::to_string(N); }

bool isInteger(const TensorSpec &Spec) {
  return Spec.type() != TensorType::Float && Spec.type() != TensorType::Double;
}

/// Checks one Model; the first fault ends it.
class Validator {
public:
  explicit Validator(const Model &M) : M(M) {}

  Status run() {
    MLGO_TRY(validate(M.Scope));
    if (M.isGraph())
      return validateGraphModel(M);
    if (!M.ExtraOutputs.empty() || M.Decision == DecisionKind::Computed)
      return Error("only graphs have extra outputs or compute their decision");
    MLGO_TRY(checkInputs());
    MLGO_TRY(checkDecision());
    MLGO_TRY(checkRanges());
    const auto *N = std::get_if<Network>(&M.Policy);
    MLGO_TRY(N ? checkNetwork(*N)
               : checkTrees(std::get<TreeEnsemble>(M.Policy)));
    return checkExamples();
  }

private:
  Status checkInputs() {
    if (M.Inputs.empty() || M.Inputs.size() > MaxInputs)
      return Error("model has " + number(M.Inputs.size()) +
                   " inputs, expected 1 to " + number(MaxInputs));
    std::set<std::string> Names;
    size_t Elements = 0;
    for (const TensorSpec &Spec : M.Inputs) {
      MLGO_TRY(checkName(Spec, "input"));
      if (!Names.insert(Spec.name()).second)
        return Error("input '" + Spec.name() + "' occurs twice");
      MLGO_TRY(checkShape(Spec));
      Elements += Spec.getElementCount();
    }
    if (Elements > MaxElements)
      return Error("inputs have " + number(Elements) +
                   " elements, expected at most " + number(MaxElements));
    MLGO_TRY(checkName(M.Output, "output"));
    if (M.Output.getElementCount() != 1 || !isInteger(M.Output))
      return Error("output is " + toJSON(M.Output) + ", expected one integer");
    return Success();
  }

  Status checkName(const TensorSpec &Spec, const char *What) {
    if (isPlainName(Spec.name()))
      return Success();
    return Error(std::string(What) + " " + toJSON(Spec) + " has a wrong name" +
                 ", expected printable ASCII without quotes or backslashes");
  }

  Status checkShape(const TensorSpec &Spec) {
    const size_t Count = Spec.getElementCount();
    if (Count == 1)
      return Success();
    if (M.Decision != DecisionKind::MaskedArgmax)
      return Error("input '" + Spec.name() + "' has " + number(Count) +
                   " elements, expected 1");
    if (Count > MaxColumns)
      return Error("input '" + Spec.name() + "' has " + number(Count) +
                   " elements, expected at most " + number(MaxColumns));
    if (Count != M.columns() || Count == 0)
      return Error("input '" + Spec.name() + "' has " + number(Count) +
                   " elements, expected 1 or " + number(M.columns()));
    return Success();
  }

  /// An input that \p What names and which must be one integer.
  Status checkIntegerInput(int32_t Index, const char *What) {
    if (Index < 0 || static_cast<size_t>(Index) >= M.Inputs.size())
      return Error(std::string(What) + " input is " + std::to_string(Index) +
                   ", expected 0 to " + number(M.Inputs.size() - 1));
    if (!isInteger(M.Inputs[Index]))
      return Error(std::string(What) + " input '" + M.Inputs[Index].name() +
                   "' is not of an integer type");
    return Success();
  }

  Status checkDecision() {
    if (M.Decision == DecisionKind::Computed ||
        M.Decision > DecisionKind::AddToDefault)
      return Error("decision kind is " + number(size_t(M.Decision)) +
                   ", expected 0 to 2 or 4");
    if (M.Decision == DecisionKind::MaskedArgmax || M.MaskInput != -1)
      MLGO_TRY(checkIntegerInput(M.MaskInput, "mask"));
    const bool NeedsDefault = M.Decision == DecisionKind::FlipDefault ||
                              M.Decision == DecisionKind::AddToDefault ||
                              !M.Ranges.empty();
    if (NeedsDefault || M.DefaultInput != -1) {
      MLGO_TRY(checkIntegerInput(M.DefaultInput, "default"));
      if (M.Inputs[M.DefaultInput].getElementCount() != 1)
        return Error("default input '" + M.Inputs[M.DefaultInput].name() +
                     "' has more than one element");
    }
    return Success();
  }

  Status checkRanges() {
    if (!M.Ranges.empty() && M.Ranges.size() != M.Inputs.size())
      return Error("model has " + number(M.Ranges.size()) +
                   " ranges, expected " + number(M.Inputs.size()));
    for (size_t I = 0; I < M.Ranges.size(); ++I)
      if (M.Ranges[I].Low > M.Ranges[I].High)
        return Error("range of input '" + M.Inputs[I].name() +
                     "' is empty: " + std::to_string(M.Ranges[I].Low) + " to " +
                     std::to_string(M.Ranges[I].High));
    return Success();
  }

  Status checkTransform(size_t Index, const InputTransform &T) {
    const std::string Where = "transform " + number(Index) + ": ";
    if (T.Input >= M.Inputs.size())
      return Error(Where + "input is " + number(T.Input) + ", expected 0 to " +
                   number(M.Inputs.size() - 1));
    if (T.Kind > InputTransform::KindType::ScaleClamp)
      return Error(Where + "kind is " + number(size_t(T.Kind)) +
                   ", expected 0 to 2");
    if (!std::isfinite(T.Scale) || !std::isfinite(T.Low) ||
        !std::isfinite(T.High))
      return Error(Where + "a parameter is not finite");
    if (T.Kind == InputTransform::KindType::ScaleClamp && T.Low > T.High)
      return Error(Where + "clamps to an empty interval");
    if (T.Kind == InputTransform::KindType::Log2 &&
        !isInteger(M.Inputs[T.Input]))
      return Error(Where + "log2 of input '" + M.Inputs[T.Input].name() +
                   "', which is not of an integer type");
    for (size_t I = 1; I < T.Edges.size(); ++I)
      if (T.Edges[I - 1] >= T.Edges[I])
        return Error(Where + "edge " + number(I) +
                     " is not above the one before it");
    return Success();
  }

  Status checkLayer(size_t Index, const DenseLayer &L, size_t ExpectedIn) {
    const std::string Where = "layer " + number(Index) + ": ";
    if (L.In != ExpectedIn)
      return Error(Where + "takes " + number(L.In) + " values, expected " +
                   number(ExpectedIn));
    if (L.Out == 0 || L.Out > MaxLayerWidth)
      return Error(Where + "yields " + number(L.Out) +
                   " values, expected 1 to " + number(MaxLayerWidth));
    if (L.Weights.size() != uint64_t(L.In) * L.Out)
      return Error(Where + "weight count is " + number(L.Weights.size()) +
                   ", expected " + number(uint64_t(L.In) * L.Out));
    if (L.Biases.size() != L.Out)
      return Error(Where + "bias count is " + number(L.Biases.size()) +
                   ", expected " + number(L.Out));
    for (const std::vector<float> *Values : {&L.Weights, &L.Biases})
      for (size_t I = 0; I < Values->size(); ++I)
        if (!std::isfinite((*Values)[I]))
          return Error(Where + (Values == &L.Weights ? "weight " : "bias ") +
                       number(I) + " is not finite");
    return Success();
  }

  Status checkNetwork(const Network &N) {
    if (N.Transforms.empty() || N.Layers.empty())
      return Error("network has " + number(N.Transforms.size()) +
                   " transforms and " + number(N.Layers.size()) +
                   " layers, expected at least one of each");
    for (size_t I = 0; I < N.Transforms.size(); ++I)
      MLGO_TRY(checkTransform(I, N.Transforms[I]));
    size_t Width = N.Transforms.size();
    for (size_t I = 0; I < N.Layers.size(); ++I) {
      MLGO_TRY(checkLayer(I, N.Layers[I], Width));
      Width = N.Layers[I].Out;
    }
    const bool Single = M.Decision == DecisionKind::MaskedArgmax ||
                        M.Decision == DecisionKind::AddToDefault;
    const bool Flip = M.Decision == DecisionKind::FlipDefault;
    if ((Single && Width != 1) || (Flip && Width != 2))
      return Error("network yields " + number(Width) + " logits, expected " +
                   (Single ? "1" : "2"));
    return Success();
  }

  Status checkTrees(const TreeEnsemble &E) {
    if (E.Trees.empty())
      return Error("tree ensemble has no trees");
    // Sums of int32 leaves cannot overflow where the base leaves room.
    const int64_t Room = int64_t(1) << 62;
    if (E.Base > Room || E.Base < -Room || E.Trees.size() > (size_t(1) << 30))
      return Error("tree ensemble's scores can overflow");
    // A compiler reads thousands of nodes, so names are made for faults alone.
    for (size_t I = 0; I < E.Trees.size(); ++I)
      if (Status Sound = checkTree(E.Trees[I]); !Sound)
        return Sound.error().in("tree " + number(I));
    return Success();
  }

  Status checkTree(const TreeEnsemble::Tree &Tree) {
    if (Tree.empty())
      return Error("has no nodes");
    std::vector<bool> HasParent(Tree.size());
    for (size_t I = 0; I < Tree.size(); ++I)
      if (Status Sound = checkNode(Tree, I, HasParent); !Sound)
        return Sound.error().in("node " + number(I));
    return Success();
  }

  /// \p HasParent is true of what nodes before \p I lead to; what this node
  /// leads to is added.
  Status checkNode(const TreeEnsemble::Tree &Tree, size_t I,
                   std::vector<bool> &HasParent) {
    const TreeNode &Node = Tree[I];
    if (I > 0 && !HasParent[I])
      return Error("cannot be reached");
    if (Node.Input < 0)
      return Success();
    if (static_cast<size_t>(Node.Input) >= M.Inputs.size())
      return Error("input is " + std::to_string(Node.Input) +
                   ", expected at most " + number(M.Inputs.size() - 1));
    for (uint32_t Child : {Node.Left, Node.Right}) {
      if (Child <= I || Child >= Tree.size())
        return Error("child is " + number(Child) + ", expected " +
                     number(I + 1) + " to " + number(Tree.size() - 1));
      if (HasParent[Child])
        return Error("child " + number(Child) + " has another parent");
      HasParent[Child] = true;
    }
    return Success();
  }

  /// An upper bound on what one evaluation does.
  uint64_t countOperations() const {
    uint64_t PerColumn = M.Inputs.size();
    if (const auto *N = std::get_if<Network>(&M.Policy)) {
      for (const DenseLayer &L : N->Layers)
        PerColumn += L.Weights.size();
    } else {
      for (const auto &Tree : std::get<TreeEnsemble>(M.Policy).Trees)
        PerColumn += Tree.size();
    }
    return PerColumn * M.columns();
  }

  Status checkExamples() {
    if (M.Examples.size() > MaxExampleOperations / countOperations())
      return Error(
          "the " + number(M.Examples.size()) +
          " examples take too long to repeat: " + number(countOperations()) +
          " operations each, expected at most " + number(MaxExampleOperations) +
          " for all");
    size_t Size = 0;
    for (const TensorSpec &Spec : M.Inputs)
      Size += Spec.getTotalTensorBufferSize();
    for (size_t I = 0; I < M.Examples.size(); ++I)
      if (M.Examples[I].Inputs.size() != Size)
        return Error("example " + number(I) + " has " +
                     number(M.Examples[I].Inputs.size()) +
                     " bytes of inputs, expected " + number(Size));
    return Success();
  }

  const Model &M;
};
} // namespace

size_t Model::columns() const {
  if (Decision == DecisionKind::MaskedArgmax && MaskInput >= 0 &&
      static_cast<size_t>(MaskInput) < Inputs.size())
    return Inputs[MaskInput].getElementCount();
  return 1;
}

Status validate(const Model &M) { return Validator(M).run(); }

Status checkTask(const Model &M, const std::vector<std::string> &Tasks) {
  if (Tasks.empty() ||
      std::find(Tasks.begin(), Tasks.end(), M.Task) != Tasks.end())
    return Success();
  return Error("task is '" + M.Task + "', expected '" + Tasks[0] + "'");
}
} // namespace mlgo
