# Fails when an include points the wrong way.
#
# USAGE: cmake -DSOURCE_DIR=<project> -P Layering.cmake
#
# ALLOWED_<layer> lists the layers that it may include; PACKAGES_<layer> is a
# regular expression of the outside headers that it may include besides the
# standard library's.

cmake_minimum_required(VERSION 3.25)
set(ALLOWED_support support)
set(ALLOWED_tensor support tensor)
set(ALLOWED_model support tensor model)
set(ALLOWED_runner support tensor model runner)
set(ALLOWED_task support tensor model runner task)
set(RUNTIME support tensor model runner task)
set(ALLOWED_corpus ${RUNTIME} corpus)
set(ALLOWED_link ${RUNTIME} corpus link)
set(ALLOWED_compare ${RUNTIME} corpus link compare)
set(ALLOWED_report ${RUNTIME} report)
set(ALLOWED_learn ${RUNTIME} learn)
set(ALLOWED_search ${RUNTIME} search)
set(ALLOWED_workers ${RUNTIME} workers)
set(ALLOWED_evolve ${RUNTIME} report evolve)
set(TRAINING corpus link compare report learn search workers evolve)
set(ALLOWED_llvm ${RUNTIME} ${TRAINING} llvm)
set(ALLOWED_evaluate ${RUNTIME} ${TRAINING} llvm)

set(PACKAGES_support "^$")
set(PACKAGES_tensor "^nlohmann/")
set(PACKAGES_model "^(Eigen/|flatbuffers/|mlgo_generated)")
set(PACKAGES_runner "^$")
set(PACKAGES_task "^$")
foreach(LAYER IN LISTS TRAINING)
  set(PACKAGES_${LAYER} "^nlohmann/")
endforeach()
set(PACKAGES_learn "^(Eigen/|nlohmann/|xgboost/)")
set(PACKAGES_workers "^mpi")
set(PACKAGES_evolve "^(Eigen/|nlohmann/)")
set(PACKAGES_llvm "^llvm/")
set(PACKAGES_evaluate "^(llvm|evaluate)/")

# Outside headers of which one source file, or one public door, is to know.
set(ONE_DOOR_nlohmann "include/mlgo/tensor/JSON.h")

set(FAULTS "")
foreach(LAYER ${RUNTIME} ${TRAINING} llvm evaluate)
  file(GLOB_RECURSE FILES "${SOURCE_DIR}/include/mlgo/${LAYER}/*.h"
    "${SOURCE_DIR}/src/${LAYER}/*.h" "${SOURCE_DIR}/src/${LAYER}/*.cpp")
  foreach(FILE IN LISTS FILES)
    file(RELATIVE_PATH NAME "${SOURCE_DIR}" "${FILE}")
    file(STRINGS "${FILE}" LINES REGEX "^#[ ]*include")
    foreach(LINE IN LISTS LINES)
      string(REGEX REPLACE "^#[ ]*include[ ]*[<\"]([^>\"]*)[>\"].*" "\\1" HEADER
        "${LINE}")
      if(HEADER MATCHES "^mlgo/([a-z]+)/")
        if(NOT CMAKE_MATCH_1 IN_LIST ALLOWED_${LAYER})
          list(APPEND FAULTS "${NAME}: layer ${LAYER} includes ${HEADER}")
        endif()
      elseif(HEADER MATCHES "/" AND NOT HEADER MATCHES "^sys/"
             AND NOT HEADER MATCHES "${PACKAGES_${LAYER}}")
        list(APPEND FAULTS "${NAME}: layer ${LAYER} includes ${HEADER}")
      endif()
      if(HEADER MATCHES "^nlohmann/" AND NOT NAME STREQUAL ONE_DOOR_nlohmann)
        list(APPEND FAULTS "${NAME}: includes ${HEADER}, expected mlgo/tensor/JSON.h")
      endif()
      if(HEADER MATCHES "^(xgboost/|mlgo_generated)" AND NAME MATCHES "^include/")
        list(APPEND FAULTS "${NAME}: a public header includes ${HEADER}")
      endif()
    endforeach()
  endforeach()
endforeach()

# Every version condition lives in one header.
file(GLOB_RECURSE FILES "${SOURCE_DIR}/include/*.h" "${SOURCE_DIR}/src/*.h"
  "${SOURCE_DIR}/src/*.cpp" "${SOURCE_DIR}/passes/*.h" "${SOURCE_DIR}/passes/*.cpp")
foreach(FILE IN LISTS FILES)
  file(RELATIVE_PATH NAME "${SOURCE_DIR}" "${FILE}")
  file(STRINGS "${FILE}" LINES REGEX "LLVM_VERSION_MAJOR")
  if(LINES AND NOT NAME STREQUAL "include/mlgo/llvm/LLVMCompat.h")
    list(APPEND FAULTS "${NAME}: looks at LLVM_VERSION_MAJOR, expected LLVMCompat.h to")
  endif()
endforeach()

if(FAULTS)
  list(JOIN FAULTS "\n  " TEXT)
  message(FATAL_ERROR "layers:\n  ${TEXT}")
endif()
message(STATUS "layers: includes point one way")
