// The passes that may be left out, and sets of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/support/Result.h"
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace mlgo {
inline constexpr std::string_view GatePassNames[] = {
#define MLGO_IR_GATE(Name) Name,
#define MLGO_CODE_GATE(Name) Name,
#define MLGO_LOWERING_GATE(Name) Name,
#define MLGO_PART_GATE(Name) Name,
#define MLGO_EVICTION_GATE(Name) Name,
#define MLGO_LOOP_GATE(Name) Name,
#include "GatePasses.def"
#undef MLGO_IR_GATE
#undef MLGO_CODE_GATE
#undef MLGO_LOWERING_GATE
#undef MLGO_PART_GATE
#undef MLGO_EVICTION_GATE
#undef MLGO_LOOP_GATE
};

inline constexpr size_t NumGatePasses = std::size(GatePassNames);

/// The place of the pass \p Name in GatePassNames, which is what models see;
/// nothing if it may not be left out.
constexpr std::optional<size_t> findGatePass(std::string_view Name) {
  for (size_t I = 0; I < NumGatePasses; ++I)
    if (GatePassNames[I] == Name)
      return I;
  return std::nullopt;
}

/// Whether \p Text, names between blanks, commas or ends of lines, has only
/// such that findGatePass() finds: for lists in code, checked by compilers.
constexpr bool areGatePasses(std::string_view Text) {
  constexpr std::string_view Separators = " ,\n";
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End =
        std::min(Text.find_first_of(Separators, Begin), Text.size());
    if (End > Begin && !findGatePass(Text.substr(Begin, End - Begin)))
      return false;
    Begin = End + 1;
  }
  return true;
}

/// Passes, each with all its occurrences.
using GateSet = std::bitset<NumGatePasses>;

/// The passes that policies decide of functions that are to be small: those
/// about which what was learned holds on packages held out
/// (models/experiments/gate-passes.md). If \p ForSpeed, of other functions: of
/// these two most holds, too little to ship a policy (gate-speed.md). The other
/// passes run unless the user says otherwise.
const GateSet &getDecidedPasses(bool ForSpeed);

/// What does nothing before code is generated.
const GateSet &getCodePasses();

/// What is worth trying for a function, the best first: the coreset that
/// `effort` measures the first N of.
const std::vector<GateSet> &getGateSets();

/// The same from the text of a file: a set a line, names with commas between
/// them; lines that start with # are comments. Errors name the line.
Result<std::vector<GateSet>> parseGateSets(std::string_view Text);

/// The names in \p Set, with commas between them.
std::string describe(const GateSet &Set);
} // namespace mlgo
