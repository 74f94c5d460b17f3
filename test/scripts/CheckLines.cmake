# Fails on FileCheck directives without their colon, which FileCheck ignores.
#
# USAGE: cmake -DSOURCE_DIR=<project> -P CheckLines.cmake

cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE FILES "${SOURCE_DIR}/test/lit/*.ll" "${SOURCE_DIR}/test/lit/*.c"
  "${SOURCE_DIR}/test/lit/*.cpp" "${SOURCE_DIR}/test/lit/*.test")
set(FAULTS "")
foreach(FILE IN LISTS FILES)
  file(STRINGS "${FILE}" RUNS REGEX "check-prefix(es)?=")
  set(PREFIXES CHECK)
  foreach(LINE IN LISTS RUNS)
    string(REGEX MATCHALL "check-prefix(es)?=[A-Z0-9,_-]+" FOUND "${LINE}")
    foreach(ITEM IN LISTS FOUND)
      string(REGEX REPLACE ".*=" "" ITEM "${ITEM}")
      string(REPLACE "," ";" ITEM "${ITEM}")
      list(APPEND PREFIXES ${ITEM})
    endforeach()
  endforeach()
  foreach(PREFIX IN LISTS PREFIXES)
    file(STRINGS "${FILE}" LINES REGEX
      "^[;/# ]+${PREFIX}(-(NEXT|DAG|NOT|LABEL|SAME|EMPTY|COUNT-[0-9]+))? ")
    foreach(LINE IN LISTS LINES)
      list(APPEND FAULTS "${FILE}: ${LINE}")
    endforeach()
  endforeach()
endforeach()
if(FAULTS)
  list(JOIN FAULTS "\n  " TEXT)
  message(FATAL_ERROR "FileCheck directives without a colon:\n  ${TEXT}")
endif()
message(STATUS "FileCheck directives have their colons")
