# Tunes builds that say their level, target and tables themselves, and builds
# again with the flags that tune prints: sizes and output are as promised.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DWORK=<folder>
#          -P TuneSettings.cmake

include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")

# builds(<folder> <variable> <compiler> <flag>...): whether the program is built
# with these flags; its bytes are the variable.
function(builds FOLDER VARIABLE COMPILER)
  execute_process(COMMAND ${COMPILER} ${ARGN} -ffunction-sections
    -fdata-sections -fuse-ld=lld -Wl,--gc-sections app.cpp -o ${VARIABLE}
    WORKING_DIRECTORY "${FOLDER}" RESULT_VARIABLE RESULT ERROR_VARIABLE ERRORS)
  if(NOT RESULT EQUAL 0)
    message("cannot build with ${ARGN}:\n${ERRORS}")
    set(${VARIABLE} "" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND llvm-size-22 ${VARIABLE} WORKING_DIRECTORY "${FOLDER}"
    OUTPUT_VARIABLE SIZES COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "^[^\n]*\n *([0-9]+).*" "\\1" BYTES "${SIZES}")
  set(${VARIABLE} ${BYTES} PARENT_SCOPE)
endfunction()

# tune(<name> <compiler in the build> <printed flags> <emulator> <flag>...):
# tunes a build that has these flags.
function(tune NAME COMPILER PRINTED EMULATOR)
  set(RUN_FOLDER "${WORK}/${NAME}")
  file(MAKE_DIRECTORY "${RUN_FOLDER}")
  file(COPY_FILE "${SOURCE}" "${RUN_FOLDER}/app.cpp")
  list(JOIN ARGN " " FLAGS)
  file(WRITE "${RUN_FOLDER}/build.sh" "set -e\n"
    "${COMPILER} ${FLAGS} -c app.cpp -o app.o\n${COMPILER} ${FLAGS} app.o -o app\n")
  set(REAL ${ARGN})
  if(COMPILER MATCHES "^(.*)-g\\+\\+$")
    list(APPEND REAL --target=${CMAKE_MATCH_1})
  endif()
  separate_arguments(LEVEL UNIX_COMMAND "${PRINTED}")
  builds("${RUN_FOLDER}" stock clang++-22 ${REAL} ${LEVEL})
  if(stock STREQUAL "")
    message("SKIPPED: ${NAME}")
    return()
  endif()
  run(0 tune --trials 40 --jobs 2 -o app.decisions -- sh build.sh)
  expect("${OUTPUT}" "app +[0-9]+ -> +[0-9]+ bytes  -[0-9]")
  string(REGEX MATCH "app +([0-9]+) -> +([0-9]+) bytes" FOUND "${OUTPUT}")
  math(EXPR PROMISED "${CMAKE_MATCH_2} - ${CMAKE_MATCH_1}")
  if(ERRORS MATCHES "passes: ([0-9]+) -> ([0-9]+) bytes, linked again")
    math(EXPR PROMISED "${PROMISED} + ${CMAKE_MATCH_2} - ${CMAKE_MATCH_1}")
  endif()
  expect("${OUTPUT}" "from now on:\n  ${PRINTED} -DMLGO_DECISIONS=[0-9a-f]+ -fpass-plugin=")
  string(REGEX MATCH "from now on:\n  ([^\n]*)" FOUND "${OUTPUT}")
  separate_arguments(NEW UNIX_COMMAND "${CMAKE_MATCH_1}")
  builds("${RUN_FOLDER}" tuned clang++-22 ${REAL} ${NEW})
  math(EXPR KEPT "${tuned} - ${stock}")
  math(EXPR ERROR "${KEPT} - ${PROMISED}")
  message("${NAME}: promised ${PROMISED} bytes, found ${KEPT}")
  # Padding is the linker's own, and so are tables of symbol versions. At -Oz
  # clang's outliner, which trials leave out, comes after what is decided.
  set(TOLERANCE 96)
  if(NAME STREQUAL "cross")
    set(TOLERANCE 300)
  endif()
  if(ERROR GREATER ${TOLERANCE} OR ERROR LESS -${TOLERANCE})
    message(FATAL_ERROR "expected ${PROMISED} bytes")
  endif()
  if(EMULATOR)
    separate_arguments(EMULATOR UNIX_COMMAND "${EMULATOR}")
    list(GET EMULATOR 0 FIRST)
    find_program(EMULATOR_${FIRST} ${FIRST})
    if(NOT EMULATOR_${FIRST})
      return()
    endif()
  endif()
  foreach(KIND stock tuned)
    execute_process(COMMAND ${EMULATOR} ./${KIND}
      WORKING_DIRECTORY "${RUN_FOLDER}" OUTPUT_VARIABLE SAID_${KIND}
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  if(NOT SAID_stock STREQUAL SAID_tuned)
    message(FATAL_ERROR "${NAME} prints\n${SAID_tuned}\nnot\n${SAID_stock}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
tune(os "$CXX" "-Os" "" -Os)
tune(bare "$CXX" "-Oz" "" -O2 -fno-asynchronous-unwind-tables)
set(ARM_RUNNER "qemu-aarch64 -L /usr/aarch64-linux-gnu")
tune(arm "$CXX" "-Os" "${ARM_RUNNER}"
  -target aarch64-linux-gnu -Os)
tune(cross aarch64-linux-gnu-g++ "-Oz" "${ARM_RUNNER}" -O3)

# Sources that one command compiles and links, below a path that a shell would
# take apart: built again, the program is as large as promised, and runs.
set(RUN_FOLDER "${WORK}/it's $x y")
file(MAKE_DIRECTORY "${RUN_FOLDER}")
file(COPY_FILE "${SOURCE}" "${RUN_FOLDER}/app.cpp")
file(WRITE "${RUN_FOLDER}/more.cpp" "int more() { return 1; }\n")
run(0 tune --trials 12 --jobs 2 --rebuild --report tuned.html -o app.decisions --
  sh -c "c++ app.cpp more.cpp -o app")
expect("${OUTPUT}" "app +([0-9]+) bytes, as linked .([0-9]+) were promised")
string(REGEX MATCH "app +([0-9]+) bytes, as linked .([0-9]+)" FOUND "${OUTPUT}")
math(EXPR ERROR "${CMAKE_MATCH_1} - ${CMAKE_MATCH_2}")
if(ERROR GREATER 64 OR ERROR LESS -64)
  message(FATAL_ERROR "not as promised:\n${OUTPUT}")
endif()
execute_process(COMMAND ./app WORKING_DIRECTORY "${RUN_FOLDER}"
  OUTPUT_VARIABLE OUT COMMAND_ERROR_IS_FATAL ANY)
# The flags are a shell's words.
file(READ "${RUN_FOLDER}/tuned.html" PAGE)
foreach(WORDS ">What mlgo tune found for " ">Unwind tables<" ">Functions that shrank<"
    "the decisions file inlines it" ">inlining</td>" ">evictions</td>"
    "app: stock [0-9]+ bytes, the policy alone [0-9]+ .*with the search" "</html>")
  if(NOT PAGE MATCHES "${WORDS}")
    message(FATAL_ERROR "the page has no ${WORDS}:\n${PAGE}")
  endif()
endforeach()
run(0 tune -o app.decisions --trials 1)
string(REGEX MATCH "from now on:\n  ([^\n]*)" FOUND "${OUTPUT}")
execute_process(COMMAND sh -c "clang++-22 ${CMAKE_MATCH_1} -Werror -c app.cpp"
  WORKING_DIRECTORY "${RUN_FOLDER}" COMMAND_ERROR_IS_FATAL ANY)

# A shared library of the build, and the program that is linked with it.
set(RUN_FOLDER "${WORK}/shared")
file(MAKE_DIRECTORY "${RUN_FOLDER}")
file(COPY_FILE "${SOURCE}" "${RUN_FOLDER}/app.cpp")
file(WRITE "${RUN_FOLDER}/library.cpp" "
#include <map>
#include <string>
int count(const std::string &Text) {
  std::map<char, int> Counts;
  for (char C : Text) ++Counts[C];
  return static_cast<int>(Counts.size());
}
")
file(WRITE "${RUN_FOLDER}/main.cpp" "
#include <string>
int count(const std::string &Text);
int main(int Count, char **Values) { return count(Values[Count - 1]) == 0; }
")
file(WRITE "${RUN_FOLDER}/build.sh" "set -e
$CXX -fPIC -c library.cpp -o library.o
$CXX -shared library.o -o libcount.so
$CXX -c main.cpp -o main.o
$CXX main.o -L. -lcount -o main
")
run(0 tune --trials 12 --jobs 2 -o app.decisions -- sh build.sh)
expect("${OUTPUT}" "libcount.so +[1-9][0-9]+ -> +[1-9][0-9]+ bytes  -[0-9]")
expect("${OUTPUT}" "main +[1-9][0-9]+ -> +[1-9][0-9]+ bytes  ")
if(ERRORS MATCHES "left out")
  message(FATAL_ERROR "something is left out:\n${ERRORS}")
endif()
