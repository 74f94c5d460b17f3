// Policies in files that prove themselves
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/model/Model.h"

namespace mlgo {
/// The version that serializeModel writes and parseModel reads; the format is
/// in models/mlgo.fbs.
constexpr uint32_t ModelFileVersion = 1;

/// The bytes of \p M, which validate() must accept: the same for the same model
/// on every machine.
std::string serializeModel(const Model &M);

/// The model in \p Bytes; errors begin with \p Where. Checks, in this order:
/// identifier, size, structure, version, checksum, all that validate() checks,
/// and that the recorded examples give the recorded answers. Allocates no more
/// than a small multiple of the bytes.
Result<Model> parseModel(std::string_view Bytes, const std::string &Where);

/// Writes atomically.
Status saveModel(const Model &M, const std::string &Path);

/// The model in the file \p Path, a model file or one of TensorFlow Lite; see
/// parseModel and importTFLite.
Result<Model> loadModel(const std::string &Path);
} // namespace mlgo
