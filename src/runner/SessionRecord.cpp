// What a compiler sent, in a file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runner/SessionRecord.h"

namespace mlgo {
Status SessionRecord::start(const std::string &Path, uint64_t Number) {
  if (Path.empty())
    return Success();
  File = MLGO_TRY(UnfinishedFile::create(
      Number == 1 ? Path : Path + "." + std::to_string(Number)));
  return Success();
}

Status SessionRecord::close() { return File ? File.finish() : Success(); }
} // namespace mlgo
