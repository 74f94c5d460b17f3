# Fails if clang-format would change code.
#
# USAGE: cmake -DSOURCE_DIR=<project> -DCLANG_FORMAT=<program> -P Format.cmake
#
# To mend what it finds: clang-format-22 -i FILE.

cmake_minimum_required(VERSION 3.25)
set(FILES "")
foreach(ROOM include src passes bench test/aot test/fuzz test/package test/parity
    test/tools test/unit)
  foreach(KIND h c cpp)
    file(GLOB_RECURSE FOUND "${SOURCE_DIR}/${ROOM}/*.${KIND}")
    list(APPEND FILES ${FOUND})
  endforeach()
endforeach()
if(NOT FILES)
  message(FATAL_ERROR "no code in ${SOURCE_DIR}")
endif()
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror
    --style=file:${CMAKE_CURRENT_LIST_DIR}/../../.clang-format ${FILES}
  ERROR_VARIABLE FAULTS RESULT_VARIABLE CODE)
if(NOT CODE EQUAL 0)
  # A notice is not wrapped, as an error would be, at any length of a path.
  message(NOTICE "${FAULTS}")
  message(FATAL_ERROR "code is not formatted")
endif()
