# Fails when an include points the wrong way: from a room to one that it may not
# know, from a public header to a private one, or to a package of others.
#
# USAGE: cmake -DSOURCE_DIR=<project> -P Layering.cmake

cmake_minimum_required(VERSION 3.25)
set(FAULTS "")
set(ROOMS "")

# mlgo_room(<name> KNOWS <room>... [PACKAGES <regex>]): whom it may include, and
# which headers of others besides the standard library's. Who is known was listed
# before, so that there is no circle.
function(mlgo_room NAME)
  cmake_parse_arguments(ARG "" "PACKAGES" "KNOWS" ${ARGN})
  foreach(ROOM IN LISTS ARG_KNOWS)
    if(NOT ROOM IN_LIST ROOMS)
      message(FATAL_ERROR "room ${NAME} knows ${ROOM}, which comes later")
    endif()
  endforeach()
  if(NOT ARG_PACKAGES)
    set(ARG_PACKAGES "^$")
  endif()
  set(KNOWN_${NAME} ${NAME} ${ARG_KNOWS} PARENT_SCOPE)
  set(PACKAGES_${NAME} "${ARG_PACKAGES}" PARENT_SCOPE)
  set(ROOMS ${ROOMS} ${NAME} PARENT_SCOPE)
endfunction()

mlgo_room(support)
mlgo_room(passes) # Tasks.def, the list of all tasks.
mlgo_room(tensor KNOWS support PACKAGES "^nlohmann/")
mlgo_room(model KNOWS support tensor PACKAGES "^(Eigen/|flatbuffers/)")
mlgo_room(runner KNOWS support tensor model)
mlgo_room(task KNOWS support passes tensor model runner)
set(RUNTIME ${ROOMS})
mlgo_room(build KNOWS ${RUNTIME})
mlgo_room(corpus KNOWS ${RUNTIME} build)
mlgo_room(link KNOWS ${RUNTIME} build corpus PACKAGES "^(zlib|lzma)")
mlgo_room(report KNOWS ${RUNTIME})
mlgo_room(compare KNOWS ${RUNTIME} build corpus link report)
mlgo_room(learn KNOWS ${RUNTIME} PACKAGES "^(Eigen|xgboost)/")
mlgo_room(search KNOWS ${RUNTIME})
mlgo_room(workers KNOWS ${RUNTIME} PACKAGES "^mpi")
mlgo_room(evolve KNOWS ${RUNTIME} PACKAGES "^Eigen/")
mlgo_room(llvm KNOWS ${RUNTIME} PACKAGES "^llvm/") # Public adapters.
mlgo_room(compile KNOWS ${RUNTIME} build corpus link llvm PACKAGES "^llvm/")
mlgo_room(explain KNOWS ${RUNTIME} build corpus link report compare compile
  PACKAGES "^llvm/(ADT|Demangle)/")
set(PASS ${RUNTIME} llvm compile)
set(OF_PASS "^llvm(-c)?/|^(InlineSize|InlineWasm|RegAllocEvict.*|Gate.*)\\.h$")
mlgo_room(passes/common KNOWS ${PASS} PACKAGES "${OF_PASS}")
mlgo_room(passes/rules KNOWS ${PASS} passes/common PACKAGES "${OF_PASS}")
mlgo_room(passes/inliner KNOWS ${PASS} passes/common passes/rules
  PACKAGES "${OF_PASS}")
mlgo_room(passes/regalloc KNOWS ${PASS} passes/common passes/rules
  PACKAGES "${OF_PASS}")
mlgo_room(passes/gate KNOWS ${PASS} link passes/common PACKAGES "${OF_PASS}")
mlgo_room(passes/priority KNOWS ${PASS} passes/common passes/regalloc
  PACKAGES "${OF_PASS}")
mlgo_room(evaluate KNOWS ${ROOMS} PACKAGES "^llvm/")
mlgo_room(tune KNOWS ${ROOMS})
mlgo_room(tools KNOWS ${ROOMS} PACKAGES "^CLI/")
# Compiled policies, and what unit tests share.
mlgo_room(bench KNOWS ${ROOMS} PACKAGES
  "^((benchmark|llvm|pagmo|xgboost|Eigen|nlohmann|model)/|[A-Z])")

# Outside headers of which one public door is to know.
set(DOOR include/mlgo/tensor/JSON.h src/tensor/JSON.h)

# The room of a file of ours.
function(mlgo_find_room FILE OUT)
  string(REGEX REPLACE "^(include/mlgo|src)/" "" ROOM "${FILE}")
  string(REGEX MATCH "^(passes/)?[a-z]+" ROOM "${ROOM}")
  set(${OUT} "${ROOM}" PARENT_SCOPE)
endfunction()

# What sources of passes call without a folder is found by name.
file(GLOB_RECURSE FILES RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/passes/*.h"
  "${SOURCE_DIR}/bench/*.h")
foreach(FILE IN LISTS FILES)
  get_filename_component(NAME "${FILE}" NAME)
  set("AT_${NAME}" "${FILE}")
endforeach()

file(GLOB_RECURSE FILES RELATIVE "${SOURCE_DIR}" "${SOURCE_DIR}/include/*.h"
  "${SOURCE_DIR}/src/*.h" "${SOURCE_DIR}/src/*.cpp" "${SOURCE_DIR}/src/*.def"
  "${SOURCE_DIR}/passes/*.h" "${SOURCE_DIR}/passes/*.cpp"
  "${SOURCE_DIR}/bench/*.h" "${SOURCE_DIR}/bench/*.cpp")
foreach(FILE IN LISTS FILES)
  mlgo_find_room("${FILE}" ROOM)
  if(NOT ROOM IN_LIST ROOMS)
    continue() # All plugins in one, and what is not C++.
  endif()
  get_filename_component(HERE "${FILE}" DIRECTORY)
  file(STRINGS "${SOURCE_DIR}/${FILE}" LINES REGEX "^#[ ]*include")
  foreach(LINE IN LISTS LINES)
    string(REGEX REPLACE "^#[ ]*include[ ]*[<\"]([^>\"]*)[>\"].*" "\\1" HEADER
      "${LINE}")
    set(OURS "")
    foreach(PLACE "${HERE}" include src passes)
      if(NOT OURS AND EXISTS "${SOURCE_DIR}/${PLACE}/${HEADER}")
        set(OURS "${PLACE}/${HEADER}")
      endif()
    endforeach()
    if(NOT OURS AND DEFINED "AT_${HEADER}")
      set(OURS "${AT_${HEADER}}")
    endif()
    if(OURS)
      mlgo_find_room("${OURS}" KNOWN)
      if(NOT KNOWN IN_LIST KNOWN_${ROOM})
        list(APPEND FAULTS "${FILE}: room ${ROOM} includes ${HEADER}")
      endif()
      if(FILE MATCHES "^include/" AND NOT OURS MATCHES "^include/")
        list(APPEND FAULTS "${FILE}: a public header includes ${HEADER}")
      endif()
    elseif(HEADER MATCHES "^nlohmann/" AND NOT ROOM STREQUAL bench)
      if(NOT FILE IN_LIST DOOR)
        list(APPEND FAULTS "${FILE}: includes ${HEADER}, expected tensor/JSON.h")
      endif()
    elseif(HEADER MATCHES "${PACKAGES_${ROOM}}" OR HEADER MATCHES "^(sys|embedded)/" OR
           HEADER MATCHES "_generated[.]h$")
      continue()
    elseif(HEADER MATCHES "/")
      list(APPEND FAULTS "${FILE}: room ${ROOM} includes ${HEADER}")
    elseif(LINE MATCHES "\"")
      list(APPEND FAULTS "${FILE}: room ${ROOM} includes ${HEADER}, which is nowhere")
    endif()
  endforeach()
endforeach()

# Every version condition lives in one header.
foreach(FILE IN LISTS FILES)
  if(FILE MATCHES "^bench/" OR FILE STREQUAL "include/mlgo/llvm/LLVMCompat.h")
    continue()
  endif()
  file(STRINGS "${SOURCE_DIR}/${FILE}" LINES REGEX "LLVM_VERSION_MAJOR")
  if(LINES)
    list(APPEND FAULTS "${FILE}: looks at LLVM_VERSION_MAJOR, expected LLVMCompat.h to")
  endif()
endforeach()

# The descriptors of tasks are the only sources that a room takes from another.
file(GLOB BUILD_FILES "${SOURCE_DIR}/src/*/CMakeLists.txt")
foreach(FILE IN LISTS BUILD_FILES)
  file(STRINGS "${FILE}" LINES REGEX "/passes/|[.][.]/")
  foreach(LINE IN LISTS LINES)
    if(NOT FILE MATCHES "/task/" OR NOT LINE MATCHES "/\\*(Task|Inputs)\\.cpp")
      list(APPEND FAULTS "${FILE}: takes what is not its own: ${LINE}")
    endif()
  endforeach()
endforeach()

if(FAULTS)
  list(JOIN FAULTS "\n  " TEXT)
  message(FATAL_ERROR "layers:\n  ${TEXT}")
endif()
message(STATUS "layers: includes point one way")
