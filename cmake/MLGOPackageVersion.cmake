# Gives Debian packages of a clone a version of their own: apt takes two packages
# of one version for the same. Run by cpack for each generator, so that the commit
# is that of the day.
execute_process(COMMAND git -C ${CMAKE_CURRENT_LIST_DIR} describe --tags
  --exact-match RESULT_VARIABLE CODE OUTPUT_QUIET ERROR_QUIET)
if(CODE EQUAL 0)
  return() # A release.
endif()
set(ENV{TZ} UTC)
execute_process(COMMAND git -C ${CMAKE_CURRENT_LIST_DIR} log -1 --format=%cd
  --date=format-local:%Y%m%d%H%M%S RESULT_VARIABLE CODE OUTPUT_VARIABLE TIME
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT CODE EQUAL 0)
  return() # No clone.
endif()
set(CPACK_DEBIAN_PACKAGE_VERSION "${CPACK_PACKAGE_VERSION}+git${TIME}")
foreach(COMPONENT IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${COMPONENT} NAME)
  string(REPLACE "(= ${CPACK_PACKAGE_VERSION})"
    "(= ${CPACK_DEBIAN_PACKAGE_VERSION})" CPACK_DEBIAN_${NAME}_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_${NAME}_PACKAGE_DEPENDS}")
endforeach()
