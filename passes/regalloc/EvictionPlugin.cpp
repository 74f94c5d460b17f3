//===- EvictionPlugin.cpp - Evictions in the plugin -----------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationPlugin.h"
#include "EvictionAnalysis.h"
#include "EvictionPolicy.h"
#include "RegAllocEvict.h"
#include "RegAllocEvictOz.h"

namespace mlgo {
namespace {

PluginKit &kit() {
  static PluginKit Kit(**findTask("evict"));
  return Kit;
}

/// Compiled ahead of time: few loads, stores and copies where they run often,
/// and few bytes in functions with minsize.
AllocationPolicies policies() {
  AllocationPolicies Policies;
  Policies.Spec = getEvictionPolicySpec();
  const std::string Decision = Policies.Spec.Decision.name();
  Policies.Spec.BuiltIn = [Decision](std::vector<TensorSpec> Inputs) {
    return createBuiltIn<RegAllocEvict>(std::move(Inputs), Decision);
  };
  Policies.BuiltInForSize = [Decision](std::vector<TensorSpec> Inputs) {
    return createBuiltIn<RegAllocEvictOz>(std::move(Inputs), Decision);
  };
  return Policies;
}

bool isWanted() {
  return PluginKit::isWanted(policies().Spec, kit().readOptions());
}

std::unique_ptr<EvictionSession> createSession(llvm::Module &M) {
  return createAllocationSession<EvictionSession>(kit(), policies(), M);
}

/// A host is not called for nothing: LLVM does not, either.
bool isLazy() { return kit().readOptions().Mode == RunnerMode::Interactive; }

/// On load, since not all who load plugins ask them for their passes.
const bool Installed = [] {
  kit();
  installEvictionAdvisor({isWanted, createSession, isLazy});
  return true;
}();

} // namespace
} // namespace mlgo
