# What Debian wants of a package beyond the installed files: who may copy it, what
# changed, and compressed manuals; these are found compressed behind .so, too. Run
# by cpack before it packs.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# The licence's own part; of the rest Debian has one copy for all.
file(READ "${CPACK_RESOURCE_FILE_LICENSE}" LICENSE)
string(REGEX REPLACE "^.*\n---- LLVM Exceptions[^\n]*\n\n" "" EXCEPTION
  "${LICENSE}")
string(REGEX REPLACE "\n\n" "\n.\n" EXCEPTION "${EXCEPTION}")
string(REGEX REPLACE "\n([^\n])" "\n \\1" EXCEPTION "${EXCEPTION}")
set(COPYRIGHT "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mlgo

Files: *
Copyright: 2026 the mlgo authors
License: Apache-2.0 with LLVM exception
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
 .
 ${EXCEPTION}")

string(TIMESTAMP NOW "%a, %d %b %Y %H:%M:%S +0000" UTC)
if(NOT CPACK_DEBIAN_PACKAGE_VERSION)
  set(CPACK_DEBIAN_PACKAGE_VERSION ${CPACK_PACKAGE_VERSION})
endif()
set(CHANGES "mlgo (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium

  * Packages of this version.

 -- ${CPACK_PACKAGE_CONTACT}  ${NOW}
")

file(GLOB COMPONENTS LIST_DIRECTORIES ON "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*")
foreach(COMPONENT IN LISTS COMPONENTS)
  if(NOT IS_DIRECTORY "${COMPONENT}/usr")
    continue()
  endif()
  get_filename_component(NAME "${COMPONENT}" NAME)
  string(TOUPPER "${NAME}" NAME)
  set(FOLDER "${COMPONENT}/usr/share/doc/${CPACK_DEBIAN_${NAME}_PACKAGE_NAME}")
  file(REMOVE "${FOLDER}/LICENSE")
  file(WRITE "${FOLDER}/copyright" "${COPYRIGHT}")
  file(WRITE "${FOLDER}/changelog" "${CHANGES}")
  # Debian's zsh looks for what packages bring in a folder of its own.
  set(ZSH "${COMPONENT}/usr/share/zsh")
  if(EXISTS "${ZSH}/site-functions")
    file(RENAME "${ZSH}/site-functions" "${ZSH}/vendor-completions")
  endif()
  file(GLOB_RECURSE COMPRESSED "${FOLDER}/changelog"
    "${COMPONENT}/usr/share/man/*.1")
  execute_process(COMMAND gzip -9nf ${COMPRESSED} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
