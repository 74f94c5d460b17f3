//===- BuiltInPolicies.cpp - Policies in the inlining plugin --------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltInPolicies.h"

#include "InlineOptions.h"
#include "InlineSize.h"
#include "InlineWasm.h"

#include "mlgo/llvm/CodePlace.h"

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

/// The functions of \p M that a policy for \p Scope is asked about.
size_t countServed(const Module &M, const ModelScope &Scope) {
  if (!Scope.servesTarget(getTargetName(Triple(M.getTargetTriple()))))
    return 0;
  return count_if(M, [&](const Function &F) {
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
  const BuiltInInlinePolicy *Best = &Policies.front();
  size_t Most = 0;
  for (const BuiltInInlinePolicy &Policy : Policies)
    if (const size_t Served = countServed(M, Policy.Scope); Served > Most) {
      Best = &Policy;
      Most = Served;
    }
  return *Best;
}

std::optional<Unserved> findUnserved(const Module &M,
                                     const std::vector<ModelScope> &Scopes) {
  if (any_of(Scopes,
             [&](const ModelScope &S) { return countServed(M, S) != 0; }))
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
