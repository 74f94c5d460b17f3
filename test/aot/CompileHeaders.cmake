# Compiles generated headers alone, with all warnings as errors, without
# exceptions and RTTI, in two translation units; links and runs the program.
#
# USAGE: cmake -DCOMPILER=<compiler> -DINCLUDES=<folder>,... -DEIGEN=<folder>
#        -DSOURCES=<folder> -DOUTPUT=<program> -P CompileHeaders.cmake
cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";-I" INCLUDES "-I${INCLUDES}")
execute_process(
  COMMAND ${COMPILER} -std=c++17 -O1 -Wall -Wextra -Werror -fno-exceptions
    -fno-rtti ${INCLUDES} -isystem ${EIGEN} ${SOURCES}/HeadersMain.cpp
    ${SOURCES}/HeadersUnit.cpp -o ${OUTPUT}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
