//===- TFLiteFormat.h - Numbers and names of TensorFlow Lite's files -----===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLGO_SRC_MODEL_TFLITEFORMAT_H
#define MLGO_SRC_MODEL_TFLITEFORMAT_H

#include "mlgo/tensor/TensorSpec.h"

#include <cstdint>
#include <string>

namespace mlgo {
namespace tflite {

/// The operators that mlgo translates, by their codes in files.
enum class Code : int32_t {
  ADD = 0,
  CONCATENATION = 2,
  FLOOR = 8,
  FULLY_CONNECTED = 9,
  LOGISTIC = 14,
  MUL = 18,
  RELU = 19,
  RELU_N1_TO_1 = 20,
  RELU6 = 21,
  RESHAPE = 22,
  SOFTMAX = 25,
  TANH = 28,
  CUSTOM = 32,
  GATHER = 36,
  TRANSPOSE = 39,
  MEAN = 40,
  SUB = 41,
  DIV = 42,
  SQUEEZE = 43,
  STRIDED_SLICE = 45,
  EXP = 47,
  SPLIT = 49,
  LOG_SOFTMAX = 50,
  CAST = 53,
  MAXIMUM = 55,
  ARG_MAX = 56,
  MINIMUM = 57,
  LESS = 58,
  NEG = 59,
  GREATER = 61,
  GREATER_EQUAL = 62,
  LESS_EQUAL = 63,
  SELECT = 64,
  SLICE = 65,
  EXPAND_DIMS = 70,
  EQUAL = 71,
  NOT_EQUAL = 72,
  LOG = 73,
  SUM = 74,
  SQRT = 75,
  RSQRT = 76,
  SHAPE = 77,
  ARG_MIN = 79,
  REDUCE_PROD = 81,
  REDUCE_MAX = 82,
  PACK = 83,
  LOGICAL_OR = 84,
  ONE_HOT = 85,
  LOGICAL_AND = 86,
  LOGICAL_NOT = 87,
  UNPACK = 88,
  REDUCE_MIN = 89,
  FLOOR_DIV = 90,
  SQUARE = 92,
  ZEROS_LIKE = 93,
  FILL = 94,
  SQUARED_DIFFERENCE = 99,
  ABS = 101,
  CEIL = 104,
  SELECT_V2 = 123,
  PLACEHOLDER = 127, ///< In the one-byte field: look at the other.
  BROADCAST_TO = 130,
  BUCKETIZE = 147,
};

/// The name of the operator with the code \p Number.
std::string operatorName(int32_t Number);

/// The tables of options in the union of the file.
enum class OptionsKind : uint8_t {
  None = 0,
  FullyConnected = 8,
  Softmax = 9,
  Concatenation = 10,
  Add = 11,
  Reshape = 17,
  Mul = 21,
  Gather = 23,
  Reducer = 27,
  Sub = 28,
  Div = 29,
  Squeeze = 30,
  StridedSlice = 32,
  Split = 35,
  Pack = 59,
  OneHot = 61,
  Unpack = 64,
  Bucketize = 115,
};

enum class Activation : int8_t { None, ReLU, ReLUN1To1, ReLU6, TanH };

constexpr int8_t BooleanType = 6;

/// The type of a tensor whose type in the file is \p Number; Boolean becomes
/// UInt8. Invalid for what LLVM's TensorSpec cannot hold.
constexpr TensorType tensorType(int8_t Number) {
  switch (Number) {
  case 0:
    return TensorType::Float;
  case 2:
    return TensorType::Int32;
  case 3:
  case BooleanType:
    return TensorType::UInt8;
  case 4:
    return TensorType::Int64;
  case 7:
    return TensorType::Int16;
  case 9:
    return TensorType::Int8;
  case 10:
    return TensorType::Double;
  case 12:
    return TensorType::UInt64;
  case 15:
    return TensorType::UInt32;
  case 16:
    return TensorType::UInt16;
  }
  return TensorType::Invalid;
}

/// The name of the type \p Number, for messages.
std::string tensorTypeName(int8_t Number);

} // namespace tflite
} // namespace mlgo

#endif // MLGO_SRC_MODEL_TFLITEFORMAT_H
