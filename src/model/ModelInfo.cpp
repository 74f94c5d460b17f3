// What a model file holds, to be read
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ModelInfo.h"
#include "mlgo/model/ModelFile.h"
#include <cstring>

namespace mlgo {
static const char *const DecisionNames[] = {"argmax", "masked argmax",
                                            "flip the default", "as computed",
                                            "add to the default"};

/// Text of a file may be any bytes; JSON may not.
static std::string toUTF8(const std::string &Bytes) {
  const OrderedJSON Text = Bytes;
  return parseJSON(toJSONText(Text));
}

/// How often the policy looks at each input.
static std::vector<size_t> countUses(const Model &M) {
  std::vector<size_t> Uses(M.Inputs.size());
  if (const auto *N = std::get_if<Network>(&M.Policy)) {
    for (const InputTransform &T : N->Transforms)
      ++Uses[T.Input];
    return Uses;
  }
  if (const auto *G = std::get_if<Graph>(&M.Policy)) {
    for (const GraphOperator &Op : G->Operators)
      for (uint32_t Tensor : Op.Inputs)
        for (size_t I = 0; I < G->Inputs.size(); ++I)
          Uses[I] += G->Inputs[I] == Tensor;
    return Uses;
  }
  for (const auto &Tree : std::get<TreeEnsemble>(M.Policy).Trees)
    for (const TreeNode &Node : Tree)
      if (Node.Input >= 0)
        ++Uses[static_cast<size_t>(Node.Input)];
  return Uses;
}

/// The kinds of operators, in the order of their first occurrence.
static OrderedJSON describeGraph(const Graph &G) {
  OrderedJSON Policy, Kinds = OrderedJSON::object();
  for (const GraphOperator &Op : G.Operators) {
    OrderedJSON &Count =
        Kinds[std::string(GraphOperatorNames[static_cast<size_t>(Op.Kind)])];
    Count = Count.is_null() ? 1 : Count.get<int>() + 1;
  }
  size_t Constants = 0;
  for (const GraphTensor &T : G.Tensors)
    Constants += T.Data.empty() ? 0 : T.Spec.getElementCount();
  Policy["kind"] = "graph";
  Policy["operators"] = std::move(Kinds);
  Policy["constants"] = Constants;
  Policy["steps"] = countGraphWork(G);
  return Policy;
}

static OrderedJSON describePolicy(const Model &M) {
  OrderedJSON Policy;
  if (const auto *N = std::get_if<Network>(&M.Policy)) {
    std::string Shape = std::to_string(N->Transforms.size());
    size_t Parameters = 0;
    for (const DenseLayer &L : N->Layers) {
      Shape += "-" + std::to_string(L.Out);
      Parameters += L.Weights.size() + L.Biases.size();
    }
    Policy["kind"] = "network";
    Policy["shape"] = Shape;
    Policy["parameters"] = Parameters;
    return Policy;
  }
  if (const auto *G = std::get_if<Graph>(&M.Policy))
    return describeGraph(*G);
  const auto &E = std::get<TreeEnsemble>(M.Policy);
  size_t Nodes = 0, Leaves = 0;
  for (const auto &Tree : E.Trees)
    for (const TreeNode &Node : Tree) {
      ++Nodes;
      Leaves += Node.Input < 0;
    }
  Policy["kind"] = "tree ensemble";
  Policy["trees"] = E.Trees.size();
  Policy["nodes"] = Nodes;
  Policy["leaves"] = Leaves;
  return Policy;
}

/// The end of a range, as the element it stands for; null where it is open.
static OrderedJSON describeEnd(TensorType Type, int64_t Ordered) {
  if (Ordered == INT64_MIN || Ordered == INT64_MAX)
    return nullptr;
  if (Type != TensorType::Float && Type != TensorType::Double)
    return Ordered;
  // The inverse of orderedValue.
  const auto Magnitude =
      static_cast<uint64_t>(Ordered < 0 ? -Ordered : Ordered);
  double Value;
  if (Type == TensorType::Float) {
    float Single;
    const auto Bits = static_cast<uint32_t>(Magnitude);
    std::memcpy(&Single, &Bits, sizeof(Single));
    Value = static_cast<double>(Single);
  } else {
    std::memcpy(&Value, &Magnitude, sizeof(Value));
  }
  return Ordered < 0 ? -Value : Value;
}

static std::string describeTransform(const InputTransform &T) {
  switch (T.Kind) {
  case InputTransform::KindType::Quantile:
    return "quantile of " + std::to_string(T.Edges.size()) + " edges";
  case InputTransform::KindType::Log2:
    return "log2";
  case InputTransform::KindType::ScaleClamp:
    break;
  }
  return "scale and clamp";
}

static OrderedJSON describeInput(const Model &M, size_t Index, size_t Uses) {
  const TensorSpec &Spec = M.Inputs[Index];
  OrderedJSON Input = parseJSON(toJSON(Spec));
  Input["uses"] = Uses;
  if (const auto *N = std::get_if<Network>(&M.Policy)) {
    Input["transforms"] = OrderedJSON::array();
    for (const InputTransform &T : N->Transforms)
      if (T.Input == Index)
        Input["transforms"].push_back(describeTransform(T));
  }
  if (!M.Ranges.empty())
    Input["range"] = {describeEnd(Spec.type(), M.Ranges[Index].Low),
                      describeEnd(Spec.type(), M.Ranges[Index].High)};
  return Input;
}

static std::string text(const OrderedJSON &Value) {
  return Value.is_string() ? Value.get<std::string>() : toJSONText(Value);
}

static std::string inputLine(const OrderedJSON &Input) {
  const size_t Uses = Input["uses"];
  std::string Line = "  " + text(Input["name"]) + ": " + text(Input["type"]) +
                     text(Input["shape"]) + ", " + std::to_string(Uses) +
                     (Uses == 1 ? " use" : " uses");
  if (Input.contains("transforms"))
    for (const OrderedJSON &Transform : Input["transforms"])
      Line += ", " + text(Transform);
  if (Input.contains("range")) {
    const OrderedJSON &Low = Input["range"][0], &High = Input["range"][1];
    if (!Low.is_null())
      Line += ", trained from " + text(Low);
    if (!High.is_null())
      Line += (Low.is_null() ? ", trained to " : " to ") + text(High);
  }
  return Line + '\n';
}

OrderedJSON describeModel(const Model &M) {
  OrderedJSON Info;
  Info["task"] = toUTF8(M.Task);
  Info["version"] = ModelFileVersion;
  if (!M.Scope.Levels.empty())
    Info["levels"] = M.Scope.Levels;
  if (!M.Scope.Targets.empty())
    Info["targets"] = M.Scope.Targets;
  for (const auto &[Name, Value] : M.Scope.Limits)
    Info[Name] = Value;
  Info["policy"] = describePolicy(M);
  Info["decision"] = DecisionNames[static_cast<size_t>(M.Decision)];
  Info["output"] = parseJSON(toJSON(M.Output));
  if (!M.ExtraOutputs.empty()) {
    Info["extra_outputs"] = OrderedJSON::object();
    for (const TensorSpec &Spec : M.ExtraOutputs)
      Info["extra_outputs"][Spec.name()] =
          std::string(getTensorTypeName(Spec.type())) +
          OrderedJSON(Spec.shape()).dump();
  }
  if (M.DefaultInput >= 0)
    Info["default_input"] = M.Inputs[M.DefaultInput].name();
  if (M.MaskInput >= 0)
    Info["mask_input"] = M.Inputs[M.MaskInput].name();
  Info["inputs"] = OrderedJSON::array();
  const std::vector<size_t> Uses = countUses(M);
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    Info["inputs"].push_back(describeInput(M, I, Uses[I]));
  Info["provenance"] = OrderedJSON::object();
  for (const auto &[Key, Value] : M.Provenance)
    Info["provenance"][toUTF8(Key)] = toUTF8(Value);
  Info["examples"] = M.Examples.size();
  return Info;
}

std::string toText(const OrderedJSON &Info) {
  std::string Text;
  for (const auto &[Key, Value] : Info.items()) {
    Text += Key + ':';
    if (Key == "inputs") {
      Text += '\n';
      for (const OrderedJSON &Input : Value)
        Text += inputLine(Input);
    } else if (Value.is_object() && Key != "output") {
      Text += '\n';
      for (const auto &[Name, Item] : Value.items())
        Text += "  " + Name + ": " + text(Item) + '\n';
    } else if (Key == "output") {
      Text += ' ' + text(Value["name"]) + ": " + text(Value["type"]) +
              text(Value["shape"]) + '\n';
    } else {
      Text += ' ' + text(Value) + '\n';
    }
  }
  return Text;
}
} // namespace mlgo
