// What a compiler sent, in a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/UnfinishedFile.h"
#include <cstdint>

namespace mlgo {
/// Writes bytes to a file that appears when it is complete, or to none.
class SessionRecord {
public:
  /// Starts part \p Number, counted from 1, of \p Path; nothing is written if
  /// that is empty.
  Status start(const std::string &Path, uint64_t Number);

  void append(std::string_view Bytes) { File.write(Bytes); }

  /// Completes the file, or tells why it cannot be.
  Status close();

private:
  UnfinishedFile File;
};
} // namespace mlgo
