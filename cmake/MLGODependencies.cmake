# Packages of others. All are Debian 12 packages; cmake/packages.txt lists them.

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
# Global: mlgo_add_aot_model uses it in the folders of those who include mlgo.
find_package(Eigen3 3.4 REQUIRED NO_MODULE GLOBAL)
find_package(FlatBuffers REQUIRED)
find_program(MLGO_FLATC flatc REQUIRED)
# They tell how small programs become.
find_library(MLGO_LZMA_LIBRARY lzma REQUIRED)
find_library(MLGO_ZLIB_LIBRARY z REQUIRED)
# Optional: learns trees. Debian's package file of XGBoost names a program that
# lies in another package, so it cannot be used.
find_library(MLGO_XGBOOST_LIBRARY xgboost)
find_path(MLGO_XGBOOST_INCLUDE xgboost/c_api.h)
# Optional: ranks of Open MPI as workers, of which the C interface is used.
find_library(MLGO_MPI_LIBRARY mpi)
find_path(MLGO_MPI_INCLUDE mpi.h PATH_SUFFIXES mpi openmpi)
find_program(MLGO_MPIRUN mpirun)

# mlgo_find_llvm(<major>): imported target mlgo_llvm_<major> for the shared
# library and headers of one installed LLVM, and MLGO_LLVM_<major>_TOOLS, the
# folder of its programs. Several majors can be found in one build tree, which
# find_package(LLVM) does not allow.
function(mlgo_find_llvm MAJOR)
  if(TARGET mlgo_llvm_${MAJOR})
    return()
  endif()
  find_program(MLGO_LLVM_CONFIG_${MAJOR} llvm-config-${MAJOR})
  if(NOT MLGO_LLVM_CONFIG_${MAJOR})
    message(STATUS "LLVM ${MAJOR}: llvm-config-${MAJOR} not found")
    return()
  endif()
  foreach(WHAT includedir libdir bindir version)
    execute_process(COMMAND ${MLGO_LLVM_CONFIG_${MAJOR}} --${WHAT}
      OUTPUT_VARIABLE ${WHAT} OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  find_library(MLGO_LLVM_LIBRARY_${MAJOR} NAMES LLVM-${MAJOR} LLVM
    PATHS ${libdir} NO_DEFAULT_PATH REQUIRED)
  message(STATUS "LLVM ${MAJOR}: ${version}")
  add_library(mlgo_llvm_${MAJOR} INTERFACE IMPORTED GLOBAL)
  target_include_directories(mlgo_llvm_${MAJOR} SYSTEM INTERFACE ${includedir})
  target_link_libraries(mlgo_llvm_${MAJOR} INTERFACE
    ${MLGO_LLVM_LIBRARY_${MAJOR}})
  target_compile_definitions(mlgo_llvm_${MAJOR} INTERFACE
    __STDC_LIMIT_MACROS __STDC_CONSTANT_MACROS)
  # GCC 12 sees uninitialised reads in LLVM's small maps that do not happen.
  target_compile_options(mlgo_llvm_${MAJOR} INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set(MLGO_LLVM_${MAJOR}_TOOLS ${bindir} CACHE INTERNAL "")
endfunction()

if(MLGO_BUILD_PASSES)
  set(MLGO_FOUND_LLVM_VERSIONS "")
  foreach(MAJOR IN LISTS MLGO_LLVM_VERSIONS)
    mlgo_find_llvm(${MAJOR})
    if(TARGET mlgo_llvm_${MAJOR})
      list(APPEND MLGO_FOUND_LLVM_VERSIONS ${MAJOR})
    endif()
  endforeach()
  if(NOT MLGO_FOUND_LLVM_VERSIONS)
    message(FATAL_ERROR "no LLVM found: looked for llvm-config-{${MLGO_LLVM_VERSIONS}}; "
      "install llvm-<major>-dev, or configure with -DMLGO_BUILD_PASSES=OFF")
  endif()
  list(GET MLGO_FOUND_LLVM_VERSIONS 0 MLGO_PRIMARY_LLVM)
endif()
