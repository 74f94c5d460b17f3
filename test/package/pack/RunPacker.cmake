# Learns which blocks to pack: few, and those that are worth it.
#
# USAGE: cmake -DPACKER=... -DMLGO=... -DFOLDER=... -P RunPacker.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/logs/it)

# pack(<variable> <environment>...): packs the packer itself.
function(pack WHAT)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ${ARGN} ${PACKER} pack ${PACKER}
    OUTPUT_VARIABLE TEXT COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
  message(STATUS "${TEXT}")
  string(REGEX MATCHALL "[0-9]+" NUMBERS "${TEXT}")
  set(${WHAT} ${NUMBERS} PARENT_SCOPE)
endfunction()

set(LOG ${FOLDER}/logs/it/1.log)
pack(ALL PACK_MODE=development PACK_TRAINING_LOG=${LOG})
execute_process(COMMAND ${MLGO} log check ${LOG} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PACKER} learn ${FOLDER}/logs ${FOLDER}/packer.mlgo
  COMMAND_ERROR_IS_FATAL ANY)
pack(LEARNED PACK_MODEL=${FOLDER}/packer.mlgo)
foreach(NAME BLOCKS TRIED SAVED SAVABLE)
  list(POP_FRONT LEARNED ${NAME})
endforeach()
math(EXPR SHARE "100 * ${SAVED} / ${SAVABLE}")
math(EXPR QUARTER "${BLOCKS} / 4")
if(SHARE LESS 70 OR NOT TRIED LESS QUARTER)
  message(FATAL_ERROR "saved ${SHARE} % of what can be, expected at least 70; "
    "tried ${TRIED} of ${BLOCKS} blocks, expected less than a quarter")
endif()
execute_process(COMMAND ${PACKER} pack ${PACKER} RESULT_VARIABLE CODE
  ERROR_VARIABLE ERRORS OUTPUT_QUIET)
if(CODE EQUAL 0 OR NOT ERRORS MATCHES "no policy is built in")
  message(FATAL_ERROR "no model: ${ERRORS}")
endif()
