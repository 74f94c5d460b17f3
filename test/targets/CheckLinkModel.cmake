# Builds a package's corpus for another target, and compares what the model of
# the linker says of more inlining with what lld links.
#
# USAGE: cmake -DMLGO=<mlgo> -DTARGET=<target> -DPACKAGE=<recipe>
#   -DMAX_ERROR=<points of per cent> -DWORK=<folder> -P CheckLinkModel.cmake
set(CORPORA ${WORK}-${TARGET})
execute_process(
  COMMAND ${MLGO} corpus fetch ${PACKAGE} --target ${TARGET} --into ${CORPORA}
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
if(ERRORS MATCHES "needs Debian packages that are not installed:([^\n]*)")
  message("SKIPPED: install${CMAKE_MATCH_1}, see cmake/packages-targets.txt")
  return()
elseif(ERRORS MATCHES ": fetch: [^\n]*")
  message("SKIPPED: no sources${CMAKE_MATCH_0}")
  return()
elseif(NOT EXIT EQUAL 0)
  message(FATAL_ERROR "mlgo corpus fetch ended with ${EXIT}:\n${ERRORS}")
endif()
execute_process(
  COMMAND ${MLGO} eval --corpus ${CORPORA}/${PACKAGE} --link --jobs 1
    --policy threshold=60
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
message("${OUTPUT}${ERRORS}")
if(NOT EXIT EQUAL 0)
  message(FATAL_ERROR "mlgo eval ended with ${EXIT}")
elseif(OUTPUT MATCHES "as linked:[^:]*programs?: geometric mean [+-]0\\.00%")
  message(FATAL_ERROR "nothing changed, so that nothing was compared")
elseif(NOT OUTPUT MATCHES "model's error: [^,]*, largest [+-]([0-9.]+)%")
  message(FATAL_ERROR "the table says nothing of the model's error")
elseif(CMAKE_MATCH_1 GREATER MAX_ERROR)
  message(FATAL_ERROR "the model's error is ${CMAKE_MATCH_1} points, expected "
    "at most ${MAX_ERROR}")
endif()
