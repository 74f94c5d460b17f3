// Evictions in the plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllocationPlugin.h"
#include "EpilogueTables.h"
#include "EvictionAnalysis.h"
#include "EvictionPolicy.h"
#include "KnownConstants.h"
#include "RegAllocEvict.h"
#include "RegAllocEvictOz.h"
#include "RegAllocEvictRisc.h"
#include "RegisterAssignment.h"
#include "SmallConstants.h"

namespace mlgo {
namespace {
struct EvictionPlugin {
  static constexpr const char *TaskName = "evict";
  using Session = EvictionSession;
  static constexpr auto install = installEvictionAdvisor;

  static AllocationPolicies policies(const TaskOptions &);
};

using Plugin = AllocationPlugin<EvictionPlugin>;

AllocationPolicies EvictionPlugin::policies(const TaskOptions &) {
  OptionReader Reader = Plugin::kit().flags().reader();
  AllocationPolicies Policies;
  Policies.Spec = getEvictionPolicySpec();
  Policies.GuardHot = Reader.word("hot", {"guard", "ignore"}) == 0;
  const std::string Decision = Policies.Spec.Decision.name();
  const bool ForSpeed = Reader.flag("speed");
  Policies.Spec.BuiltIn =
      [Decision, ForSpeed](std::vector<TensorSpec> Inputs) -> RunnerResult {
    if (!ForSpeed) // Stock decides in functions compiled for speed.
      return std::unique_ptr<MLModelRunner>(
          std::make_unique<NoInferenceModelRunner>(std::move(Inputs)));
    return createBuiltIn<RegAllocEvict>(std::move(Inputs), Decision);
  };
  Policies.BuiltInForSize = [Decision](const std::string &Target,
                                       std::vector<TensorSpec> Inputs) {
    return RegAllocEvictRisc().Scope().servesTarget(Target)
               ? createBuiltIn<RegAllocEvictRisc>(std::move(Inputs), Decision)
               : createBuiltIn<RegAllocEvictOz>(std::move(Inputs), Decision);
  };
  return Policies;
}

/// Whether \p Switch is given, in \p Options with it.
bool isGiven(const char *Switch, TaskOptions &Options) {
  OptionReader Reader = Plugin::kit().flags().reader();
  const bool IsGiven = Reader.flag(Switch);
  Options = Plugin::kit().readOptions(Reader);
  return IsGiven;
}

/// The rules that are exact belong to the policies that are compiled in: where
/// a policy of the user's cannot be used, all is to be as stock does it.
bool wantsConstants() {
  TaskOptions Options;
  return !isGiven("stock-constants", Options) && !Options.Fault &&
         Options.usesBuiltIn();
}

bool wantsAssignment() {
  OptionReader Reader = Plugin::kit().flags().reader();
  const bool IsWanted = Reader.word("assignment", {"exact", "stock"}) == 0;
  const TaskOptions Options = Plugin::kit().readOptions(Reader);
  return IsWanted && !Options.Fault && Options.usesBuiltIn();
}

bool wantsEpilogueTables() {
  TaskOptions Options;
  return isGiven("drop-epilogues", Options) && !Options.Fault;
}

bool install() {
  if (!Plugin::install())
    return false;
  Plugin::kit().flags().addText(
      "hot", "guard|ignore",
      "guard: at -Oz and -Os no eviction may add memory accesses in loops; "
      "ignore: bytes alone count");
  Plugin::kit().flags().addText(
      "assignment", "exact|stock",
      "exact: live ranges on x86-64 get registers whose instructions need the "
      "fewest bytes; stock: they keep those that the allocator gave them");
  Plugin::kit().flags().addSwitch(
      "speed", "Decide in functions compiled for speed, too, on x86-64");
  Plugin::kit().flags().addSwitch(
      "stock-constants", "Leave constants at -Oz and -Os to LLVM, which pushes "
                         "and pops small ones and moves others");
  Plugin::kit().flags().addSwitch(
      "drop-epilogues",
      "Leave epilogues out of unwind tables at -Oz on x86-64; "
      "profilers and debuggers that stop there err");
  installRegisterAssignment(wantsAssignment);
  installSmallConstants(wantsConstants);
  installKnownConstants(wantsConstants);
  installEpilogueTables(wantsEpilogueTables);
  return true;
}

const bool Installed = install();
} // namespace
} // namespace mlgo
