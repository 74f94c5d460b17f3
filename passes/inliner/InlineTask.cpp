// The task of inlining
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InlineFeatures.h"
#include "mlgo/support/LLVMMajors.h"
#include "task/Task.h"

namespace mlgo {
namespace {
struct Input {
  const char *Name;
  const char *Meaning;
};

/// In the order of LLVM's advisor. A summand is a part of the cost that the
/// stock heuristic compares with its threshold.
constexpr Input LLVMInputs[] = {
    {"sroa_savings", "cost saved where the callee's aggregates become scalars"},
    {"sroa_losses", "summand: aggregates that cannot become scalars"},
    {"load_elimination", "summand: loads that stay because of stores"},
    {"call_penalty", "summand: calls in the callee"},
    {"call_argument_setup", "summand: arguments of calls in the callee"},
    {"load_relative_intrinsic", "summand: loads from relative tables"},
    {"lowered_call_arg_setup", "summand: arguments of calls by the back end"},
    {"indirect_call_penalty", "summand: indirect calls, which may be inlined"},
    {"jump_table_penalty", "summand: jump tables"},
    {"case_cluster_penalty", "summand: compares of small switches"},
    {"switch_default_dest_penalty", "summand: default cases of switches"},
    {"switch_penalty", "summand: compares of large switches"},
    {"unsimplified_common_instructions", "summand: all other instructions"},
    {"num_loops", "summand: loops of the callee"},
    {"dead_blocks", "blocks of the callee that the arguments make dead"},
    {"simplified_instructions", "instructions that the arguments simplify"},
    {"constant_args", "arguments that are constants"},
    {"constant_offset_ptr_args", "arguments that are constant offsets"},
    {"callsite_cost", "summand: the call and its arguments, negative"},
    {"cold_cc_penalty", "summand: the callee is marked as called seldom"},
    {"last_call_to_static_bonus", "summand: the callee goes with this call"},
    {"is_multiple_blocks", "1 if the callee has more than one block"},
    {"nested_inlines", "calls in the callee that stock would inline"},
    {"nested_inline_cost_estimate", "cost of the calls that it would inline"},
    {"threshold", "what stock compares the cost with"},
    {"callee_basic_block_count", "blocks of the callee"},
    {"callsite_height", "calls below this one, at most, in the call graph"},
    {"node_count", "functions that are defined in the module"},
    {"nr_ctant_params", "arguments that are constants, by the call's operands"},
    {"cost_estimate", "the stock heuristic's cost"},
    {"edge_count", "direct calls of defined functions in the module"},
    {"caller_users", "uses of the caller, and 1 if others may call it"},
    {"caller_conditionally_executed_blocks",
     "blocks of the caller behind a condition"},
    {"caller_basic_block_count", "blocks of the caller"},
    {"callee_conditionally_executed_blocks",
     "blocks of the callee behind a condition"},
    {"callee_users", "uses of the callee, and 1 if others may call it"},
    {"is_callee_avail_external", "1 if another file has the callee, too"},
    {"is_caller_avail_external", "1 if another file has the caller, too"},
};

constexpr Input OwnInputs[] = {
#define MLGO_INLINE_FEATURE(Name, Documentation) {#Name, Documentation},
    MLGO_INLINE_FEATURES(MLGO_INLINE_FEATURE)
#undef MLGO_INLINE_FEATURE
};

/// Logs without these are of clang's -Oz for x86-64 Linux.
struct {
  const char *Name;
  int64_t Value;
} constexpr EarlierValues[] = {{"caller_size_level", 2},
                               {"callee_size_level", 2},
                               {"caller_has_unwind_table", 1},
                               {"callee_has_unwind_table", 1},
                               {"unwind_table_kind", 1},
                               {"call_bytes", 5},
                               {"bytes_of_64_instructions", 242},
                               {"call_heat", 0},
                               {"call_frequency", 64}};
} // namespace

Task describeInlineTask() {
  Task T;
  T.Name = "inline";
  T.FileNames = {"inline-oz"};
  T.Description = "which calls are inlined";
  T.Plugin = "MLGOInliner";
  T.LLVMMajors = listLLVMMajors();
  T.Prefix = "inline";
  T.Inputs.reserve(std::size(LLVMInputs) + std::size(OwnInputs));
  auto Add = [&](const Input &I, bool IsLLVMs) {
    T.Inputs.push_back({TensorSpec::createSpec<int64_t>(I.Name, {1}), I.Meaning,
                        IsLLVMs, std::nullopt});
  };
  for (const Input &I : LLVMInputs)
    Add(I, true);
  for (const Input &I : OwnInputs)
    Add(I, false);
  for (TaskInput &I : T.Inputs)
    for (const auto &[Name, Value] : EarlierValues)
      if (I.Spec.name() == Name)
        I.Earlier = Value;
  T.Decision.Spec = TensorSpec::createSpec<int64_t>("inlining_decision", {1});
  T.Decision.Choices = 2;
  T.Decision.StockInput = "inlining_default";
  T.Channel.Enable = {"-enable-ml-inliner=release"};
  T.Channel.Base = "-inliner-interactive-channel-base=";
  T.Channel.IncludeDefault = "-inliner-interactive-include-default";
  T.Channel.Programs = {"opt", "clang", "ld.lld"};
  T.Policies = {
      {"inline-size",
       "size",
       {{"Oz", "Os"},
        {"x86-64", "aarch64", "thumb2", "riscv64"},
        {{"threshold", -10}, {"loop_threshold", 50}, {"leave_exported", 1}}}},
      {"inline-wasm",
       "size",
       {{"Oz", "Os"},
        {"wasm32"},
        {{"threshold", -30}, {"loop_threshold", 50}}}},
      {"inline-speed",
       "cycles",
       {{"O2"}, {"x86-64"}, {{"growth", 10}}},
       /*IsBuiltIn=*/false}};
  T.Limits = {
      {"threshold",
       "the cost below which the heuristic inlines whose answers the policy "
       "corrects, in place of -inline-threshold and -inlinehint-threshold",
       -10000, 10000},
      {"loop_threshold",
       "the same for calls that run 16 times or more in one execution of their "
       "caller, but for -Oz; the policy is not asked about these then",
       -10000, 10000},
      {"leave_exported",
       "1: calls of functions of C that other files may call are left to "
       "stock, since they stay without --gc-sections, whatever is inlined",
       0, 1},
      {"growth",
       "callees that stock does not inline add at most this many per cent to "
       "the instructions that a module has before, and 200",
       0, 10000}};
  T.Objectives = {"size", "cycles"};
  return T;
}
} // namespace mlgo
