# Generated models in targets, and the kernels for their dense layers. Part of
# the installed package, too; there the sources lie beside this file.

if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../src/model/DenseKernel.cpp")
  set(MLGO_KERNEL_SOURCES "${CMAKE_CURRENT_LIST_DIR}/../src/model"
    CACHE INTERNAL "")
else()
  set(MLGO_KERNEL_SOURCES "${CMAKE_CURRENT_LIST_DIR}/kernels"
    CACHE INTERNAL "")
endif()

# One object library of the dense layer for one instruction set. Optimised in
# every build type: Eigen's expressions need it.
function(mlgo_add_dense_width SUFFIX NAME)
  add_library(mlgo_dense_${SUFFIX} OBJECT
    ${MLGO_KERNEL_SOURCES}/DenseKernelWidth.cpp)
  target_compile_definitions(mlgo_dense_${SUFFIX} PRIVATE
    Eigen=mlgo_eigen_${SUFFIX}
    MLGO_DENSE_NAMESPACE=dense_${SUFFIX}
    MLGO_DENSE_FUNCTION=runDense${NAME})
  target_compile_options(mlgo_dense_${SUFFIX} PRIVATE ${ARGN} -O3)
endfunction()

# mlgo_add_dense_kernels(): object libraries with what
# mlgo/model/DenseKernel.h declares, once per build tree. Their names are in the
# global property MLGO_DENSE_KERNELS.
function(mlgo_add_dense_kernels)
  if(TARGET mlgo_dense_kernel)
    return()
  endif()
  add_library(mlgo_dense_kernel OBJECT ${MLGO_KERNEL_SOURCES}/DenseKernel.cpp)
  mlgo_add_dense_width(baseline Baseline)
  set(KERNELS mlgo_dense_kernel mlgo_dense_baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    mlgo_add_dense_width(avx2 AVX2 -mavx2)
    mlgo_add_dense_width(avx512 AVX512
      -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma)
    target_compile_definitions(mlgo_dense_kernel PRIVATE
      MLGO_DENSE_AVX2 MLGO_DENSE_AVX512)
    list(APPEND KERNELS mlgo_dense_avx2 mlgo_dense_avx512)
  endif()
  foreach(KERNEL IN LISTS KERNELS)
    target_compile_features(${KERNEL} PRIVATE cxx_std_17)
    # Whatever the user's flags are. The order matters.
    target_compile_options(${KERNEL} PRIVATE
      -fno-fast-math -ffp-contract=off)
    set_target_properties(${KERNEL} PROPERTIES CXX_EXTENSIONS OFF
      POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    target_link_libraries(${KERNEL} PRIVATE mlgo::headers)
  endforeach()
  set_property(GLOBAL PROPERTY MLGO_DENSE_KERNELS ${KERNELS})
endfunction()

# The program that compiles models: MLGO_TOOL, if set (for cross compilation, a
# program of the building machine), else what is being built or was installed.
function(mlgo_find_tool COMMAND_VARIABLE DEPENDS_VARIABLE)
  set(DEPENDENCIES "")
  if(MLGO_TOOL)
    set(COMMAND "${MLGO_TOOL}")
  elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(FATAL_ERROR "mlgo_add_aot_model: MLGO_TOOL is not set, expected "
      "the path of an mlgo program that runs on this machine")
  elseif(TARGET mlgo-tool OR MLGO_BUILD_TOOLS) # Perhaps defined later.
    set(COMMAND mlgo-tool)
    set(DEPENDENCIES mlgo-tool)
  elseif(TARGET mlgo::mlgo-tool)
    set(COMMAND mlgo::mlgo-tool)
  else()
    message(FATAL_ERROR "mlgo_add_aot_model: no mlgo program found; set "
      "MLGO_TOOL to its path, or build mlgo with MLGO_BUILD_TOOLS")
  endif()
  set(${COMMAND_VARIABLE} "${COMMAND}" PARENT_SCOPE)
  set(${DEPENDS_VARIABLE} "${DEPENDENCIES}" PARENT_SCOPE)
endfunction()

# mlgo_add_aot_model(TARGET <target> FILE <model file> CLASS <class>)
#
# Compiles the model when it or the compiler has changed, and makes
# `#include "<class>.h"` work in the sources of <target>, an executable or
# library. <target> also gets the dense layer for all vector widths; generated
# networks choose among them at load time.
function(mlgo_add_aot_model)
  cmake_parse_arguments(ARG "" "TARGET;FILE;CLASS" "" ${ARGN})
  foreach(NAME TARGET FILE CLASS)
    if(NOT ARG_${NAME})
      message(FATAL_ERROR "mlgo_add_aot_model: ${NAME} is missing")
    endif()
  endforeach()
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "mlgo_add_aot_model: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  mlgo_find_tool(TOOL TOOL_DEPENDS)
  get_filename_component(MODEL "${ARG_FILE}" ABSOLUTE)
  set(FOLDER "${CMAKE_CURRENT_BINARY_DIR}/mlgo_aot/${ARG_TARGET}")
  set(HEADER "${FOLDER}/${ARG_CLASS}.h")
  file(MAKE_DIRECTORY "${FOLDER}")
  add_custom_command(OUTPUT "${HEADER}"
    COMMAND ${TOOL} model aot "${MODEL}" --class ${ARG_CLASS} -o "${HEADER}"
    DEPENDS "${MODEL}" ${TOOL_DEPENDS}
    COMMENT "Compiling ${ARG_FILE} to ${ARG_CLASS}.h" VERBATIM)
  # A target, because <target> may be of another folder.
  add_custom_target(${ARG_TARGET}-aot-${ARG_CLASS} DEPENDS "${HEADER}")
  add_dependencies(${ARG_TARGET} ${ARG_TARGET}-aot-${ARG_CLASS})
  # No target_link_libraries: it exists in two forms that do not mix, and
  # <target> may use either.
  target_compile_features(${ARG_TARGET} PRIVATE cxx_std_17)
  target_include_directories(${ARG_TARGET} PRIVATE "${FOLDER}"
    $<TARGET_PROPERTY:mlgo::headers,INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(${ARG_TARGET} SYSTEM PRIVATE
    $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
  get_target_property(HAS_KERNELS ${ARG_TARGET} MLGO_HAS_DENSE_KERNELS)
  if(NOT HAS_KERNELS)
    mlgo_add_dense_kernels()
    get_property(KERNELS GLOBAL PROPERTY MLGO_DENSE_KERNELS)
    foreach(KERNEL IN LISTS KERNELS)
      target_sources(${ARG_TARGET} PRIVATE $<TARGET_OBJECTS:${KERNEL}>)
    endforeach()
    target_compile_definitions(${ARG_TARGET} PRIVATE MLGO_AOT_KERNELS)
    set_target_properties(${ARG_TARGET} PROPERTIES MLGO_HAS_DENSE_KERNELS ON)
  endif()
endfunction()
