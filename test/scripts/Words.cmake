# Fails if a README says what is not there: a command that mlgo does not have, a
# link to no file, or a picture that its result file does not give. Fails also
# if the first README is longer than can be read at once.
#
# USAGE: cmake -DSOURCE_DIR=<project> -DMLGO=<tool> -DPYTHON=<python3>
#              -DWORK=<folder> -P Words.cmake

cmake_minimum_required(VERSION 3.25)
set(FAULTS "")
set(COMMANDS "")
file(GLOB_RECURSE READMES "${SOURCE_DIR}/models/*.md" "${SOURCE_DIR}/bench/*.md"
  "${SOURCE_DIR}/passes/*.md" "${SOURCE_DIR}/src/*.md"
  "${SOURCE_DIR}/test/*.md")
list(APPEND READMES "${SOURCE_DIR}/README.md")

file(READ "${SOURCE_DIR}/README.md" TEXT)
string(REGEX MATCHALL "\n" ENDS "${TEXT}")
list(LENGTH ENDS COUNT)
if(COUNT GREATER 120)
  list(APPEND FAULTS "README.md has ${COUNT} lines, not 120 at most")
endif()

foreach(FILE IN LISTS READMES)
  file(READ "${FILE}" TEXT)
  get_filename_component(FOLDER "${FILE}" DIRECTORY)
  string(REGEX MATCHALL "\\]\\([a-zA-Z./-]+\\)" LINKS "${TEXT}")
  foreach(LINK IN LISTS LINKS)
    string(REGEX REPLACE "^.*\\((.*)\\)$" "\\1" LINK "${LINK}")
    if(NOT EXISTS "${FOLDER}/${LINK}")
      list(APPEND FAULTS "${FILE}: no file ${LINK}")
    endif()
  endforeach()
  # "mlgo X" in code; of commands with subcommands, both words.
  string(REGEX MATCHALL "[`$/N ]mlgo\"? ((corpus|log|model) )?[a-z]+[^a-z-]" NAMED
    "${TEXT}")
  foreach(NAME IN LISTS NAMED)
    if(NAME MATCHES "^ mlgo")
      continue() # A sentence about mlgo.
    endif()
    string(REGEX REPLACE "^.mlgo\"? (.*)[^a-z-]$" "\\1" NAME "${NAME}")
    list(APPEND COMMANDS "${NAME}")
  endforeach()
endforeach()

file(READ "${SOURCE_DIR}/models/train.sh" TEXT)
string(REGEX MATCHALL "[$]mlgo\" ((corpus|log|model) )?[a-z]+[^a-z-]" NAMED "${TEXT}")
list(TRANSFORM NAMED REPLACE "^.mlgo\" (.*)[^a-z-]$" "\\1")
list(APPEND COMMANDS ${NAMED})
list(REMOVE_DUPLICATES COMMANDS)
foreach(NAME IN LISTS COMMANDS)
  separate_arguments(WORDS UNIX_COMMAND "${NAME}")
  execute_process(COMMAND ${MLGO} ${WORDS} --help RESULT_VARIABLE CODE
    OUTPUT_QUIET ERROR_QUIET)
  if(NOT CODE EQUAL 0)
    list(APPEND FAULTS "there is no command mlgo ${NAME}")
  endif()
endforeach()

# Pictures are what their scripts make of their numbers.
function(check_picture SCRIPT PICTURE)
  set(MODELS ${SOURCE_DIR}/models)
  list(TRANSFORM ARGN PREPEND ${MODELS}/ OUTPUT_VARIABLE NUMBERS)
  execute_process(COMMAND ${PYTHON} ${MODELS}/${SCRIPT} ${NUMBERS}
    -o ${WORK}/${PICTURE} RESULT_VARIABLE CODE)
  file(SHA256 "${MODELS}/${PICTURE}" KEPT)
  file(SHA256 "${WORK}/${PICTURE}" DRAWN)
  if(NOT CODE EQUAL 0 OR NOT KEPT STREQUAL DRAWN)
    set(FAULTS "${FAULTS};models/${PICTURE} is not what ${NUMBERS} give"
      PARENT_SCOPE)
  endif()
endfunction()
check_picture(plot-sizes.py sizes.svg sizes/learned.json sizes/registers.json sizes/default.json
  sizes/smallest.json)
check_picture(learning-curve.py learning-curve.svg learning-curve.csv)

if(FAULTS)
  list(JOIN FAULTS "\n  " TEXT)
  message(FATAL_ERROR "words without what they name:\n  ${TEXT}")
endif()
list(LENGTH COMMANDS COUNT)
message(STATUS "README.md is short, and ${COUNT} commands exist")
