// Policies in the inlining plugin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltInPolicies.h"
#include "InlineOptions.h"
#include "InlineSize.h"
#include "InlineWasm.h"
#include "compile/CodePlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlgo {
namespace {
template <typename GeneratedModel> BuiltInInlinePolicy describe() {
  return {GeneratedModel().Scope(), [](std::vector<TensorSpec> Inputs) {
            return createBuiltIn<GeneratedModel>(
                std::move(Inputs), getInlineKit().task().Decision.Spec.name());
          }};
}

/// Whether a policy for \p Scope is asked about any function of \p M.
bool serves(const ModelScope &Scope, const Module &M) {
  return Scope.servesTarget(getTargetName(Triple(M.getTargetTriple()))) &&
         any_of(M, [&](const Function &F) {
           return !F.isDeclaration() &&
                  Scope.servesLevel(getLevelName(getSizeLevel(F)));
         });
}

/// All levels, or targets, of \p Scopes once.
std::vector<std::string> gather(const std::vector<ModelScope> &Scopes,
                                std::vector<std::string> ModelScope::*Words) {
  std::vector<std::string> All;
  for (const ModelScope &S : Scopes)
    for (const std::string &Word : S.*Words)
      if (!is_contained(All, Word))
        All.push_back(Word);
  return All;
}
} // namespace

const std::vector<BuiltInInlinePolicy> &getBuiltInInlinePolicies() {
  static const std::vector<BuiltInInlinePolicy> Policies = {
      describe<InlineSize>(), describe<InlineWasm>()};
  return Policies;
}

const BuiltInInlinePolicy &chooseBuiltIn(const Module &M) {
  const auto &Policies = getBuiltInInlinePolicies();
  const auto Found = find_if(Policies, [&](const BuiltInInlinePolicy &Policy) {
    return serves(Policy.Scope, M);
  });
  return Found == Policies.end() ? Policies.front() : *Found;
}

std::optional<Unserved> findUnserved(const Module &M,
                                     const std::vector<ModelScope> &Scopes) {
  if (any_of(Scopes, [&](const ModelScope &S) { return serves(S, M); }))
    return std::nullopt;
  const std::string Target = getTargetName(Triple(M.getTargetTriple()));
  if (none_of(Scopes,
              [&](const ModelScope &S) { return S.servesTarget(Target); }))
    return Unserved{Target,
                    Error("the policy is for " +
                          join(gather(Scopes, &ModelScope::Targets), ", ") +
                          ", found code for " + Target)};
  auto Level = SizeLevel::Speed;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Level = std::max(Level, getSizeLevel(F));
  const std::vector<std::string> Levels = gather(Scopes, &ModelScope::Levels);
  return Unserved{getLevelName(Level),
                  Error("the policy is for -" +
                        (Levels.empty() ? "Oz" : join(Levels, ", -")) +
                        ", found code for -" + getLevelName(Level))};
}
} // namespace mlgo
