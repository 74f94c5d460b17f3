# Ends a search, with all processes that it has started, again and again: what it
# writes is never worse than the policy, and in the end it is what a search that
# nobody interrupts finds.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DMODEL=<shipped policy>
#          -DWORK=<folder> -P SearchInterrupted.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
set(RUN_FOLDER "${WORK}")
include("${CMAKE_CURRENT_LIST_DIR}/../RunTool.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../workers/TwoModules.cmake")
make_corpus("${WORK}/corpus" "${SOURCE}")

function(bytes_of POLICY VARIABLE)
  run(0 eval --corpus corpus --policy ${POLICY} --json)
  string(JSON BYTES GET "${OUTPUT}" programs 0 bytes 0)
  string(REGEX REPLACE "\\.[0-9]+$" "" BYTES "${BYTES}")
  set(${VARIABLE} ${BYTES} PARENT_SCOPE)
endfunction()

run(0 search corpus --jobs 2 --trials 200 -o whole.decisions)
bytes_of(${MODEL} ALONE)
set(CUT 0)
foreach(SIGNAL TERM INT TERM INT)
  file(REMOVE "${WORK}/cut.decisions")
  # Before its end, and further than the one before if that is kept.
  execute_process(COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/../KillWhen.sh" 2
      ${SIGNAL} group ${MLGO} search corpus --jobs 2 --trials 200
      --checkpoint state -o cut.decisions
    WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE RESULT OUTPUT_VARIABLE OUTPUT
    ERROR_VARIABLE ERRORS)
  if(NOT EXISTS "${WORK}/cut.decisions")
    continue() # It had not even begun.
  endif()
  if(NOT RESULT EQUAL 0)
    message(FATAL_ERROR "exit code is ${RESULT}\n${OUTPUT}${ERRORS}")
  endif()
  if(OUTPUT MATCHES "; interrupted")
    math(EXPR CUT "${CUT} + 1")
  endif()
  bytes_of(cut.decisions BYTES)
  if(BYTES GREATER ALONE OR BYTES EQUAL 0)
    message(FATAL_ERROR "${BYTES} bytes, with the policy ${ALONE}\n${OUTPUT}")
  endif()
  expect("${OUTPUT}" "-> +${BYTES} bytes")
endforeach()
message("interrupted ${CUT} times")
if(CUT EQUAL 0)
  message(FATAL_ERROR "no search was interrupted before it ended")
endif()
run(0 search corpus --jobs 2 --trials 200 --checkpoint state
  -o resumed.decisions)
file(SHA256 "${WORK}/whole.decisions" WHOLE)
file(SHA256 "${WORK}/resumed.decisions" RESUMED)
if(NOT WHOLE STREQUAL RESUMED)
  message(FATAL_ERROR "a search that was interrupted found something else")
endif()
