//===- InlineRunner.cpp - Who decides in each mode ------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineRunner.h"

#include "BuiltInPolicy.h"
#include "HostChannel.h"
#include "LLVMFeatureAdvisor.h"
#include "PolicyRunner.h"

#include "mlgo/runner/ModelUnderTrainingRunner.h"
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

RunnerResult createDevelopment(const InlineOptions &Options,
                               std::vector<TensorSpec> Inputs) {
  if (Options.Model.empty())
    return createDefault(Options, std::move(Inputs));
  ModelUnderTrainingOptions Details;
  Details.Task = "inline-oz";
  Details.OutputSpec = Options.OutputSpec;
  auto Runner = ModelUnderTrainingRunner::create(
      std::move(Inputs),
      TensorSpec::createSpec<int64_t>("inlining_decision", {1}), Options.Model,
      Details);
  if (!Runner)
    return Runner.error();
  return std::unique_ptr<MLModelRunner>(std::move(*Runner));
}

RunnerResult createInteractive(const InlineOptions &Options,
                               std::vector<TensorSpec> Inputs) {
  if (Options.Channel.empty())
    return Error("mlgo-inline-mode is 'interactive' without "
                 "mlgo-inline-channel, expected the base of two FIFOs there");
  return createHostRunner(std::move(Inputs), Options.Channel,
                          Options.ChannelDeadline);
}

/// What the policy sees.
Result<std::vector<TensorSpec>> getInputs(const InlineOptions &Options) {
  if (Options.Features == InlineOptions::FeatureKind::MLGO)
    return getInlinePolicyInputs();
  if (!Options.Decisions.empty() || !Options.Record.empty())
    return Error("mlgo-inline-features is 'llvm', expected 'mlgo' with a file "
                 "of decisions");
  // Models under training may want the default decision.
  return getLLVMInlineInputs(Options.IncludeDefault ||
                             Options.Mode ==
                                 InlineOptions::ModeKind::Development);
}

} // namespace

Result<std::unique_ptr<MLModelRunner>>
createInlineRunner(const InlineOptions &Options) {
  if (Options.Fault)
    return *Options.Fault;
  auto Inputs = getInputs(Options);
  if (!Inputs)
    return Inputs.error();
  switch (Options.Mode) {
  case InlineOptions::ModeKind::Release:
    return createRelease(Options, std::move(*Inputs));
  case InlineOptions::ModeKind::Default:
    return createDefault(Options, std::move(*Inputs));
  case InlineOptions::ModeKind::Development:
    return createDevelopment(Options, std::move(*Inputs));
  case InlineOptions::ModeKind::Interactive:
    return createInteractive(Options, std::move(*Inputs));
  }
  return Error("mlgo-inline-mode is out of range");
}

} // namespace mlgo
