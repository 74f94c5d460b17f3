# Whether two programs print the same; the second may have to be compiled first.
#
# USAGE: cmake -DFIRST=<program> -DSECOND=<command>,<argument>...
#        -P EqualOutput.cmake
#        cmake -DFIRST=<program> -DCOMPILER=<compiler> -DFLAGS=<argument>,...
#        -DPROGRAM=<output> -P EqualOutput.cmake
cmake_minimum_required(VERSION 3.25)
if(PROGRAM)
  if(NOT COMPILER)
    message(FATAL_ERROR "SKIPPED: no such compiler")
  endif()
  string(REPLACE "," ";" FLAGS "${FLAGS}")
  execute_process(COMMAND ${COMPILER} ${FLAGS} -o ${PROGRAM}
    COMMAND_ERROR_IS_FATAL ANY)
  set(SECOND ${PROGRAM})
endif()
string(REPLACE "," ";" SECOND "${SECOND}")
foreach(SIDE FIRST SECOND)
  execute_process(COMMAND ${${SIDE}} OUTPUT_VARIABLE ${SIDE}_OUTPUT
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(NOT FIRST_OUTPUT OR NOT FIRST_OUTPUT STREQUAL SECOND_OUTPUT)
  message(FATAL_ERROR "outputs differ:\n${FIRST_OUTPUT}\n${SECOND_OUTPUT}")
endif()
message(STATUS "equal:\n${FIRST_OUTPUT}")
