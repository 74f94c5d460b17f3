// Policies in the inlining plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "mlgo/runner/RunnerFactory.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlgo {
/// A policy that is compiled into the plugin.
struct BuiltInInlinePolicy {
  ModelScope Scope;
  RunnerResult (*Create)(std::vector<TensorSpec> Inputs);
};

/// All of them. No two serve the same functions.
const std::vector<BuiltInInlinePolicy> &getBuiltInInlinePolicies();

/// The one to ask about \p M, which serves some of its functions; the first if
/// none does.
const BuiltInInlinePolicy &chooseBuiltIn(const llvm::Module &M);

/// Why no policy is asked about a whole module.
struct Unserved {
  std::string Place; ///< The level or the target, in a word.
  Error Why;
};

/// Nothing if one of \p Scopes has the target of \p M and the level of one of
/// its functions. The level of others is that of what is to be smallest.
std::optional<Unserved> findUnserved(const llvm::Module &M,
                                     const std::vector<ModelScope> &Scopes);
} // namespace mlgo
