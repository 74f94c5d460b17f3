# Packages of what cmake/MLGOInstall.cmake installs:
#
#   cmake --build build --target mlgo-installable
#   cpack --config build/CPackConfig.cmake -G DEB -B build/packages
#
# A Debian package a component, or with -G TXZ one tree that works anywhere.
set(CPACK_PACKAGE_NAME mlgo)
set(CPACK_PACKAGE_VENDOR mlgo)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # Each package has its own.
set(CPACK_PACKAGE_CONTACT "The mlgo maintainers <maintainers@mlgo.invalid>"
  CACHE STRING "Maintainer of the packages")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" MLGO_SYSTEM)
set(CPACK_PACKAGE_FILE_NAME mlgo-${PROJECT_VERSION}-${MLGO_SYSTEM})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE
  OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# A package with half of its contents is not made.
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/MLGOLook.cmake CONTENT "${MLGO_LOOK}
if(MLGO_ABSENT)
  message(FATAL_ERROR \"not built: \${MLGO_ADVICE}\")
endif()
include(\"${PROJECT_SOURCE_DIR}/cmake/MLGOPackageVersion.cmake\")
")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/MLGOLook.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/MLGODebian.cmake)
set(SAME "(= ${PROJECT_VERSION})")

# mlgo_add_package(<component> <package> <what it is> <description> [DEPENDS <text>]
#                  [RECOMMENDS <text>] [SUGGESTS <text>])
macro(mlgo_add_package COMPONENT PACKAGE SUMMARY DESCRIPTION)
  cmake_parse_arguments(ARG "" "DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  list(APPEND CPACK_COMPONENTS_ALL ${COMPONENT})
  string(TOUPPER ${COMPONENT} NAME)
  set(CPACK_DEBIAN_${NAME}_PACKAGE_NAME ${PACKAGE})
  set(CPACK_DEBIAN_${NAME}_DESCRIPTION "${SUMMARY}\n${DESCRIPTION}")
  foreach(RELATION DEPENDS RECOMMENDS SUGGESTS)
    set(CPACK_DEBIAN_${NAME}_PACKAGE_${RELATION} "${ARG_${RELATION}}")
  endforeach()
endmacro()

# A plugin needs the LLVM of its major and soname, which is that of the minor
# version, and not an older one than it was built with.
function(mlgo_depend_on_llvm MAJOR VARIABLE)
  execute_process(COMMAND dpkg-query -W -f=\${Version} libllvm${MAJOR}
    OUTPUT_VARIABLE VERSION ERROR_QUIET RESULT_VARIABLE CODE)
  string(REGEX MATCH "^([0-9]+:)?[0-9]+\\.([0-9]+)\\.[0-9]+" LEAST "${VERSION}")
  set(EPOCH "${CMAKE_MATCH_1}")
  math(EXPR NEXT "${CMAKE_MATCH_2} + 1")
  set(${VARIABLE} "libllvm${MAJOR} (>= ${LEAST}), libllvm${MAJOR} (<< ${EPOCH}${MAJOR}.${NEXT}~)"
    PARENT_SCOPE)
  if(NOT CODE EQUAL 0 OR NOT LEAST)
    set(${VARIABLE} "" PARENT_SCOPE) # What dpkg-shlibdeps finds has to do.
  endif()
endfunction()

foreach(MAJOR IN LISTS MLGO_FOUND_LLVM_VERSIONS)
  mlgo_depend_on_llvm(${MAJOR} MLGO_NEEDS_LLVM_${MAJOR})
  mlgo_add_package(plugin-${MAJOR} mlgo-plugin-${MAJOR}
    "learned inlining and register allocation for clang ${MAJOR}"
    "Plugins for clang-${MAJOR}, opt-${MAJOR} and lld-${MAJOR}, and the compilers mlgo-clang-${MAJOR}\nand mlgo-clang++-${MAJOR}, which load them. Decisions of learned policies make\nprograms smaller at -Oz and -Os."
    DEPENDS "${MLGO_NEEDS_LLVM_${MAJOR}}"
    RECOMMENDS "clang-${MAJOR}" SUGGESTS "lld-${MAJOR}, mlgo")
endforeach()
if(MLGO_BUILD_TOOLS AND MLGO_PRIMARY_LLVM)
  set(DEPENDS "mlgo-plugin-${MLGO_PRIMARY_LLVM} ${SAME}, clang-${MLGO_PRIMARY_LLVM}")
  if(MLGO_BUILD_TRAINER AND MLGO_NEEDS_LLVM_${MLGO_PRIMARY_LLVM})
    string(APPEND DEPENDS ", ${MLGO_NEEDS_LLVM_${MLGO_PRIMARY_LLVM}}")
  endif()
  mlgo_add_package(tool mlgo
    "compiler clang ${MLGO_PRIMARY_LLVM} with learned decisions, for smaller programs"
    "mlgo-clang and mlgo-clang++ are clang with learned inlining and register\nallocation. The command mlgo tries them on any build, searches the best\ndecisions for one program, and trains policies."
    DEPENDS "${DEPENDS}" RECOMMENDS "lld-${MLGO_PRIMARY_LLVM}"
    SUGGESTS "libxgboost0, mlgo-mpi")
endif()
mlgo_add_package(dev libmlgo-dev
  "learned decisions in programs and compiler passes, development files"
  "Headers, static libraries and CMake files: models as C++ classes, passes that\nlearn, and targets that make the programs of a CMake project smaller."
  DEPENDS "mlgo ${SAME}, liblzma-dev, zlib1g-dev" RECOMMENDS "libeigen3-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
if(TARGET mlgo-mpi)
  mlgo_add_package(mpi mlgo-mpi "ranks of MPI as workers of mlgo"
    "With it, mlgo search, labels, eval and train work on many machines: option\n--workers mpi, under mpirun. Without it they use the processors of one."
    DEPENDS "mlgo ${SAME}" RECOMMENDS "openmpi-bin")
endif()
include(CPack)
