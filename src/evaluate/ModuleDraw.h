// The modules of a generation
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Random.h"
#include <vector>

namespace mlgo {
/// Draws at most \p Count of the modules \p Left without putting any back, each
/// in proportion to what \p ShareOf gives for it, which is above 0.
template <typename Function>
std::vector<size_t> drawModules(Random Draw, std::vector<size_t> Left,
                                uint64_t Count, Function ShareOf) {
  uint64_t Total = 0;
  for (const size_t Module : Left)
    Total += ShareOf(Module);
  std::vector<size_t> Drawn;
  while (!Left.empty() && Drawn.size() < Count) {
    uint64_t At = Draw.below(Total);
    size_t I = 0;
    while (At >= ShareOf(Left[I]))
      At -= ShareOf(Left[I++]);
    Total -= ShareOf(Left[I]);
    Drawn.push_back(Left[I]);
    Left.erase(Left.begin() + static_cast<ptrdiff_t>(I));
  }
  return Drawn;
}
} // namespace mlgo
