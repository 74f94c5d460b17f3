# Fails unless PROGRAM, called with ARGUMENTS, ends with the code EXIT and prints
# what the file EXPECTED holds: on standard output on success, else on standard
# error only.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS}
  RESULT_VARIABLE Code OUTPUT_VARIABLE Output ERROR_VARIABLE Errors)
file(READ ${EXPECTED} Expected)
if(EXIT EQUAL 0)
  set(Found "${Output}")
  set(Other "${Errors}")
else()
  set(Found "${Errors}")
  set(Other "${Output}")
endif()
if(NOT Code STREQUAL EXIT)
  message(FATAL_ERROR "exit code is ${Code}, expected ${EXIT}\n${Errors}")
endif()
if(NOT Found STREQUAL Expected)
  message(FATAL_ERROR "output is\n${Found}\nexpected\n${Expected}")
endif()
if(NOT Other STREQUAL "")
  message(FATAL_ERROR "the other stream has\n${Other}\nexpected nothing")
endif()
