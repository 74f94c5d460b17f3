# Gives the plugin of all advisors a name with a hash of its contents: ccache and
# sccache look at the name alone. Makes the compilers mlgo-clang of it, and the
# tools that CMake looks for beside them.
#
# USAGE: cmake -DPLUGIN=<built plugin> -DMAJOR=<LLVM major>
#              -DLIBRARY_FOLDER=<folder> -DPROGRAM_FOLDER=<folder>
#              -DWRAPPERS=<folder, or empty> -DCOMPILER_FOLDER=<clang's>
#              -DCONTENTS=<plugin,default> [-DMANUAL_FOLDER=<folder>] -P MLGONamePlugin.cmake
#
# Where PLUGIN is in LIBRARY_FOLDER already, the new name is a link to it, else
# it is copied, and its own name becomes the link. With the contents "plugin" go
# compilers with the major in their names, those without are the "default".
cmake_minimum_required(VERSION 3.25)

get_filename_component(NAME "${PLUGIN}" NAME_WLE)
get_filename_component(FOLDER "${PLUGIN}" DIRECTORY)
file(SHA256 "${PLUGIN}" HASH)
string(SUBSTRING "${HASH}" 0 16 HASH)
set(HASHED "${NAME}-${HASH}.so")

string(REPLACE "," ";" CONTENTS "${CONTENTS}")
if("plugin" IN_LIST CONTENTS)
  # One of before would go unnoticed.
  file(GLOB EARLIER "${LIBRARY_FOLDER}/${NAME}-*.so")
  foreach(FILE IN LISTS EARLIER)
    file(REMOVE "${FILE}")
  endforeach()
endif()
if(NOT "plugin" IN_LIST CONTENTS)
elseif(FOLDER STREQUAL LIBRARY_FOLDER)
  file(CREATE_LINK ${NAME}.so "${LIBRARY_FOLDER}/${HASHED}" SYMBOLIC)
else()
  file(MAKE_DIRECTORY "${LIBRARY_FOLDER}")
  file(COPY_FILE "${PLUGIN}" "${LIBRARY_FOLDER}/${HASHED}")
  file(CREATE_LINK ${HASHED} "${LIBRARY_FOLDER}/${NAME}.so" SYMBOLIC)
endif()
if(NOT WRAPPERS)
  return()
endif()

set(EXECUTABLE OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

# With its manual page, one for all programs of an ending.
function(add_program TEMPLATE NAME)
  if(MANUAL_FOLDER)
    set(PAGE mlgo-clang${ENDING}.1)
    if(NAME STREQUAL "mlgo-clang${ENDING}")
      set(MLGO_PAGE_ENDING "${ENDING}")
      string(REPLACE "-" "\\-" MLGO_PAGE_ENDING "${ENDING}")
      string(CONCAT MLGO_PAGE_NAMES "mlgo\\-clang${MLGO_PAGE_ENDING}, "
        "mlgo\\-clang++${MLGO_PAGE_ENDING}")
      string(TOUPPER "mlgo\\-clang${MLGO_PAGE_ENDING}" MLGO_PAGE_TITLE)
      configure_file("${WRAPPERS}/mlgo-clang.1.in" "${MANUAL_FOLDER}/${PAGE}" @ONLY)
    else()
      file(WRITE "${MANUAL_FOLDER}/${NAME}.1" ".so man1/${PAGE}\n")
    endif()
  endif()
  configure_file("${WRAPPERS}/${TEMPLATE}" "${PROGRAM_FOLDER}/${NAME}" @ONLY
    FILE_PERMISSIONS ${EXECUTABLE})
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/MLGOSmallest.cmake")
list(JOIN MLGO_SMALLEST_SECTIONS " " MLGO_SMALLEST_SECTIONS)
set(MLGO_COMPILER_FOLDER "${COMPILER_FOLDER}")
set(MLGO_COMPILER_MAJOR ${MAJOR})
set(MLGO_PLUGIN_NAME ${HASHED})
set(MLGO_LINKER_NAME mlgo-ld-${MAJOR})
file(READ "${WRAPPERS}/decisions.sh" MLGO_SUM_DECISIONS)
file(RELATIVE_PATH MLGO_WRAPPED_PLUGIN "${PROGRAM_FOLDER}"
  "${LIBRARY_FOLDER}/${HASHED}")
# Installed, they lie in the share folder.
set(MLGO_SOURCE_MODELS "")
if(NOT MANUAL_FOLDER)
  get_filename_component(MLGO_SOURCE_MODELS
    "${CMAKE_CURRENT_LIST_DIR}/../models" ABSOLUTE)
endif()
set(ENDINGS "")
if("plugin" IN_LIST CONTENTS)
  list(APPEND ENDINGS "-${MAJOR}")
  # Beside the plugin: a compiler's linker, which nobody starts by its name.
  configure_file("${WRAPPERS}/mlgo-ld.in" "${LIBRARY_FOLDER}/${MLGO_LINKER_NAME}"
    @ONLY FILE_PERMISSIONS ${EXECUTABLE})
endif()
if("default" IN_LIST CONTENTS)
  list(APPEND ENDINGS "/") # An empty element would be none.
  set(ENDING "")
  add_program(mlgo-launch.in mlgo-launch)
endif()
foreach(ENDING IN LISTS ENDINGS)
  string(REPLACE "/" "" ENDING "${ENDING}")
  foreach(MLGO_COMPILER_NAME clang clang++)
    set(MLGO_COMPILER ${MLGO_COMPILER_NAME}-${MAJOR})
    add_program(mlgo-clang.in mlgo-${MLGO_COMPILER_NAME}${ENDING})
  endforeach()
  add_program(mlgo-rustc.in mlgo-rustc${ENDING})
  foreach(TOOL llvm-ar llvm-ranlib clang-scan-deps)
    set(MLGO_TOOL_NAME ${TOOL}-${MAJOR})
    set(MLGO_TOOL_PATH "${COMPILER_FOLDER}/${TOOL}")
    add_program(mlgo-tool.in mlgo-${TOOL}${ENDING})
  endforeach()
endforeach()
