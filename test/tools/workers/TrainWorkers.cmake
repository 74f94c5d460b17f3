# Trains with one, two and four workers, on ranks of MPI, and after a kill: the
# policy is the same, byte for byte.
#
# USAGE: cmake -DMLGO=<program> -DSOURCE=<C++ program> -DMODEL=<policy>
#          -DWORK=<folder> [-DMPIRUN=<program>] -P TrainWorkers.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
file(MAKE_DIRECTORY "${WORK}/corpus")
# Two modules, so that items can go different ways.
file(WRITE "${WORK}/more.cpp"
  "#include <map>\n#include <string>\n"
  "int count(const std::string &Text) {\n"
  "  std::map<char, int> Counts;\n  for (char C : Text) ++Counts[C];\n"
  "  return static_cast<int>(Counts.size());\n}\n")
foreach(MODULE "app;${SOURCE}" "more;${WORK}/more.cpp")
  list(GET MODULE 0 NAME)
  list(GET MODULE 1 FILE)
  execute_process(COMMAND clang++-22 -Oz -Xclang -disable-llvm-passes
    -emit-llvm -c "${FILE}" -o "${WORK}/corpus/${NAME}.o.bc"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(WRITE "${WORK}/corpus/corpus_description.json"
  "{\"has_thinlto\": false, \"modules\": [\"app.o\", \"more.o\"]}")
file(WRITE "${WORK}/corpus/programs.json"
  "{\"programs\": [{\"name\": \"app\", \"language\": \"C++\", \"link\": "
  "[{\"module\": \"app.o\"}, {\"module\": \"more.o\"}]}]}")
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
if(MPIRUN)
  set(RANKS ${MPIRUN} --allow-run-as-root --oversubscribe -n)
  run(${RANKS} 2 ${MLGO} train train.json --workers mpi -o ranks-2.mlgo)
  # The job ends after a generation, and another one goes on.
  run(${RANKS} 3 ${MLGO} train train.json --workers mpi --jobs 2
    --generations 1 -o ranks-3.mlgo)
  run(${RANKS} 4 ${MLGO} train train.json --workers mpi --resume
    -o ranks-3.mlgo)
  list(APPEND MODELS ranks-2 ranks-3)
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
