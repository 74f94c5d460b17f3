// Networks that were trained elsewhere
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ModelJSON.h"
#include "tensor/JSON.h"

namespace mlgo {
namespace {
/// Reads values of one type after the other, and keeps the first error.
class Reader {
public:
  const std::optional<Error> &failure() const { return Failure; }

  void fail(const std::string &Where, const std::string &Expected) {
    if (!Failure)
      Failure = Error(Where + " is missing or wrong, expected " + Expected);
  }

  const OrderedJSON &child(const OrderedJSON &Parent, const std::string &Key,
                           const std::string &Where) {
    static const OrderedJSON None;
    auto At = Parent.is_object() ? Parent.find(Key) : Parent.end();
    if (Parent.is_object() && At != Parent.end())
      return *At;
    fail(Where + Key, "a value");
    return None;
  }

  const OrderedJSON &array(const OrderedJSON &Parent, const std::string &Key,
                           const std::string &Where = "") {
    static const OrderedJSON Empty = OrderedJSON::array();
    const OrderedJSON &Value = child(Parent, Key, Where);
    if (Value.is_array())
      return Value;
    fail(Where + Key, "an array");
    return Empty;
  }

  std::string text(const OrderedJSON &Value, const std::string &Where) {
    if (Value.is_string())
      return Value.get<std::string>();
    fail(Where, "a string");
    return {};
  }

  /// Whether it is finite and in range is checked with the whole model.
  float number(const OrderedJSON &Value, const std::string &Where) {
    if (Value.is_number())
      return Value.get<float>();
    fail(Where, "a number");
    return 0;
  }

  int64_t integer(const OrderedJSON &Value, const std::string &Where) {
    if (Value.is_number_integer())
      return Value.get<int64_t>();
    fail(Where, "an integer");
    return 0;
  }

  std::optional<TensorSpec> spec(const OrderedJSON &Value,
                                 const std::string &Where) {
    auto Spec = getTensorSpecFromJSON(toJSONText(Value));
    if (Spec)
      return *Spec;
    if (!Failure)
      Failure = Spec.error().in(Where);
    return std::nullopt;
  }

private:
  std::optional<Error> Failure;
};

std::string at(const char *Key, size_t Index) {
  return std::string(Key) + '[' + std::to_string(Index) + ']';
}

InputTransform readTransform(Reader &R, const OrderedJSON &JSON, size_t Index) {
  using KindType = InputTransform::KindType;
  const std::string Where = at("transforms", Index) + '.';
  InputTransform T;
  const int64_t Input =
      R.integer(R.child(JSON, "input", Where), Where + "input");
  if (Input < 0 || Input > UINT32_MAX)
    R.fail(Where + "input", "the number of an input");
  T.Input = static_cast<uint32_t>(Input);
  T.Scale = R.number(R.child(JSON, "scale", Where), Where + "scale");
  const std::string Kind = R.text(R.child(JSON, "kind", Where), Where + "kind");
  if (Kind == "log2") {
    T.Kind = KindType::Log2;
  } else if (Kind == "scale") {
    T.Kind = KindType::ScaleClamp;
    T.Low = R.number(R.child(JSON, "low", Where), Where + "low");
    T.High = R.number(R.child(JSON, "high", Where), Where + "high");
  } else if (Kind == "quantile") {
    T.Kind = KindType::Quantile;
    for (const OrderedJSON &Edge : R.array(JSON, "edges", Where))
      T.Edges.push_back(R.integer(Edge, Where + "edges"));
  } else {
    R.fail(Where + "kind", "log2, scale or quantile");
  }
  return T;
}

DenseLayer readLayer(Reader &R, const OrderedJSON &JSON, size_t Index) {
  const std::string Where = at("layers", Index) + '.';
  DenseLayer Layer;
  const OrderedJSON &ReLU = R.child(JSON, "relu", Where);
  if (!ReLU.is_boolean())
    R.fail(Where + "relu", "true or false");
  Layer.ReLU = ReLU == true;
  for (const OrderedJSON &Bias : R.array(JSON, "biases", Where))
    Layer.Biases.push_back(R.number(Bias, Where + "biases"));
  const OrderedJSON &Rows = R.array(JSON, "weights", Where);
  Layer.In = static_cast<uint32_t>(Rows.size());
  Layer.Out = static_cast<uint32_t>(Layer.Biases.size());
  for (const OrderedJSON &Row : Rows) {
    if (!Row.is_array() || Row.size() != Layer.Out)
      R.fail(Where + "weights", "rows of as many numbers as there are biases");
    else
      for (const OrderedJSON &Weight : Row)
        Layer.Weights.push_back(R.number(Weight, Where + "weights"));
  }
  return Layer;
}

void readDecision(Reader &R, const OrderedJSON &JSON, Model &M) {
  if (JSON.contains("decision")) {
    const std::string Name = R.text(JSON["decision"], "decision");
    if (Name == "masked argmax")
      M.Decision = DecisionKind::MaskedArgmax;
    else if (Name == "flip the default")
      M.Decision = DecisionKind::FlipDefault;
    else if (Name == "add to the default")
      M.Decision = DecisionKind::AddToDefault;
    else if (Name != "argmax")
      R.fail("decision",
             "argmax, masked argmax, flip the default or add to the "
             "default");
  }
  const auto Find = [&](const char *Key, int32_t &Index) {
    if (!JSON.contains(Key))
      return;
    const std::string Name = R.text(JSON[Key], Key);
    for (size_t I = 0; I < M.Inputs.size(); ++I)
      if (M.Inputs[I].name() == Name)
        Index = static_cast<int32_t>(I);
    if (Index < 0)
      R.fail(Key, "the name of an input");
  };
  Find("default_input", M.DefaultInput);
  Find("mask_input", M.MaskInput);
}
} // namespace

Result<Model> parseModelJSON(std::string_view Text) {
  const OrderedJSON JSON = parseJSON(Text);
  if (!JSON.is_object())
    return Error("not JSON, expected an object that describes a network");
  Reader R;
  Model M;
  M.Task = R.text(R.child(JSON, "task", ""), "task");
  size_t Index = 0;
  for (const OrderedJSON &Input : R.array(JSON, "inputs"))
    if (auto Spec = R.spec(Input, at("inputs", Index++)))
      M.Inputs.push_back(*Spec);
  if (auto Spec = R.spec(R.child(JSON, "output", ""), "output"))
    M.Output = *Spec;
  Network N;
  for (const OrderedJSON &Transform : R.array(JSON, "transforms"))
    N.Transforms.push_back(readTransform(R, Transform, N.Transforms.size()));
  for (const OrderedJSON &Layer : R.array(JSON, "layers"))
    N.Layers.push_back(readLayer(R, Layer, N.Layers.size()));
  M.Policy = std::move(N);
  readDecision(R, JSON, M);
  const auto ReadNames = [&](const char *Key, std::vector<std::string> &Names) {
    if (JSON.contains(Key))
      for (const OrderedJSON &Name : R.array(JSON, Key))
        Names.push_back(R.text(Name, Key));
  };
  ReadNames("levels", M.Scope.Levels);
  ReadNames("targets", M.Scope.Targets);
  if (JSON.contains("provenance"))
    for (const auto &[Key, Value] : JSON["provenance"].items())
      M.Provenance.emplace_back(Key, R.text(Value, "provenance." + Key));
  if (R.failure())
    return *R.failure();
  MLGO_TRY(validate(M));
  return Result<Model>(std::move(M));
}
} // namespace mlgo
