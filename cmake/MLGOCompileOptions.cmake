# Language level and private compile options of every mlgo target.
#
# Contraction is off everywhere: a fused multiply-add rounds once where two
# operations round twice, and a decision must not depend on which was used.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

function(mlgo_compile_options TARGET)
  # Headers that are not public stand beside their sources.
  target_include_directories(${TARGET} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_features(${TARGET} PUBLIC cxx_std_17)
  set_target_properties(${TARGET} PROPERTIES CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  # Programs, too, as position-independent as libraries: they share precompiled
  # headers.
  target_compile_options(${TARGET} PRIVATE -fPIC -Wall -Wextra -Wnon-virtual-dtor
    -Wno-unused-parameter -ffp-contract=off
    # Debian 12's std::stable_sort calls what its own library deprecates.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
    $<$<BOOL:${MLGO_WERROR}>:-Werror>)
endfunction()
