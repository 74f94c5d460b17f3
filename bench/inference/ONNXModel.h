// A network as the bytes of an ONNX model
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"
#include <cstddef>
#include <string>

namespace mlgo {

/// The dense layers of \p N, as Gemm and Relu, from the tensor "x" [Rows][In]
/// to the tensor "y" [Rows][Out].
std::string onnxModel(const Network &N, size_t Rows);

} // namespace mlgo
