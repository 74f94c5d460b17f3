// Arithmetic of TensorFlow Lite's files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/TFLiteGraphBuilder.h"
#include <cstring>

namespace mlgo {
using tflite::Code;
using tflite::OptionsKind;

using Builder = TFLiteGraphBuilder;

// The last number of inputs is the most there may be, 0 for any.
const TFLiteGraphBuilder::Rule TFLiteGraphBuilder::Rules[] = {
    {Code::ADD, 2, 2, &Builder::binary, Kind::Add},
    {Code::SUB, 2, 2, &Builder::binary, Kind::Sub},
    {Code::MUL, 2, 2, &Builder::binary, Kind::Mul},
    {Code::DIV, 2, 2, &Builder::binary, Kind::Div},
    {Code::MAXIMUM, 2, 2, &Builder::binary, Kind::Maximum},
    {Code::MINIMUM, 2, 2, &Builder::binary, Kind::Minimum},
    {Code::SQUARED_DIFFERENCE, 2, 2, &Builder::binary, Kind::SquaredDifference},
    {Code::FLOOR_DIV, 2, 2, &Builder::binary, Kind::FloorDiv},
    {Code::LESS, 2, 2, &Builder::binary, Kind::Less},
    {Code::LESS_EQUAL, 2, 2, &Builder::binary, Kind::LessEqual},
    {Code::GREATER, 2, 2, &Builder::binary, Kind::Greater},
    {Code::GREATER_EQUAL, 2, 2, &Builder::binary, Kind::GreaterEqual},
    {Code::EQUAL, 2, 2, &Builder::binary, Kind::Equal},
    {Code::NOT_EQUAL, 2, 2, &Builder::binary, Kind::NotEqual},
    {Code::LOGICAL_AND, 2, 2, &Builder::binary, Kind::LogicalAnd},
    {Code::LOGICAL_OR, 2, 2, &Builder::binary, Kind::LogicalOr},
    {Code::RELU, 1, 1, &Builder::map, Kind::Relu},
    {Code::RELU6, 1, 1, &Builder::map, Kind::Relu6},
    {Code::RELU_N1_TO_1, 1, 1, &Builder::map, Kind::ReluN1To1},
    {Code::NEG, 1, 1, &Builder::map, Kind::Neg},
    {Code::ABS, 1, 1, &Builder::map, Kind::Abs},
    {Code::SQUARE, 1, 1, &Builder::map, Kind::Square},
    {Code::FLOOR, 1, 1, &Builder::map, Kind::Floor},
    {Code::CEIL, 1, 1, &Builder::map, Kind::Ceil},
    {Code::SQRT, 1, 1, &Builder::map, Kind::Sqrt},
    {Code::RSQRT, 1, 1, &Builder::map, Kind::Rsqrt},
    {Code::EXP, 1, 1, &Builder::map, Kind::Exp},
    {Code::LOG, 1, 1, &Builder::map, Kind::Log},
    {Code::LOGISTIC, 1, 1, &Builder::map, Kind::Logistic},
    {Code::TANH, 1, 1, &Builder::map, Kind::Tanh},
    {Code::LOGICAL_NOT, 1, 1, &Builder::map, Kind::LogicalNot},
    {Code::CAST, 1, 1, &Builder::cast, Kind::Cast},
    {Code::SELECT, 3, 3, &Builder::select, Kind::Select},
    {Code::SELECT_V2, 3, 3, &Builder::select, Kind::Select},
    {Code::FULLY_CONNECTED, 2, 3, &Builder::fullyConnected,
     Kind::FullyConnected},
    {Code::SUM, 2, 2, &Builder::reduce, Kind::Sum},
    {Code::MEAN, 2, 2, &Builder::reduce, Kind::Mean},
    {Code::REDUCE_MAX, 2, 2, &Builder::reduce, Kind::ReduceMax},
    {Code::REDUCE_MIN, 2, 2, &Builder::reduce, Kind::ReduceMin},
    {Code::REDUCE_PROD, 2, 2, &Builder::reduce, Kind::ReduceProd},
    {Code::SOFTMAX, 1, 1, &Builder::softmax, Kind::Softmax},
    {Code::LOG_SOFTMAX, 1, 1, &Builder::softmax, Kind::LogSoftmax},
    {Code::ARG_MAX, 2, 2, &Builder::arg, Kind::ArgMax},
    {Code::ARG_MIN, 2, 2, &Builder::arg, Kind::ArgMin},
    {Code::BUCKETIZE, 1, 1, &Builder::bucketize, Kind::Bucketize},
    {Code::RESHAPE, 1, 2, &Builder::reshape, Kind::Copy},
    {Code::EXPAND_DIMS, 2, 2, &Builder::expandDims, Kind::Copy},
    {Code::SQUEEZE, 1, 1, &Builder::squeeze, Kind::Copy},
    {Code::SHAPE, 1, 1, &Builder::shapeOf, Kind::Copy},
    {Code::CONCATENATION, 1, 0, &Builder::concatenate, Kind::Concatenate},
    {Code::PACK, 1, 0, &Builder::pack, Kind::Concatenate},
    {Code::UNPACK, 1, 1, &Builder::unpack, Kind::View},
    {Code::SPLIT, 2, 2, &Builder::split, Kind::View},
    {Code::STRIDED_SLICE, 4, 4, &Builder::stridedSlice, Kind::View},
    {Code::SLICE, 3, 3, &Builder::slice, Kind::View},
    {Code::TRANSPOSE, 2, 2, &Builder::transpose, Kind::View},
    {Code::BROADCAST_TO, 2, 2, &Builder::broadcastTo, Kind::View},
    {Code::FILL, 2, 2, &Builder::fill, Kind::View},
    {Code::ZEROS_LIKE, 1, 1, &Builder::fill, Kind::Copy},
    {Code::GATHER, 2, 2, &Builder::gather, Kind::Gather},
    {Code::ONE_HOT, 4, 4, &Builder::oneHot, Kind::OneHot},
    {Code::CUSTOM, 0, 0, nullptr, Kind::Copy}};

void Builder::map(Kind K) {
  finish(emit(K, {in(0)}, spec(in(0)).type(), shape(0)));
}

void Builder::cast(Kind) {
  const tflite::Tensor *To = fileTensor(Current->outputs()->Get(0));
  const bool IsBoolean = To && To->type() == TFLiteBoolean;
  finish(emit(IsBoolean ? Kind::IsNonZero : Kind::Cast, {in(0)}, outputType(),
              shape(0)));
}

uint32_t Builder::broadcast(Kind K, std::vector<uint32_t> From,
                            TensorType Type) {
  Shape To;
  for (uint32_t Input : From) {
    const Shape &Own = spec(Input).shape();
    if (Own.size() > To.size())
      To.insert(To.begin(), Own.size() - To.size(), 1);
    for (size_t D = 0; D < Own.size(); ++D) {
      int64_t &Size = To[To.size() - Own.size() + D];
      Size = Size == 1 ? Own[D] : Size; // Differing sizes are found later.
    }
  }
  return emit(K, std::move(From), Type, std::move(To));
}

void Builder::binary(Kind K) {
  const bool IsComparison = K >= Kind::Less && K <= Kind::NotEqual;
  const OptionsKind Options[] = {OptionsKind::Add, OptionsKind::Sub,
                                 OptionsKind::Mul, OptionsKind::Div};
  uint32_t Made = broadcast(
      K, {in(0), in(1)}, IsComparison ? TensorType::UInt8 : spec(in(0)).type());
  if (K <= Kind::Div)
    if (const auto *Own = options<tflite::ArithmeticOptions>(
            Options[size_t(K) - size_t(Kind::Add)]))
      Made = activate(Made, Own->fused_activation());
  finish(Made);
}

void Builder::select(Kind) {
  uint32_t Condition = in(0);
  const Shape &Choice = shape(1);
  // The older form chooses whole slices along the first dimension.
  if (shape(0).size() == 1 && Choice.size() > 1 && shape(0)[0] == Choice[0] &&
      shape(0)[0] != Choice.back()) {
    Shape To(Choice.size(), 1);
    To[0] = Choice[0];
    Condition = emit(Kind::Copy, {Condition}, TensorType::UInt8, To);
  }
  finish(
      broadcast(Kind::Select, {Condition, in(1), in(2)}, spec(in(1)).type()));
}

uint32_t Builder::activate(uint32_t From, int8_t Activation) {
  Kind K = Kind::Copy;
  if (Failure)
    return 0;
  switch (static_cast<tflite::Activation>(Activation)) {
  case tflite::Activation::None:
    return From;
  case tflite::Activation::ReLU:
    K = Kind::Relu;
    break;
  case tflite::Activation::ReLUN1To1:
    K = Kind::ReluN1To1;
    break;
  case tflite::Activation::ReLU6:
    K = Kind::Relu6;
    break;
  case tflite::Activation::TanH:
    K = Kind::Tanh;
    break;
  default:
    fail("has the activation " + std::to_string(Activation) +
         ", which is not supported");
  }
  return emit(K, {From}, spec(From).type(), spec(From).shape());
}

uint32_t Builder::zeros(size_t Count) {
  GraphTensor T{
      TensorSpec::createSpec<float>("zeros", {static_cast<int64_t>(Count)}),
      std::vector<uint8_t>(Count * sizeof(float))};
  return add(std::move(T));
}

void Builder::fullyConnected(Kind) {
  const auto *Own =
      options<tflite::FullyConnectedOptions>(OptionsKind::FullyConnected);
  if (Own && Own->weights_format() != 0)
    return fail("has shuffled weights, which are not supported");
  const Shape Weights = shape(1);
  const size_t Elements = spec(in(0)).getElementCount();
  if (Weights.size() != 2 ||
      Elements % static_cast<size_t>(std::max<int64_t>(Weights[1], 1)) != 0)
    return fail("weights and input do not fit");
  Shape To = {static_cast<int64_t>(Elements) / Weights[1], Weights[0]};
  if (Own && Own->keep_num_dims() && !shape(0).empty()) {
    To = shape(0);
    To.back() = Weights[0];
  }
  const uint32_t Biases =
      Inputs.size() > 2 ? in(2) : zeros(static_cast<size_t>(Weights[0]));
  const uint32_t Sums = emit(Kind::FullyConnected, {in(0), in(1), Biases},
                             TensorType::Float, std::move(To));
  finish(activate(Sums, Own ? Own->fused_activation() : 0));
}

uint32_t Builder::moveBack(uint32_t From, const std::vector<bool> &Last) {
  const Shape Own = spec(From).shape();
  const std::vector<int64_t> Strides = rowMajorStrides(Own);
  Shape To;
  std::vector<int64_t> Moved;
  for (bool IsLast : {false, true})
    for (size_t D = 0; D < Own.size(); ++D)
      if (Last[D] == IsLast) {
        To.push_back(Own[D]);
        Moved.push_back(Strides[D]);
      }
  return Moved == Strides ? From : view(From, 0, Moved, std::move(To));
}

void Builder::reduce(Kind K) {
  const auto *Own = options<tflite::ReducerOptions>(OptionsKind::Reducer);
  const Shape From = shape(0);
  std::vector<bool> IsReduced(From.size());
  for (int64_t Axis : constants(1))
    if (!From.empty())
      IsReduced[axis(Axis, From.size())] = true;
  Shape To;
  int64_t Row = 1;
  for (size_t D = 0; D < From.size(); ++D) {
    Row *= IsReduced[D] ? From[D] : 1;
    if (!IsReduced[D] || (Own && Own->keep_dims()))
      To.push_back(IsReduced[D] ? 1 : From[D]);
  }
  const uint32_t Moved = Failure ? 0 : moveBack(in(0), IsReduced);
  finish(emit(K, {Moved}, spec(in(0)).type(), std::move(To), {Row}));
}

void Builder::softmax(Kind K) {
  if (shape(0).empty())
    return fail("has a scalar as input, expected at least one dimension");
  uint32_t From = in(0);
  const auto *Own = K == Kind::Softmax
                        ? options<tflite::SoftmaxOptions>(OptionsKind::Softmax)
                        : nullptr;
  const float Beta = Own ? Own->beta() : 1;
  if (!Failure && Beta != 0 && Beta != 1) {
    GraphTensor Factor{TensorSpec::createSpec<float>("beta", {}),
                       std::vector<uint8_t>(sizeof(Beta))};
    std::memcpy(Factor.Data.data(), &Beta, sizeof(Beta));
    From =
        broadcast(Kind::Mul, {From, add(std::move(Factor))}, TensorType::Float);
  }
  finish(emit(K, {From}, TensorType::Float, shape(0), {shape(0).back()}));
}

void Builder::arg(Kind K) {
  const std::vector<int64_t> Axis = constants(1);
  Shape To = shape(0);
  if (Failure || Axis.size() != 1 || To.empty())
    return fail("has no axis to search along");
  const size_t Along = axis(Axis[0], To.size());
  std::vector<bool> IsLast(To.size());
  IsLast[Along] = true;
  const int64_t Row = To[Along];
  To.erase(To.begin() + static_cast<ptrdiff_t>(Along));
  const uint32_t Moved = Failure ? 0 : moveBack(in(0), IsLast);
  finish(emit(K, {Moved}, outputType(), std::move(To), {Row}));
}

void Builder::bucketize(Kind) {
  const auto *Own = options<tflite::BucketizeOptions>(OptionsKind::Bucketize);
  if (!Own || !Own->boundaries() || Own->boundaries()->size() == 0)
    return fail("has no boundaries");
  const size_t Count = Own->boundaries()->size();
  GraphTensor T{TensorSpec::createSpec<float>("boundaries",
                                              {static_cast<int64_t>(Count)}),
                std::vector<uint8_t>(Count * sizeof(float))};
  for (uint32_t I = 0; I < Count; ++I) {
    const float Value = Own->boundaries()->Get(I);
    std::memcpy(&T.Data[I * sizeof(float)], &Value, sizeof(Value));
  }
  const uint32_t Boundaries = add(std::move(T));
  finish(
      emit(Kind::Bucketize, {in(0), Boundaries}, TensorType::Int32, shape(0)));
}
} // namespace mlgo
