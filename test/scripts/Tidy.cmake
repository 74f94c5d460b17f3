# Fails if clang-tidy warns of lines that the last commit or the working tree
# changed.
#
# USAGE: cmake -DSOURCE_DIR=<project> -DCLANG_TIDY_DIFF=<program>
#          -DCLANG_TIDY=<program> -DLLVM_INCLUDE=<folder> -DEIGEN=<folder>
#          -DGENERATED=<folder of generated headers>
#          [-DDIFF=<file instead of git's>] -P Tidy.cmake

cmake_minimum_required(VERSION 3.25)
if(NOT DIFF)
  set(DIFF "${CMAKE_CURRENT_BINARY_DIR}/tidy.diff")
  execute_process(COMMAND git diff -U0 HEAD~1 -- include src passes
    WORKING_DIRECTORY "${SOURCE_DIR}" OUTPUT_FILE "${DIFF}"
    RESULT_VARIABLE CODE ERROR_QUIET)
  if(NOT CODE EQUAL 0)
    message(NOTICE "skipped: git knows no commit before this one")
    return()
  endif()
endif()
set(FLAGS -xc++ -std=c++17 -w -DMLGO_HAS_LLVM -DMLGO_HAS_ALLOCATION
  -isystem${LLVM_INCLUDE} -isystem${EIGEN} -I${GENERATED}/model)
file(GLOB EMBEDDED "${GENERATED}/*/embedding")
list(TRANSFORM EMBEDDED PREPEND -I)
list(APPEND FLAGS ${EMBEDDED})
foreach(ROOM include src passes passes/common passes/gate passes/inliner
    passes/priority passes/regalloc passes/rules)
  list(APPEND FLAGS -I${SOURCE_DIR}/${ROOM})
endforeach()
# Without a database of commands, since the build joins sources.
execute_process(COMMAND ${CLANG_TIDY_DIFF} -p1 -quiet -hide-progress
  -clang-tidy-binary ${CLANG_TIDY} -regex ".*[.](cpp|h)" -path /dev/null
  -warnings-as-errors "*" -- ${FLAGS}
  WORKING_DIRECTORY "${SOURCE_DIR}" INPUT_FILE "${DIFF}"
  OUTPUT_VARIABLE FOUND ERROR_VARIABLE FOUND RESULT_VARIABLE CODE)
if(NOT CODE EQUAL 0 AND NOT FOUND MATCHES "error: ")
  message(FATAL_ERROR "${CLANG_TIDY_DIFF} failed: ${FOUND}")
endif()
# What only the build defines.
string(REGEX REPLACE "[^\n]*error: [^\n]*'MLGO_[^\n]*\n" "" FOUND "${FOUND}")
string(REGEX REPLACE "[^\n]*Tasks[.]def:[^\n]*error: [^\n]*\n" "" FOUND
  "${FOUND}")
if(FOUND MATCHES "error: ")
  message(NOTICE "${FOUND}")
  message(FATAL_ERROR "clang-tidy found what .clang-tidy asks for")
endif()
