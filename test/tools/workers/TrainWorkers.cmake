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
function(share NAME)
  set(FILES "")
  foreach(SEED 1 7)
    set(FILE ${NAME}-seed-${SEED})
    string(REPLACE "{" "{\"output\": \"${FILE}.mlgo\", \"seed\": ${SEED},"
      CONFIG "${TEXT}")
    file(WRITE "${WORK}/${FILE}.json" "${CONFIG}")
    list(APPEND FILES ${FILE}.json)
  endforeach()
  run(${ARGN} ${MLGO} train ${FILES} --share-workers --jobs 2)
endfunction()
share(forked)
run(${MLGO} train train.json --seed 7 --jobs 2 -o alone-seed-7.mlgo)
list(APPEND MODELS forked-seed-1)
set(OTHERS alone-seed-7 forked-seed-7)
if(MPIRUN)
  set(RANKS ${MPIRUN} --allow-run-as-root --oversubscribe -n)
  run(${RANKS} 2 ${MLGO} train train.json --workers mpi -o ranks-2.mlgo)
  # The job ends after a generation, and another one goes on.
  run(${RANKS} 3 ${MLGO} train train.json --workers mpi --jobs 2
    --generations 1 -o ranks-3.mlgo)
  run(${RANKS} 4 ${MLGO} train train.json --workers mpi --resume
    -o ranks-3.mlgo)
  string(REPLACE "{" "{\"workers\": \"mpi\"," TEXT "${TEXT}")
  share(mpi ${RANKS} 3)
  list(APPEND MODELS ranks-2 ranks-3 mpi-seed-1)
  list(APPEND OTHERS mpi-seed-7)
endif()
foreach(LIST MODELS OTHERS)
  unset(FIRST)
  foreach(MODEL IN LISTS ${LIST})
    file(SHA256 "${WORK}/${MODEL}.mlgo" HASH)
    if(NOT DEFINED FIRST)
      set(FIRST ${HASH})
      set(NAME ${MODEL})
    endif()
    if(NOT HASH STREQUAL FIRST)
      message(FATAL_ERROR "${MODEL}.mlgo is not ${NAME}.mlgo")
    endif()
  endforeach()
endforeach()
