// Whole files, read bounded and written atomically
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <cstddef>
#include <string_view>

namespace mlgo {
/// Reads the regular file \p Path. Fails on a directory, on anything longer
/// than \p MaxBytes (before reading it), and on a short read.
Result<std::string> readFile(const std::string &Path,
                             size_t MaxBytes = size_t(1) << 30);

/// Whether \p A and \p B are files that readFile() can read, and equal.
bool haveSameBytes(const std::string &A, const std::string &B);

/// Writes \p Bytes to an UnfinishedFile, so that a reader sees the old file or
/// the new one and a full disk loses neither.
Status writeFileAtomically(const std::string &Path, std::string_view Bytes);

/// The same for a script or program, which everybody may execute then.
Status writeExecutable(const std::string &Path, std::string_view Bytes);

/// Appends \p Bytes to the file \p Path, which is made with \p Header as its
/// beginning if it is not there or empty. Processes that append at the same
/// time wait for each other; when not all can be written, nothing is.
Status appendToFile(const std::string &Path, std::string_view Header,
                    std::string_view Bytes);
} // namespace mlgo
