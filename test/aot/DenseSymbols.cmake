# Checks that the objects of the dense layer share no symbol that the linker may
# merge: one compiled for AVX2 must not stand in for one compiled for SSE2.
#
# USAGE: cmake -DNM=<nm> -DOBJECTS=<object>,... -P DenseSymbols.cmake
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" OBJECTS "${OBJECTS}")
set(SEEN "")
foreach(OBJECT IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only --extern-only ${OBJECT}
    OUTPUT_VARIABLE OUTPUT COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[A-Za-z] [^\n]+" SYMBOLS "${OUTPUT}")
  if(NOT SYMBOLS)
    message(FATAL_ERROR "${OBJECT}: defines no symbol")
  endif()
  foreach(SYMBOL IN LISTS SYMBOLS)
    string(SUBSTRING "${SYMBOL}" 2 -1 SYMBOL)
    if(SYMBOL IN_LIST SEEN)
      message(FATAL_ERROR "${OBJECT}: ${SYMBOL} is in an object for another "
        "instruction set, too")
    endif()
    # Whatever else is merged with other code comes from the standard library.
    if(NOT SYMBOL MATCHES "dense_[a-z0-9]+|mlgo_eigen_[a-z0-9]+|runDense|^_?DW")
      message(FATAL_ERROR "${OBJECT}: ${SYMBOL} has the name that it has in "
        "code for other instruction sets")
    endif()
    list(APPEND SEEN ${SYMBOL})
  endforeach()
endforeach()
