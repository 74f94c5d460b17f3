// The sets of passes that are worth leaving out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "GatePasses.h"

#include <cassert>

namespace mlgo {
namespace {

GateSet makeSet(std::initializer_list<std::string_view> Names) {
  GateSet Set;
  for (const std::string_view Name : Names) {
    const std::optional<size_t> Pass = findGatePass(Name);
    assert(Pass && "no pass of that name may be left out");
    Set.set(*Pass);
  }
  return Set;
}

} // namespace

const std::vector<GateSet> &getGateSets() {
  static const std::vector<GateSet> Sets = {
      makeSet({"early-machinelicm", "indvars", "licm"}),
      makeSet({"simplifycfg"}),
      makeSet({"block-placement", "machine-sink"}),
      makeSet({"gvn", "early-cse"}),
      makeSet({"indvars"}),
      makeSet({"early-machinelicm"}),
      makeSet({"instcombine"}),
      makeSet({"tailcallelim"}),
      makeSet({"licm"}),
      makeSet({"machine-cse"}),
      makeSet({"early-machinelicm", "indvars", "licm", "simplifycfg"}),
      makeSet({"early-machinelicm", "block-placement", "machine-sink"}),
      makeSet({"early-machinelicm", "indvars", "licm", "gvn", "early-cse"}),
      makeSet({"loop-rotate"}),
      makeSet({"jump-threading"}),
      makeSet({"x86-fixup-leas", "x86-optimize-leas", "machine-cp"}),
  };
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
