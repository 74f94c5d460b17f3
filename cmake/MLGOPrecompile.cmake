# Headers that many sources of a target include and that take seconds to read:
# LLVM's, CLI11's and the JSON library's are compiled once a target.
option(MLGO_PRECOMPILE "Precompile headers of other packages" ON)

set(MLGO_PRECOMPILED_llvm
  <llvm/Analysis/InlineAdvisor.h>
  <llvm/Analysis/MLInlineAdvisor.h>
  <llvm/IR/InstIterator.h>
  <llvm/IR/IntrinsicInst.h>
  <llvm/IR/Module.h>
  <llvm/Passes/PassBuilder.h>
  <llvm/Support/CommandLine.h>
  <llvm/Target/TargetMachine.h>)
set(MLGO_PRECOMPILED_codegen
  ${MLGO_PRECOMPILED_llvm}
  <llvm/CodeGen/LiveIntervals.h>
  <llvm/CodeGen/MachineBlockFrequencyInfo.h>
  <llvm/CodeGen/MachineFunction.h>
  <llvm/CodeGen/MachineRegisterInfo.h>
  <llvm/CodeGen/RegAllocEvictionAdvisor.h>)
set(MLGO_PRECOMPILED_command <CLI/CLI.hpp> <iostream>)
set(MLGO_PRECOMPILED_json <nlohmann/json.hpp>)

# mlgo_precompile(<target> <llvm|codegen|command|json>...)
function(mlgo_precompile TARGET)
  if(NOT MLGO_PRECOMPILE)
    return()
  endif()
  foreach(KIND IN LISTS ARGN)
    target_precompile_headers(${TARGET} PRIVATE ${MLGO_PRECOMPILED_${KIND}})
  endforeach()
endfunction()
