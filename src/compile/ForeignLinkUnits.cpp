// Units of objects of others
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compile/ForeignLinkUnits.h"
#include "compile/ReaderProcess.h"
#include "support/ProcessPool.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Magic.h"

namespace mlgo {
namespace {
constexpr double ReaderSeconds = 60;

/// What is handed from the process that reads.
struct Answer {
  std::string Failure; ///< Empty: there are units.
  ObjectUnits Units;
};

template <typename ArchiveT> void serialize(ArchiveT &A, Answer &From) {
  A(From.Failure, From.Units);
}
} // namespace

Result<ObjectUnits> readForeignLinkUnits(std::string_view Object) {
  if (llvm::identify_magic(llvm::StringRef(Object.data(), Object.size())) !=
      llvm::file_magic::wasm_object)
    return readLinkUnits(Object);
  Answer Found;
  Found.Failure = "object: is broken, LLVM cannot read it";
  runInProcesses(
      1, 1, ReaderSeconds,
      [&](size_t) {
        becomeReaderProcess();
        auto Units = readLinkUnits(Object);
        return toBytes(Units ? Answer{"", *Units}
                             : Answer{Units.error().message(), {}});
      },
      [&](size_t, TaskOutcome Outcome) {
        Answer Read;
        if (Outcome.Ok && fromBytes(Outcome.Output, Read))
          Found = std::move(Read);
      });
  if (!Found.Failure.empty())
    return Error(Found.Failure);
  return std::move(Found.Units);
}
} // namespace mlgo
