// Profiles of programs that never ran
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/File.h"
#include "llvm/ProfileData/InstrProfWriter.h"
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace mlgo {

/// What one function executed, by counter.
struct FunctionCounts {
  std::string Name;
  uint64_t Hash; ///< Of its blocks and edges.
  std::vector<uint64_t> Counts;
};

/// Writes an indexed profile to \p Path.
inline void writeProfile(
    const std::string &Path, const std::vector<FunctionCounts> &Functions,
    llvm::InstrProfKind Kind = llvm::InstrProfKind::IRInstrumentation) {
  llvm::InstrProfWriter Writer;
  REQUIRE_FALSE(bool(Writer.mergeProfileKind(Kind)));
  for (const FunctionCounts &F : Functions)
    Writer.addRecord({F.Name, F.Hash, F.Counts}, 1,
                     [](llvm::Error E) { FAIL(toString(std::move(E))); });
  const auto Bytes = Writer.writeBuffer();
  REQUIRE(writeFileAtomically(Path, Bytes->getBuffer().str()));
}

} // namespace mlgo
