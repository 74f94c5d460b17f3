# Makes a module with the compiler of the version in question, and compares.
#
# USAGE: cmake -DMLGO=<program> -DMAJOR=<LLVM> -DTOOLS=<folder> -DPLUGIN=<file>
#          -DSOURCE=<C++ program> -DWORK=<folder> -P InlineParity.cmake

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND ${TOOLS}/clang++ -Oz -Xclang -disable-llvm-passes
  -emit-llvm -c ${SOURCE} -o ${WORK}/x.bc COMMAND_ERROR_IS_FATAL ANY)
set(ENV{TMPDIR} "${WORK}")
# Stock LLVM 19 overwrites another input with the default decision.
set(ENV{RULES} "always never alternate")
if(MAJOR GREATER 19)
  set(ENV{RULES} "always never alternate default")
endif()
foreach(PIPELINE default<Oz> default<O2>)
  set(ENV{PIPELINE} "${PIPELINE}")
  execute_process(COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/inline-parity.sh
    ${MLGO} ${TOOLS}/opt ${PLUGIN} ${WORK}/x.bc COMMAND_ERROR_IS_FATAL ANY)
  set(ENV{RULES} "alternate") # Enough to see that -O2 is no different.
endforeach()
