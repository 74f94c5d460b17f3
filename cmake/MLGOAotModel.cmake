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
    target_compile_options(${KERNEL} PRIVATE -ffp-contract=off)
    set_target_properties(${KERNEL} PROPERTIES CXX_EXTENSIONS OFF
      POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${KERNEL} PRIVATE mlgo::headers)
  endforeach()
  set_property(GLOBAL PROPERTY MLGO_DENSE_KERNELS ${KERNELS})
endfunction()
