# Builds optimize against the installed package as its user would, and looks
# where mlgo decides.
#
# USAGE: cmake -DSOURCE=<folder> -DPREFIX=<installed mlgo> -DWORK=<folder>
#              -DC=<compiler> -DCXX=<compiler> -DKIND=<clang|gcc>
#              -P Optimize.cmake

cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

# Runs a command, its statistics in counts; its output is OUTPUT.
macro(run)
  file(REMOVE "${WORK}/counts")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env
    "MLGO_INLINE_STATS_FILE=${WORK}/counts" "XDG_RUNTIME_DIR=${WORK}" ${ARGN}
    WORKING_DIRECTORY "${WORK}" OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE OUTPUT
    RESULT_VARIABLE CODE)
  if(NOT CODE EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit ${CODE}\n${OUTPUT}")
  endif()
  set(COUNTS "")
  if(EXISTS "${WORK}/counts")
    file(READ "${WORK}/counts" COUNTS)
  endif()
endmacro()

function(expect TEXT PATTERN)
  if(NOT TEXT MATCHES "${PATTERN}")
    message(FATAL_ERROR "found\n${TEXT}\nexpected '${PATTERN}'")
  endif()
endfunction()

set(CONFIGURE ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${WORK}/build
  -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX}
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
  # A cache does not look at the environment, which asks for statistics here.
  -DCMAKE_C_COMPILER_LAUNCHER= -DCMAKE_CXX_COMPILER_LAUNCHER=)
set(BUILD ${CMAKE_COMMAND} --build ${WORK}/build --target)
set(EXPECTED "^2 1 13 3 9 15 31 5 37: 812\n$")
set(ASKED "decisions=[1-9]")

run(${CONFIGURE})
string(REGEX MATCHALL "has a price" PRICES "${OUTPUT}")
list(LENGTH PRICES PRICES)
if(KIND STREQUAL gcc)
  # It works, and says why nothing becomes smaller; a command that asks for more
  # is a warning.
  expect("${OUTPUT}" "-- mlgo::optimize_size does nothing: C is compiled by GNU")
  expect("${OUTPUT}" "mlgo_optimize\\(linked\\) does nothing: CXX is compiled by GNU")
  run(${BUILD} small linked smallest)
  run(${WORK}/build/small)
  expect("${OUTPUT}" "${EXPECTED}")
  return()
endif()
if(OUTPUT MATCHES "does nothing")
  message(FATAL_ERROR "${OUTPUT}")
endif()

run(${BUILD} plain)
expect("${COUNTS}" "^$")
run(${BUILD} small)
foreach(FILE main.c total.c report.cpp)
  expect("${COUNTS}" "module=[^ ]*${FILE} ${ASKED}")
endforeach()
run(${WORK}/build/small)
expect("${OUTPUT}" "${EXPECTED}")

# Said once, and smaller than small.
if(NOT PRICES EQUAL 1)
  message(FATAL_ERROR "the price of SMALLEST is said ${PRICES} times")
endif()
run(${BUILD} smallest smallest-linked)
if(OUTPUT MATCHES "has a price|warning")
  message(FATAL_ERROR "${OUTPUT}")
endif()
foreach(PROGRAM smallest smallest-linked)
  run(${WORK}/build/${PROGRAM})
  expect("${OUTPUT}" "${EXPECTED}")
endforeach()
file(SIZE ${WORK}/build/small SMALL)
file(SIZE ${WORK}/build/smallest SMALLEST)
if(NOT SMALLEST LESS SMALL)
  message(FATAL_ERROR "smallest has ${SMALLEST} bytes, small ${SMALL}")
endif()

run(${BUILD} linked)
expect("${COUNTS}" "unserved=link")
expect("${COUNTS}" "${ASKED}")
run(${WORK}/build/linked)
expect("${OUTPUT}" "${EXPECTED}")

# A decisions file: recorded, replayed, and replayed anew when it changes.
set(DECISIONS "${WORK}/app decisions")
set(RECORDED "${WORK}/recorded")
run(${CMAKE_COMMAND} -E env MLGO_INLINE_RECORD=${RECORDED}
  ${CMAKE_COMMAND} --build ${WORK}/build --target small --clean-first)
configure_file("${RECORDED}" "${DECISIONS}" COPYONLY)
run(${CONFIGURE} "-DDECISIONS=${DECISIONS}")
run(${BUILD} replayed)
foreach(FILE main.c report.cpp)
  expect("${COUNTS}" "module=[^ ]*${FILE} ${ASKED}[^\n]* matched=[1-9]")
endforeach()
run(${WORK}/build/replayed)
expect("${OUTPUT}" "${EXPECTED}")
run(${BUILD} replayed-linked)
expect("${COUNTS}" "matched=[1-9]")
run(${WORK}/build/replayed-linked)
expect("${OUTPUT}" "${EXPECTED}")
run(${BUILD} replayed)
expect("${COUNTS}" "^$")
file(APPEND "${DECISIONS}" "\n")
run(${BUILD} replayed)
expect("${COUNTS}" "matched=[1-9]")

# What a search says of passes follows; clang 19 has nobody who reads it.
file(APPEND "${DECISIONS}" "# mlgo-gate-decisions 1\n0\t*\t*\t*\n")
run(${CONFIGURE} "-DDECISIONS=${DECISIONS}")
run(${CMAKE_COMMAND} -E env MLGO_GATE_STATS_FILE=${WORK}/passes
  ${CMAKE_COMMAND} --build ${WORK}/build --target replayed)
run(${WORK}/build/replayed)
expect("${OUTPUT}" "${EXPECTED}")
if(EXISTS "${WORK}/passes")
  file(READ "${WORK}/passes" PASSES)
  expect("${PASSES}" "module=[^ ]*main.c [^\n]*differ=[1-9]")
elseif(NOT WORK MATCHES "19$")
  message(FATAL_ERROR "nobody decided about passes")
endif()

# Bytes alone decide in hot loops, unless the target or the project chooses.
function(check_hot KIND EXPECTED)
  file(REMOVE "${WORK}/left-out")
  run(${CMAKE_COMMAND} -E env MLGO_GATE_RECORD=${WORK}/left-out
    ${CMAKE_COMMAND} --build ${WORK}/build --target hot-${KIND})
  file(READ "${WORK}/left-out" LEFT_OUT)
  if(LEFT_OUT MATCHES "smooth\tlicm")
    set(FOUND ignore)
  else()
    set(FOUND guard)
  endif()
  if(NOT FOUND STREQUAL EXPECTED)
    message(FATAL_ERROR "hot-${KIND}: ${FOUND}, expected ${EXPECTED}")
  endif()
endfunction()
if(NOT WORK MATCHES "19$")
  check_hot(ignore ignore)
  check_hot(guard guard)
  run(${CONFIGURE}
    "-DCMAKE_C_FLAGS=-Xclang -mllvm -Xclang -mlgo-gate-hot=guard")
  check_hot(ignore guard)
endif()
