// What our advisor knows beyond LLVM's
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace llvm {
class CallBase;
enum class ThinOrFullLTOPhase;
} // namespace llvm

namespace mlgo {
/// Our features, which follow LLVM's in the list of inputs; all int64_t [1].
/// M(name, documentation).
#define MLGO_INLINE_FEATURES(M)                                                \
  M(callee_instruction_count,                                                  \
    "instructions of the callee, without debug ones")                          \
  M(caller_instruction_count,                                                  \
    "instructions of the caller, without debug ones")                          \
  M(callee_load_count, "loads in the callee")                                  \
  M(callee_store_count, "stores in the callee")                                \
  M(callee_local_calls, "direct calls in the callee to defined functions")     \
  M(caller_local_calls, "direct calls in the caller to defined functions")     \
  M(callee_max_loop_depth, "deepest loop nest in the callee")                  \
  M(callsite_loop_depth, "loops of the caller around the call")                \
  M(callee_is_local, "callee has internal linkage")                            \
  M(callee_is_linkonce, "callee may be dropped when unused (linkonce)")        \
  M(caller_is_local, "caller has internal linkage")                            \
  M(caller_is_linkonce, "caller may be dropped when unused (linkonce)")        \
  M(callee_use_count, "uses of the callee, counted up to 32")                  \
  M(callee_uses_in_caller, "direct calls of the callee in the caller, to 32")  \
  M(callee_is_address_taken, "callee is used other than by direct calls")      \
  M(callee_dies, "callee is local or linkonce and this is its only use")       \
  M(callee_is_recursive, "callee calls itself directly")                       \
  M(callee_is_vararg, "callee takes a variable number of arguments")           \
  M(callee_returns_void, "callee returns nothing")                             \
  M(callee_is_nounwind, "callee is known not to throw")                        \
  M(callee_is_cold, "callee or call is marked cold")                           \
  M(call_argument_count, "arguments of the call")                              \
  M(call_alloca_arguments, "arguments that are stack slots of the caller")     \
  M(call_forwarded_arguments, "arguments that are parameters of the caller")   \
  M(call_result_is_unused, "the call's result has no use")                     \
  M(call_is_invoke, "the call is an invoke")                                   \
  M(call_is_noreturn, "the call does not return")                              \
  M(call_is_in_dead_end, "the call's block ends in unreachable or unwinds")    \
  M(caller_use_count, "uses of the caller, counted up to 32")                  \
  M(callee_calls, "calls in the callee")                                       \
  M(callee_intrinsics, "intrinsics in the callee that become code")            \
  M(callee_allocas, "stack slots of the callee")                               \
  M(callee_landing_pads, "landing pads in the callee")                         \
  M(callee_returns, "returns of the callee")                                   \
  M(callee_dead_ends, "ends of the callee that do not return")                 \
  M(callee_branches, "conditional branches and switches of the callee")        \
  M(callee_free, "instructions of the callee that seldom become code")         \
  M(callee_global_references, "operands in the callee that are addresses")     \
  M(callee_forwarded_arguments, "parameters that the callee passes on")        \
  M(callee_compared_arguments, "parameters that the callee compares")          \
  M(callee_argument_accesses, "loads and stores right behind a parameter")     \
  M(callee_returns_constant, "callee returns a constant somewhere")            \
  M(callee_returns_argument, "callee returns a parameter somewhere")           \
  M(callee_returns_call, "callee ends in a call whose result it returns")      \
  M(callee_only_reads, "callee is known not to write memory")                  \
  M(caller_calls, "calls in the caller")                                       \
  M(caller_intrinsics, "intrinsics in the caller that become code")            \
  M(caller_allocas, "stack slots of the caller")                               \
  M(caller_landing_pads, "landing pads in the caller")                         \
  M(caller_returns, "returns of the caller")                                   \
  M(call_is_before_return, "the caller returns right after the call")          \
  M(call_result_use_count, "uses of the call's result, counted up to 8")       \
  M(call_result_is_compared, "the call's result is only compared")             \
  M(call_global_arguments, "arguments that are addresses of globals")          \
  M(call_last_use_arguments, "arguments that only the call uses")              \
  M(call_live_values, "values from close before the call used after it")       \
  M(call_neighbours, "calls close to the call in its block")                   \
  M(call_returns_by_memory, "the call's result is written through a pointer")  \
  M(caller_size_level, "caller: 0 is for speed, 1 optsize, 2 minsize")         \
  M(callee_size_level, "callee: 0 is for speed, 1 optsize, 2 minsize")         \
  M(caller_has_unwind_table, "caller has an entry in unwind tables")           \
  M(callee_has_unwind_table, "callee has an entry in unwind tables")           \
  M(unwind_table_kind,                                                         \
    "of the target: 0 none, 1 .eh_frame, 2 .ARM.exidx, 3 Windows'")            \
  M(call_bytes, "bytes of a direct call on the target, without arguments")     \
  M(bytes_of_64_instructions, "bytes of 64 instructions of IR on the target")  \
  M(call_heat, "0: no profile, 1: cold, 2: neither, 3: hot")                   \
  M(call_frequency,                                                            \
    "executions of the call in 64 of its caller, by a profile or guessed")     \
  M(lto_phase, "0: no LTO, 1: before it, 2: thin LTO, 3: full LTO")            \
  M(inlining_default, "what the stock heuristic decides: 1 is inline")

enum class InlineFeature : size_t {
#define MLGO_INLINE_FEATURE(Name, Documentation) Name,
  MLGO_INLINE_FEATURES(MLGO_INLINE_FEATURE)
#undef MLGO_INLINE_FEATURE
      Count
};

constexpr size_t NumInlineFeatures = static_cast<size_t>(InlineFeature::Count);

using InlineFeatureValues = std::array<int64_t, NumInlineFeatures>;
using InlineFeatureSet = std::bitset<NumInlineFeatures>;

class FunctionFacts;
struct TargetCode;

/// A call that is to be decided, and what is known around it.
struct InlineCallContext {
  llvm::CallBase &CB;
  FunctionFacts &Facts;
  const TargetCode &Target;
  llvm::ThinOrFullLTOPhase Phase;
  bool StockDecision;
};

/// The values of our features for \p Context, but zero for some that take time
/// and are not \p Wanted. Beside what Facts finds out once, it takes constant
/// time but for the call's arguments: lists of uses are walked at most 32
/// entries far, and the call's block as far on both sides.
InlineFeatureValues extractInlineFeatures(const InlineCallContext &Context,
                                          const InlineFeatureSet &Wanted);
} // namespace mlgo
