// The sets of passes that are worth leaving out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GatePasses.h"
#include <algorithm>
#include <initializer_list>

namespace mlgo {
static GateSet makeSet(std::initializer_list<std::string_view> Names) {
  GateSet Set;
  for (const std::string_view Name : Names) {
    const std::optional<size_t> Pass = findGatePass(Name);
    assert(Pass && "no pass of that name may be left out");
    Set.set(*Pass);
  }
  return Set;
}

const GateSet &getDecidedPasses(bool ForSpeed) {
  static const GateSet Size = makeSet(
      {"block-placement", "early-machinelicm", "frame-pointer-elimination",
       "gvn-pre", "indvars", "instsimplify", "licm", "loop-reduce",
       "postra-machine-sink", "shrink-wrap", "tailcallelim", "x86-fixup-leas",
       "x86-optimize-leas"});
  static const GateSet Speed = makeSet({"early-machinelicm", "simplifycfg"});
  return ForSpeed ? Speed : Size;
}

const GateSet &getCodePasses() {
#define MLGO_CODE_GATE(Name) Name,
#define MLGO_LOWERING_GATE(Name) Name,
#define MLGO_EVICTION_GATE(Name) Name,
#define MLGO_LOOP_GATE(Name) Name,
  static const GateSet Code = makeSet({
#include "GatePasses.def"
  });
#undef MLGO_CODE_GATE
#undef MLGO_LOWERING_GATE
#undef MLGO_EVICTION_GATE
#undef MLGO_LOOP_GATE
  return Code;
}

const std::vector<GateSet> &getGateSets() {
  static const std::vector<GateSet> Sets = {
      makeSet({"codegenprepare", "machine-sink"}),
      makeSet({"frame-pointer-elimination"}),
      makeSet({"machine-cse"}),
      makeSet({"block-placement", "machine-sink"}),
      makeSet({"gvn", "machine-cse"}),
      makeSet({"instcombine", "simplifycfg"}),
      makeSet({"twoaddressinstruction"}),
      makeSet({"early-cse", "gvn"}),
      makeSet({"evictions-1"}),
      makeSet({"instcombine"}),
      makeSet({"codegenprepare"}),
      makeSet({"jump-threading", "simplifycfg"}),
      makeSet({"early-machinelicm", "indvars", "licm"}),
      makeSet({"machine-cse", "machine-sink"}),
      makeSet({"evictions-2"}),
      makeSet({"loop-rotate"}),
      makeSet({"tailcallelim"}),
      makeSet({"evictions-3"}),
      makeSet({"evictions-4"}),
      makeSet({"machine-scheduler"}),
  };
  return Sets;
}

Result<std::vector<GateSet>> parseGateSets(std::string_view Text) {
  std::vector<GateSet> Sets;
  for (size_t Number = 1; !Text.empty(); ++Number) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    Text.remove_prefix(std::min(Text.size(), Line.size() + 1));
    if (Line.empty() || Line[0] == '#')
      continue;
    GateSet Set;
    while (!Line.empty()) {
      const std::string_view Name = Line.substr(0, Line.find(','));
      Line.remove_prefix(std::min(Line.size(), Name.size() + 1));
      const std::optional<size_t> Pass = findGatePass(Name);
      if (!Pass)
        return Error("gate sets: line " + std::to_string(Number) +
                     ": pass is '" + std::string(Name.substr(0, 40)) +
                     "', expected one that may be left out");
      Set.set(*Pass);
    }
    Sets.push_back(Set);
  }
  return Sets;
}

std::string describe(const GateSet &Set) {
  std::string Text;
  for (size_t I = 0; I < NumGatePasses; ++I)
    if (Set.test(I))
      Text.append(Text.empty() ? "" : ",").append(GatePassNames[I]);
  return Text;
}
} // namespace mlgo
