# Runs a command, and fails unless both its exit code and its output are as
# expected. A test property for the output would have CTest ignore the code.
#
# USAGE: cmake -DEXIT=<regular expression> -DOUTPUT=<regular expression>
#          [-DWITHOUT=<regular expression>] -P CheckRun.cmake -- <command>...
set(COMMAND "")
set(IS_COMMAND FALSE)
math(EXPR LAST "${CMAKE_ARGC} - 1")
foreach(I RANGE ${LAST})
  if(IS_COMMAND)
    string(REPLACE ";" "\\;" WORD "${CMAKE_ARGV${I}}")
    list(APPEND COMMAND "${WORD}")
  elseif(CMAKE_ARGV${I} STREQUAL "--")
    set(IS_COMMAND TRUE)
  endif()
endforeach()
# Both streams in one, as they come.
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE Code
  OUTPUT_VARIABLE Said ERROR_VARIABLE Said)
message("${Said}")
if(NOT Code MATCHES "^(${EXIT})$")
  message(FATAL_ERROR "exit code is ${Code}, expected ${EXIT}")
endif()
if(NOT Said MATCHES "${OUTPUT}")
  message(FATAL_ERROR "found the output above, expected ${OUTPUT}")
endif()
if(NOT WITHOUT STREQUAL "" AND Said MATCHES "${WITHOUT}")
  message(FATAL_ERROR "found '${CMAKE_MATCH_0}' in the output, expected none")
endif()
