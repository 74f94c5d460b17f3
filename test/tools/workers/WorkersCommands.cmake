# Searches, labels and evaluates with several kinds and numbers of workers, some
# of which are killed: the bytes are the same.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DWORK=<folder>
#          [-DMPIRUN=<program>] -P WorkersCommands.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
include("${CMAKE_CURRENT_LIST_DIR}/TwoModules.cmake")
make_corpus("${WORK}/corpus" "${SOURCE}")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE RESULT OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR)
  if(NOT RESULT EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit code is ${RESULT}, expected 0\n"
      "${OUT}${ERR}")
  endif()
  set(OUTPUT "${OUT}" PARENT_SCOPE)
endfunction()

# Seconds differ, and nothing else.
function(expect_same NAME TEXT)
  string(REGEX REPLACE ", [0-9]+ s; " "; " TEXT "${TEXT}")
  if(DEFINED FIRST_${NAME} AND NOT TEXT STREQUAL FIRST_${NAME})
    message(FATAL_ERROR
      "${WORKERS}: ${NAME} is\n${TEXT}\nnot\n${FIRST_${NAME}}")
  endif()
  set(FIRST_${NAME} "${TEXT}" PARENT_SCOPE)
endfunction()

function(read_all NAME PATTERN)
  file(GLOB_RECURSE FILES RELATIVE "${WORK}" "${WORK}/${PATTERN}")
  set(TEXT "")
  foreach(FILE IN LISTS FILES)
    file(SHA256 "${WORK}/${FILE}" HASH)
    get_filename_component(STEM "${FILE}" NAME)
    string(APPEND TEXT "${STEM} ${HASH}\n")
  endforeach()
  set(${NAME} "${TEXT}" PARENT_SCOPE)
endfunction()

set(SEARCH search corpus --trials 120 --rounds 2)
set(LABELS labels corpus --sites 15 --together 4)
set(EVAL eval --corpus corpus --policy threshold=100 --policy stock --json)
set(ALL "in-process,1" "forked,1" "forked,3")
if(MPIRUN)
  set(RANKS ${MPIRUN} --allow-run-as-root --oversubscribe -n)
  list(APPEND ALL "mpi,1" "mpi,2")
endif()
foreach(WORKERS IN LISTS ALL)
  string(REPLACE "," ";" WORKERS "${WORKERS}")
  list(GET WORKERS 0 KIND)
  list(GET WORKERS 1 JOBS)
  set(START ${MLGO})
  if(KIND STREQUAL mpi)
    set(START ${RANKS} 3 ${MLGO})
  endif()
  set(HOW --workers ${KIND} --jobs ${JOBS})
  run(${START} ${SEARCH} ${HOW} -o ${KIND}-${JOBS}.decisions)
  expect_same(SEARCH "${OUTPUT}")
  file(READ "${WORK}/${KIND}-${JOBS}.decisions" TEXT)
  expect_same(DECISIONS "${TEXT}")
  run(${START} ${LABELS} ${HOW} -o ${KIND}-${JOBS})
  read_all(TEXT "${KIND}-${JOBS}/*.log")
  expect_same(LABELS "${TEXT}")
  run(${START} ${EVAL} ${HOW})
  expect_same(EVAL "${OUTPUT}")
endforeach()
if(NOT FIRST_LABELS MATCHES "app.o.log [^\n]+\nmore.o.log ")
  message(FATAL_ERROR "labels are ${FIRST_LABELS}")
endif()

# A worker that dies is replaced, and what it was doing is done again.
run(sh "${CMAKE_CURRENT_LIST_DIR}/KillWorkers.sh" ${MLGO} ${SEARCH} --jobs 2
  -o killed.decisions)
if(NOT OUTPUT MATCHES "killed [12] workers")
  message(FATAL_ERROR "no worker was killed:\n${OUTPUT}")
endif()
set(WORKERS "a killed worker")
file(READ "${WORK}/killed.decisions" TEXT)
expect_same(DECISIONS "${TEXT}")

# Commands that are killed go on where they were.
set(KILL_WHEN sh "${CMAKE_CURRENT_LIST_DIR}/../KillWhen.sh")
set(WORKERS "a killed command")
execute_process(COMMAND ${KILL_WHEN} 2 9 main ${MLGO} ${SEARCH}
  --checkpoint state -o resumed.decisions
  WORKING_DIRECTORY "${WORK}" OUTPUT_QUIET ERROR_QUIET)
execute_process(COMMAND ${KILL_WHEN} 2 9 main ${MLGO} ${LABELS} -o resumed
  WORKING_DIRECTORY "${WORK}" OUTPUT_QUIET ERROR_QUIET)
if(MPIRUN)
  execute_process(COMMAND ${KILL_WHEN} 2 9 child ${RANKS} 3 ${MLGO} ${SEARCH}
    --workers mpi --checkpoint state -o resumed.decisions
    WORKING_DIRECTORY "${WORK}" OUTPUT_QUIET ERROR_QUIET)
endif()
run(${MLGO} ${SEARCH} --checkpoint state -o resumed.decisions)
file(READ "${WORK}/resumed.decisions" TEXT)
expect_same(DECISIONS "${TEXT}")
run(${MLGO} ${LABELS} -o resumed)
read_all(TEXT "resumed/*.log")
expect_same(LABELS "${TEXT}")
