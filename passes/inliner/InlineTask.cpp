//===- InlineTask.cpp - The task of inlining ------------------------------===//
//
// Part of mlgo, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineFeatures.h"

#include "mlgo/task/Task.h"

namespace mlgo {

Task describeInlineTask() {
  Task T;
  T.Name = "inline";
  T.FileNames = {"inline-oz"};
  T.Description = "which calls are inlined";
  T.Plugin = "MLGOInliner";
  T.LLVMMajors = {22, 19};
  T.Prefix = "inline";
  T.Decision.Spec = TensorSpec::createSpec<int64_t>("inlining_decision", {1});
  T.Decision.Choices = 2;
  T.Decision.StockInput = "inlining_default";
  T.Channel.Enable = {"-enable-ml-inliner=release"};
  T.Channel.Base = "-inliner-interactive-channel-base=";
  T.Channel.IncludeDefault = "-inliner-interactive-include-default";
  T.Channel.Programs = {"opt", "clang", "ld.lld"};
  T.Policies = {{"inline-oz", "size", "functions with minsize, x86-64"}};
  T.Objectives = {"size"};
  return T;
}

} // namespace mlgo
