# Builds packages for another target with stock clang and with both plugins, and
# runs the programs: mlgo compare fails where they do not do the same.
#
# USAGE: cmake -DMLGO=<mlgo> -DTARGET=<target> -DPACKAGES=<recipe;...>
#   -DPLUGINS=<plugin;...> -DWORK=<folder> -P ComparePackages.cmake
set(PLUGIN_FLAGS "")
foreach(PLUGIN IN LISTS PLUGINS)
  list(APPEND PLUGIN_FLAGS --plugin ${PLUGIN})
endforeach()
execute_process(
  COMMAND ${MLGO} compare ${PACKAGES} --target ${TARGET} ${PLUGIN_FLAGS}
    --columns code,rodata,unwind,xz,gzip --work ${WORK}
  OUTPUT_VARIABLE OUTPUT ERROR_VARIABLE ERRORS RESULT_VARIABLE EXIT)
message("${OUTPUT}${ERRORS}")
if(EXIT EQUAL 0)
  foreach(PACKAGE IN LISTS PACKAGES)
    if(NOT OUTPUT MATCHES "\n${PACKAGE} ")
      message(FATAL_ERROR "${PACKAGE} is not in the table")
    endif()
  endforeach()
elseif(ERRORS MATCHES "needs Debian packages that are not installed:([^\n]*)")
  message("SKIPPED: install${CMAKE_MATCH_1}, see cmake/packages-targets.txt")
elseif(ERRORS MATCHES ": fetch: [^\n]*")
  message("SKIPPED: no sources${CMAKE_MATCH_0}")
else()
  message(FATAL_ERROR "mlgo compare ended with ${EXIT}")
endif()
