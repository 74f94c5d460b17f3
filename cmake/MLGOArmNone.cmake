# A toolchain for Arm processors without an operating system, of Debian's packages:
# mlgo-clang and lld, picolibc, and the libgcc of gcc-arm-none-eabi.
#
#   cmake -B out -DCMAKE_TOOLCHAIN_FILE=<this> -DMLGO_CPU="-mcpu=cortex-m4 -mfloat-abi=hard"
#
# -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 gives stock's sizes.
# The board is the project's: where memory lies says its linker script.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # Programs need a board.
set(MLGO_CPU "-mcpu=cortex-m3" CACHE STRING "Options that name the processor")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MLGO_CPU)

foreach(LANGUAGE C CXX)
  if(NOT CMAKE_${LANGUAGE}_COMPILER)
    set(CMAKE_${LANGUAGE}_COMPILER mlgo-clang)
    if(LANGUAGE STREQUAL "CXX")
      string(APPEND CMAKE_CXX_COMPILER "++")
    endif()
  endif()
endforeach()

# Debian's gcc knows which of the libraries is for the processor.
separate_arguments(WORDS UNIX_COMMAND "${MLGO_CPU} -mthumb")
foreach(QUESTION multi-directory libgcc-file-name)
  execute_process(COMMAND arm-none-eabi-gcc ${WORDS} -print-${QUESTION}
    OUTPUT_VARIABLE ${QUESTION} OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_VARIABLE SAID RESULT_VARIABLE CODE)
  # It answers even if it does not know the processor.
  string(REGEX MATCH "[^\n]*error[^\n]*" SAID "${SAID}")
  if(NOT CODE EQUAL 0)
    message(FATAL_ERROR "MLGOArmNone.cmake: arm-none-eabi-gcc: ${CODE}; expected "
      "the packages gcc-arm-none-eabi and picolibc-arm-none-eabi")
  elseif(SAID)
    message(FATAL_ERROR "MLGOArmNone.cmake: MLGO_CPU is ${MLGO_CPU}: ${SAID}")
  endif()
endforeach()
set(PICOLIBC /usr/lib/picolibc/arm-none-eabi)
set(LIBRARIES ${PICOLIBC}/lib/${multi-directory})
if(NOT EXISTS ${LIBRARIES}/libc.a)
  message(FATAL_ERROR "MLGOArmNone.cmake: no ${LIBRARIES}/libc.a; expected the "
    "package picolibc-arm-none-eabi")
endif()

foreach(LANGUAGE C CXX)
  string(JOIN " " CMAKE_${LANGUAGE}_FLAGS_INIT --target=arm-none-eabi -mthumb
    ${MLGO_CPU} -idirafter${PICOLIBC}/include -ffunction-sections -fdata-sections)
  # CMake's own is -Os.
  set(CMAKE_${LANGUAGE}_FLAGS_MINSIZEREL "-Oz -DNDEBUG" CACHE STRING
    "Options of the build type MinSizeRel")
  set(CMAKE_${LANGUAGE}_STANDARD_LIBRARIES
    "${LIBRARIES}/libc.a ${libgcc-file-name}")
endforeach()
string(JOIN " " CMAKE_EXE_LINKER_FLAGS_INIT -nostdlib -fuse-ld=lld
  -L${PICOLIBC}/lib ${LIBRARIES}/crt0.o -Wl,--gc-sections)
