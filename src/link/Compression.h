// How small bytes become
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstdint>

namespace mlgo {
/// The length of \p Bytes as a file of xz's, at its default level.
Result<uint64_t> measureXz(const std::string &Bytes);

/// The length of \p Bytes as a file of gzip's, at level 9 and without a name.
Result<uint64_t> measureGzip(const std::string &Bytes);
} // namespace mlgo
