// What a decision about a pass is made from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "task/Task.h"

namespace mlgo {
/// All inputs, integers: name and meaning. Those up to virtual_registers are of
/// the function's IR as it is when the pass is to run; in code generation, as
/// it was when instructions were selected. Those from there on are of its
/// machine code, 0 before.
#define MLGO_GATE_INPUTS(INPUT)                                                \
  INPUT(pass, "place of the pass in GatePasses.def")                           \
  INPUT(runs_in_stock, "1: stock runs every pass")                             \
  INPUT(stage,                                                                 \
        "0 in the pipeline, 1 before instructions are selected, 2 after that") \
  INPUT(size_level, "0 for speed, 1 with optsize, 2 with minsize")             \
  INPUT(target_kind, "0 x86-64, 1 AArch64, 2 Thumb, 3 ARM, 4 RV64, 5 RV32, 6 " \
                     "WebAssembly, 7 others")                                  \
  INPUT(has_unwind_table, "1 if the function needs an unwind entry")           \
  INPUT(is_local, "1 if only its file can call it")                            \
  INPUT(uses, "uses of the function, and 1 if others may call it")             \
  INPUT(arguments, "arguments of the function")                                \
  INPUT(blocks, "basic blocks")                                                \
  INPUT(instructions, "instructions but for debug information")                \
  INPUT(conditional_blocks,                                                    \
        "blocks reached from a conditional branch or a switch")                \
  INPUT(critical_edges, "edges from a block with several successors to one "   \
                        "with several predecessors")                           \
  INPUT(conditional_branches, "branches with a condition")                     \
  INPUT(unconditional_branches, "branches without a condition")                \
  INPUT(switches, "switch instructions")                                       \
  INPUT(switch_successors, "successors of all switches")                       \
  INPUT(returns, "return instructions")                                        \
  INPUT(phis, "phi instructions")                                              \
  INPUT(selects, "select instructions")                                        \
  INPUT(compares, "compare instructions")                                      \
  INPUT(loads, "load instructions")                                            \
  INPUT(stores, "store instructions")                                          \
  INPUT(allocas, "stack slots")                                                \
  INPUT(addresses, "address computations (getelementptr)")                     \
  INPUT(casts, "cast instructions")                                            \
  INPUT(integer_operations, "instructions with an integer result")             \
  INPUT(floating_operations, "instructions with a floating-point result")      \
  INPUT(divisions, "integer divisions and remainders")                         \
  INPUT(multiplications, "integer multiplications")                            \
  INPUT(constant_integers, "operands that are integer constants")              \
  INPUT(constants, "operands that are other constants")                        \
  INPUT(globals, "operands that are global values")                            \
  INPUT(direct_calls, "direct calls")                                          \
  INPUT(indirect_calls, "indirect calls")                                      \
  INPUT(intrinsics, "intrinsic calls")                                         \
  INPUT(defined_calls, "direct calls of functions defined in the module")      \
  INPUT(self_calls, "calls of the function itself")                            \
  INPUT(tail_positions, "calls that a return follows at once")                 \
  INPUT(loops, "loops")                                                        \
  INPUT(top_loops, "loops that are in no other")                               \
  INPUT(innermost_loops, "loops that have no other inside")                    \
  INPUT(loop_depth, "the deepest loop's depth")                                \
  INPUT(loop_blocks, "blocks in loops")                                        \
  INPUT(loop_instructions, "instructions in loops")                            \
  INPUT(loop_calls, "calls in loops but for intrinsics")                       \
  INPUT(loop_loads, "loads in loops")                                          \
  INPUT(loop_stores, "stores in loops")                                        \
  INPUT(loop_exits, "blocks that leave a loop, summed over loops")             \
  INPUT(header_phis, "phis in headers of loops")                               \
  INPUT(inductions,                                                            \
        "of these, those that one constant is added to in each round")         \
  INPUT(narrow_inductions, "of these, those narrower than 64 bits")            \
  INPUT(widened_inductions,                                                    \
        "of these, those that are sign- or zero-extended in the loop")         \
  INPUT(pointer_inductions, "phis in headers that are pointers")               \
  INPUT(known_trip_counts,                                                     \
        "loops whose rounds are a constant that is plain to see")              \
  INPUT(smallest_trip_count, "the smallest of these, at most 1000")            \
  INPUT(hoistable, "instructions in loops that depend on nothing in their "    \
                   "loop and cannot trap")                                     \
  INPUT(hoistable_loads,                                                       \
        "loads in loops from addresses that do not change in their loop")      \
  INPUT(invariant_operands,                                                    \
        "values from outside that innermost loops use, once for each loop")    \
  INPUT(                                                                       \
      hottest_frequency,                                                       \
      "binary logarithm of how often the hottest block runs in one execution") \
  INPUT(call_free_blocks, "blocks in rounds of loops without a call")          \
  INPUT(call_free_instructions, "instructions in these blocks")                \
  INPUT(call_free_values,                                                      \
        "most values that live throughout a loop with such a round")           \
  INPUT(call_free_stepped,                                                     \
        "instructions in such rounds that an addition in each could replace")  \
  INPUT(virtual_registers, "virtual registers")                                \
  INPUT(machine_blocks, "machine basic blocks")                                \
  INPUT(machine_instructions, "machine instructions")                          \
  INPUT(machine_calls, "machine calls")                                        \
  INPUT(machine_copies, "copies of registers")                                 \
  INPUT(machine_constants, "instructions that load a constant")                \
  INPUT(machine_loads, "instructions that may load")                           \
  INPUT(machine_stores, "instructions that may store")                         \
  INPUT(machine_branches, "branches")                                          \
  INPUT(machine_frame_objects, "objects in the stack frame")                   \
  INPUT(widest_block, "most virtual registers that one block mentions")        \
  INPUT(registers_over_blocks, "virtual registers that several blocks "        \
                               "mention")                                      \
  INPUT(call_free_jump_share,                                                  \
        "jumps in a thousand instructions of one loop without a call, at "     \
        "most")                                                                \
  INPUT(                                                                       \
      call_free_hoistable_share,                                               \
      "instructions in such a thousand that depend on nothing in their loop")

struct GateInput {
  enum ID : size_t {
#define MLGO_INPUT(Name, Meaning) Name,
    MLGO_GATE_INPUTS(MLGO_INPUT)
#undef MLGO_INPUT
        NumInputs,
  };
};

/// The inputs as a task has them.
std::vector<TaskInput> describeGateInputs();
} // namespace mlgo
