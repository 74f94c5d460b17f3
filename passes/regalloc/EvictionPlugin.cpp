//===- EvictionPlugin.cpp - Evictions in the plugin -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationPlugin.h"
#include "EpilogueTables.h"
#include "EvictionAnalysis.h"
#include "EvictionPolicy.h"
#include "Outlining.h"
#include "RegAllocEvict.h"
#include "RegAllocEvictOz.h"
#include "RegAllocEvictRisc.h"
#include "SmallConstants.h"

namespace mlgo {
namespace {

struct EvictionPlugin {
  static constexpr const char *TaskName = "evict";
  using Session = EvictionSession;
  static constexpr auto install = installEvictionAdvisor;

  static AllocationPolicies policies(const TaskOptions &) {
    AllocationPolicies Policies;
    Policies.Spec = getEvictionPolicySpec();
    const std::string Decision = Policies.Spec.Decision.name();
    Policies.Spec.BuiltIn = [Decision](std::vector<TensorSpec> Inputs) {
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
};

using Plugin = AllocationPlugin<EvictionPlugin>;

/// Rules belong to the policies that are compiled in: where a policy of the
/// user's cannot be used, all is to be as stock does it. So it is where he
/// leaves to LLVM what \p Switch names.
bool wantsRule(const char *Switch) {
  OptionReader Reader = Plugin::kit().flags().reader();
  const bool IsStock = Reader.flag(Switch);
  const TaskOptions Options = Plugin::kit().readOptions(Reader);
  return !IsStock && !Options.Fault && Options.usesBuiltIn();
}

bool wantsSmallConstants() { return wantsRule("stock-constants"); }
bool wantsEpilogueTables() { return wantsRule("stock-epilogues"); }
bool wantsOutlining() { return wantsRule("stock-outlining"); }

bool install() {
  if (!Plugin::install())
    return false;
  Plugin::kit().flags().addSwitch(
      "stock-constants", "Leave small constants at -Oz to LLVM, which pushes "
                         "and pops them");
  Plugin::kit().flags().addSwitch(
      "stock-epilogues", "Describe epilogues in unwind tables at -Oz, as LLVM "
                         "does");
  Plugin::kit().flags().addSwitch("stock-outlining",
                                  "Leave to LLVM what is outlined at -Oz");
  installSmallConstants(wantsSmallConstants);
  installEpilogueTables(wantsEpilogueTables);
  installOutlining(wantsOutlining);
  return true;
}

const bool Installed = install();

} // namespace
} // namespace mlgo
