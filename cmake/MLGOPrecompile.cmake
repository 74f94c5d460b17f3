# Headers of other packages that take seconds to read are compiled once a build
# and shared by all targets of one kind.
option(MLGO_PRECOMPILE "Precompile headers of other packages" ON)

set(MLGO_PRECOMPILED_json <nlohmann/json.hpp>)
set(MLGO_PRECOMPILED_catch <catch2/catch.hpp>)
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

# mlgo_precompile(<target> [catch] <json|llvm|codegen> [<LLVM major>])
#
# The major is the first LLVM found unless given. Tests, which include Catch, are
# optimised little: most of their code runs once.
function(mlgo_precompile TARGET)
  if(NOT MLGO_PRECOMPILE)
    return()
  endif()
  set(KINDS ${ARGN})
  list(FILTER KINDS EXCLUDE REGEX "^[0-9]+$")
  set(MAJOR ${ARGN})
  list(FILTER MAJOR INCLUDE REGEX "^[0-9]+$")
  if(NOT MAJOR)
    set(MAJOR ${MLGO_PRIMARY_LLVM})
  endif()
  # One is enough for both kinds where the larger can be compiled.
  if("llvm" IN_LIST KINDS AND MAJOR IN_LIST MLGO_ALLOCATOR_MAJORS)
    list(TRANSFORM KINDS REPLACE llvm codegen)
  endif()
  if(KINDS MATCHES "llvm|codegen")
    list(APPEND KINDS ${MAJOR})
  endif()
  list(JOIN KINDS "_" NAME)
  if(NOT TARGET mlgo_precompiled_${NAME})
    mlgo_add_precompiled(mlgo_precompiled_${NAME} ${KINDS})
  endif()
  if("catch" IN_LIST KINDS)
    target_compile_options(${TARGET} PRIVATE -O1)
  endif()
  target_precompile_headers(${TARGET} REUSE_FROM mlgo_precompiled_${NAME})
endfunction()

function(mlgo_add_precompiled NAME)
  set(SOURCE ${PROJECT_BINARY_DIR}/precompiled/${NAME}.cpp)
  file(CONFIGURE OUTPUT ${SOURCE} CONTENT "")
  add_library(${NAME} OBJECT ${SOURCE})
  mlgo_compile_options(${NAME})
  if("catch" IN_LIST ARGN)
    target_compile_options(${NAME} PRIVATE -O1)
  endif()
  foreach(KIND IN LISTS ARGN)
    if(KIND MATCHES "^[0-9]+$")
      target_link_libraries(${NAME} PRIVATE mlgo_llvm_${KIND})
    else()
      target_precompile_headers(${NAME} PRIVATE ${MLGO_PRECOMPILED_${KIND}})
    endif()
  endforeach()
endfunction()
