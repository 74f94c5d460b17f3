//===- InlineRunner.cpp - Who decides in each mode ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineRunner.h"

#include "BuiltInPolicy.h"
#include "InlineAdvisor.h"
#include "PolicyRunner.h"

#include "mlgo/runner/NoInferenceModelRunner.h"

namespace mlgo {
namespace {

using RunnerResult = Result<std::unique_ptr<MLModelRunner>>;

RunnerResult createRelease(const InlineOptions &Options,
                           std::vector<TensorSpec> Inputs) {
  return Options.Model.empty()
             ? createBuiltInPolicyRunner(std::move(Inputs))
             : createPolicyRunner(std::move(Inputs), Options.Model);
}

RunnerResult createDefault(const InlineOptions &Options,
                           std::vector<TensorSpec> Inputs) {
  if (Options.TrainingLog.empty() && Options.Decisions.empty() &&
      Options.Record.empty())
    return std::unique_ptr<MLModelRunner>();
  return std::unique_ptr<MLModelRunner>(
      std::make_unique<NoInferenceModelRunner>(std::move(Inputs)));
}

} // namespace

Result<std::unique_ptr<MLModelRunner>>
createInlineRunner(const InlineOptions &Options) {
  if (Options.Fault)
    return *Options.Fault;
  auto Inputs = getInlinePolicyInputs();
  switch (Options.Mode) {
  case InlineOptions::ModeKind::Release:
    return createRelease(Options, std::move(Inputs));
  case InlineOptions::ModeKind::Default:
    return createDefault(Options, std::move(Inputs));
  case InlineOptions::ModeKind::Development:
    return Error("mlgo-inline-mode is 'development', which this plugin does "
                 "not offer");
  case InlineOptions::ModeKind::Interactive:
    return Error("mlgo-inline-mode is 'interactive', which this plugin does "
                 "not offer");
  }
  return Error("mlgo-inline-mode is out of range");
}

} // namespace mlgo
