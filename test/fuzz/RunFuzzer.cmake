# Runs FUZZER from copies of SEEDS, files or folders, in the folder WORK: for
# 1,000 inputs, or the seconds that the environment's MLGO_FUZZ_SECONDS says. What
# it finds stays in WORK.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/corpus")
set(NUMBER 0)
foreach(SEED ${SEEDS})
  if(IS_DIRECTORY "${SEED}")
    file(GLOB FILES "${SEED}/*")
  else()
    set(FILES "${SEED}")
  endif()
  foreach(FILE ${FILES})
    math(EXPR NUMBER "${NUMBER} + 1")
    configure_file("${FILE}" "${WORK}/corpus/${NUMBER}" COPYONLY)
  endforeach()
endforeach()
if(NUMBER EQUAL 0)
  message(FATAL_ERROR "there are no seeds in '${SEEDS}'")
endif()
set(AMOUNT -runs=1000 -seed=1)
if(DEFINED ENV{MLGO_FUZZ_SECONDS})
  set(AMOUNT -max_total_time=$ENV{MLGO_FUZZ_SECONDS})
endif()
execute_process(COMMAND "${FUZZER}" ${AMOUNT} -timeout=20 -rss_limit_mb=4096
  -verbosity=0 -print_final_stats=1 "${WORK}/corpus"
  WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
