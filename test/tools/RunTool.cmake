# What scripts that test the mlgo program share. Include it after setting
# RUN_FOLDER, where the program runs, and RUN_PREFIX, its first arguments (may be
# empty); MLGO is the program.

# run(<exit code> <argument>...): OUTPUT and ERRORS are what mlgo says.
function(run CODE)
  execute_process(COMMAND ${MLGO} ${RUN_PREFIX} ${ARGN}
    WORKING_DIRECTORY "${RUN_FOLDER}"
    RESULT_VARIABLE RESULT OUTPUT_VARIABLE OUT ERROR_VARIABLE ERR)
  if(NOT RESULT EQUAL CODE)
    message(FATAL_ERROR
      "${ARGN}: exit code is ${RESULT}, expected ${CODE}\n${OUT}${ERR}")
  endif()
  set(OUTPUT "${OUT}" PARENT_SCOPE)
  set(ERRORS "${ERR}" PARENT_SCOPE)
endfunction()

function(expect TEXT PATTERN)
  if(NOT TEXT MATCHES "${PATTERN}")
    message(FATAL_ERROR "output is\n${TEXT}\nexpected ${PATTERN}")
  endif()
endfunction()
