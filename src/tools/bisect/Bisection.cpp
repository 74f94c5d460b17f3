// Which of many decisions break a program
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/bisect/Bisection.h"

namespace mlgo {
/// The first \p Count decisions, and \p Needed.
static std::set<size_t> firstAnd(size_t Count, std::set<size_t> Needed) {
  for (size_t I = 0; I < Count; ++I)
    Needed.insert(I);
  return Needed;
}

Result<std::set<size_t>> bisect(size_t Count, const IsBroken &Try) {
  std::set<size_t> Needed;
  // With the first Count and what is needed it is broken, with the latter alone
  // it is not.
  while (Count > 0) {
    size_t Whole = 0, Broken = Count;
    while (Broken - Whole > 1) {
      const size_t Middle = Whole + (Broken - Whole) / 2;
      (MLGO_TRY(Try(firstAnd(Middle, Needed))) ? Broken : Whole) = Middle;
    }
    Needed.insert(Broken - 1);
    Count = Broken - 1;
    if (Count > 0 && MLGO_TRY(Try(Needed)))
      break;
  }
  return Needed;
}
} // namespace mlgo
