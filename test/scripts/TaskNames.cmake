# Fails where code that is for all tasks names one: as findTask() knows it, by its
# flags and variables, or by a header of its plugin.
#
# USAGE: cmake -DSOURCE_DIR=<project> -P TaskNames.cmake

cmake_minimum_required(VERSION 3.25)
set(FAULTS "")

# Names, and the prefixes of flags, as tasks describe themselves.
set(NAMES "")
set(PREFIXES "")
set(HEADERS "")
file(GLOB TASKS "${SOURCE_DIR}/passes/*/*Task.cpp")
foreach(FILE IN LISTS TASKS)
  file(READ "${FILE}" TEXT)
  foreach(FIELD Name Prefix)
    if(TEXT MATCHES "T[.]${FIELD} = \"([a-z]+)\"")
      set(${FIELD} "${CMAKE_MATCH_1}")
    else()
      list(APPEND FAULTS "${FILE}: expected T.${FIELD}")
    endif()
  endforeach()
  list(APPEND NAMES ${Name} ${Prefix})
  list(APPEND PREFIXES ${Prefix})
  get_filename_component(FOLDER "${FILE}" DIRECTORY)
  file(GLOB FOUND RELATIVE "${FOLDER}" "${FOLDER}/*.h")
  list(APPEND HEADERS ${FOUND})
endforeach()
list(REMOVE_DUPLICATES NAMES)
list(JOIN NAMES "|" NAMES)
list(JOIN PREFIXES "|" PREFIXES)
string(TOUPPER "${PREFIXES}" VARIABLES)
list(JOIN HEADERS "|" HEADERS)
string(REPLACE "." "[.]" HEADERS "${HEADERS}")

# tune/Pass* searches what search cannot yet. The others have a keyword of C++, an
# output of LLVM's models, and the formats of two kinds of files.
set(ALLOWED "^src/(task|evaluate/[a-z]+)/|^src/tune/Pass")
set(OTHER_WORDS src/model/AotCompiler.cpp src/model/TFLiteImport.cpp
  src/runner/InlineDecisions.cpp src/runner/InlineDecisions.h
  src/runner/RecordedRegisters.h)

file(GLOB_RECURSE FILES RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/include/*.h"
  "${SOURCE_DIR}/src/*.h" "${SOURCE_DIR}/src/*.cpp")
foreach(FILE IN LISTS FILES)
  if(FILE MATCHES "${ALLOWED}" OR FILE IN_LIST OTHER_WORDS)
    continue()
  endif()
  file(STRINGS "${SOURCE_DIR}/${FILE}" LINES REGEX
    "\"(${NAMES})\"|mlgo-(${PREFIXES})-|MLGO_(${VARIABLES})_|^#include \"([a-z]+/)?(${HEADERS})\"")
  foreach(LINE IN LISTS LINES)
    string(STRIP "${LINE}" LINE)
    list(APPEND FAULTS "${FILE}: names a task: ${LINE}")
  endforeach()
endforeach()

if(FAULTS)
  list(JOIN FAULTS "\n  " TEXT)
  message(FATAL_ERROR "tasks:\n  ${TEXT}")
endif()
message(STATUS "tasks: named in their rooms alone")
