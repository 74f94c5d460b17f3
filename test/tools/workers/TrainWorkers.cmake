# Trains with one, two and four workers, on ranks of MPI, and after a kill: the
# policy is the same, byte for byte.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DMODEL=<policy>
#          -DWORK=<folder> [-DMPIRUN=<program>] -P TrainWorkers.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
include("${CMAKE_CURRENT_LIST_DIR}/TwoModules.cmake")
make_corpus("${WORK}/corpus" "${SOURCE}")
file(WRITE "${WORK}/train.json" "{
  \"start-model\": \"${MODEL}\",
  \"training-corpora\": [\"corpus\"],
  \"validation-corpora\": [\"corpus\"],
  \"parameters\": [\"base\", \"blocks:3\"],
  \"pairs\": 2, \"sigma\": 0.8,
  \"generations\": 3, \"validation-interval\": 1
}")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE RESULT OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR)
  if(NOT RESULT EQUAL 0)
    message(FATAL_ERROR "${ARGN}: exit code is ${RESULT}, expected 0\n"
      "${OUT}${ERR}")
  endif()
endfunction()

run(${MLGO} train train.json --workers in-process -o in-process.mlgo)
foreach(JOBS 1 2 4)
  run(${MLGO} train train.json --jobs ${JOBS} -o jobs-${JOBS}.mlgo)
endforeach()
set(MODELS in-process jobs-1 jobs-2 jobs-4)
# Two at once on one pool, of which one is another training.
file(READ "${WORK}/train.json" TEXT)
string(REPLACE "{" "{\n  \"output\": \"shared.mlgo\"," SHARED "${TEXT}")
string(REPLACE "{" "{\n  \"output\": \"other.mlgo\", \"seed\": 7," OTHER
  "${TEXT}")
file(WRITE "${WORK}/shared.json" "${SHARED}")
file(WRITE "${WORK}/other.json" "${OTHER}")
run(${MLGO} train shared.json other.json --share-workers --jobs 3)
file(RENAME "${WORK}/shared.mlgo" "${WORK}/shared-forked.mlgo")
file(RENAME "${WORK}/other.mlgo" "${WORK}/other-shared.mlgo")
run(${MLGO} train other.json --jobs 2)
file(SHA256 "${WORK}/other.mlgo" HASH)
file(SHA256 "${WORK}/other-shared.mlgo" SHARED_HASH)
if(NOT HASH STREQUAL SHARED_HASH)
  message(FATAL_ERROR "other.mlgo depends on who shares its workers")
endif()
list(APPEND MODELS shared-forked)
if(MPIRUN)
  set(RANKS ${MPIRUN} --allow-run-as-root --oversubscribe -n)
  run(${RANKS} 2 ${MLGO} train train.json --workers mpi -o ranks-2.mlgo)
  # The job ends after a generation, and another one goes on.
  run(${RANKS} 3 ${MLGO} train train.json --workers mpi --jobs 2
    --generations 1 -o ranks-3.mlgo)
  run(${RANKS} 4 ${MLGO} train train.json --workers mpi --resume
    -o ranks-3.mlgo)
  run(${RANKS} 3 ${MLGO} train shared.json other.json --share-workers
    --workers mpi)
  list(APPEND MODELS ranks-2 ranks-3 shared)
endif()
foreach(MODEL IN LISTS MODELS)
  file(SHA256 "${WORK}/${MODEL}.mlgo" HASH)
  if(NOT DEFINED FIRST)
    set(FIRST ${HASH})
  endif()
  if(NOT HASH STREQUAL FIRST)
    message(FATAL_ERROR "${MODEL}.mlgo is not in-process.mlgo")
  endif()
endforeach()
