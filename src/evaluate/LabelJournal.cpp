// What is known of a module that is not labelled to its end
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluate/LabelJournal.h"
#include "mlgo/support/File.h"
#include "support/Archive.h"
#include "support/ShortNames.h"
#include "llvm/Support/xxhash.h"

namespace mlgo {
template <typename ArchiveT>
void serialize(ArchiveT &A, LabelJournal::Record &R) {
  A(R.Moves, R.Results, R.Memory);
}

/// \p Bytes with their checksum.
static std::string seal(const std::string &Bytes) {
  return toBytes(Bytes, llvm::xxh3_64bits(Bytes));
}

std::vector<LabelJournal::Record> LabelJournal::read() const {
  std::vector<Record> Records;
  const auto Text = readFile(Path);
  if (!Text)
    return Records;
  InputArchive In(*Text);
  bool IsPlan = true;
  while (true) {
    std::string Bytes;
    uint64_t Sum = 0;
    In(Bytes, Sum);
    if (!In.ok() || Sum != llvm::xxh3_64bits(Bytes))
      return Records;
    Record R;
    if (IsPlan ? Bytes != Plan : !fromBytes(Bytes, R))
      return Records;
    if (!IsPlan)
      Records.push_back(std::move(R));
    IsPlan = false;
  }
}

Status LabelJournal::add(const Record &R) {
  if (!IsOwn) {
    // The first time, the file loses what is torn or of another plan.
    std::string Text = seal(Plan);
    for (const Record &Known : read())
      Text += seal(toBytes(Known));
    MLGO_TRY(writeFileAtomically(Path, Text));
    IsOwn = true;
  }
  return appendToFile(Path, "", seal(toBytes(R)));
}

void LabelJournal::remove() const {
  std::error_code Failure;
  fs::remove(Path, Failure);
}
} // namespace mlgo
