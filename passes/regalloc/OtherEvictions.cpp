// Evictions that differ from a policy's, to be tried
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OtherEvictions.h"
#include "task/OtherEvictions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace mlgo {
OtherEvictions::OtherEvictions(const Function &F) {
  StringRef List = F.getFnAttribute(OtherEvictionsAttribute).getValueAsString();
  for (unsigned Number; !List.empty() && !List.consumeInteger(10, Number);
       List.consume_front(","))
    Numbers.push_back(Number);
}

std::optional<int64_t> OtherEvictions::choose(const EvictionDecision &D) const {
  const uint64_t Drawn = drawNumber(D.Index);
  // The last one counts.
  for (const unsigned Number : reverse(Numbers)) {
    if (Drawn % EvictionGroups != Number % EvictionGroups)
      continue;
    SmallVector<int64_t, 32> Legal;
    for (int64_t Column = 0; Column <= D.keepColumn(); ++Column)
      if (D.isLegal(Column))
        Legal.push_back(Column);
    const uint64_t Way = drawNumber(Drawn + Number / EvictionGroups);
    return Legal.empty() ? std::nullopt
                         : std::optional(Legal[Way % Legal.size()]);
  }
  return std::nullopt;
}
} // namespace mlgo
