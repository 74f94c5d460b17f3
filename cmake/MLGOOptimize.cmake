# mlgo's plugin in targets of others. Part of the installed package: what is said
# here is said of the compilers of the project that includes it.
#
#   find_package(mlgo REQUIRED)
#   target_link_libraries(app PRIVATE mlgo::optimize_size)
#   mlgo_optimize(app DECISIONS app.decisions)       # the same, and a search's result
#   mlgo_optimize(app SMALLEST)                      # and what is not learned
include("${CMAKE_CURRENT_LIST_DIR}/MLGOSmallest.cmake")

# The plugin for the compiler of <language>, or what is wrong with it.
function(mlgo_find_plugin LANGUAGE PLUGIN_VARIABLE WHY_VARIABLE)
  set(${PLUGIN_VARIABLE} "" PARENT_SCOPE)
  set(COMPILER "${CMAKE_${LANGUAGE}_COMPILER_ID} ${CMAKE_${LANGUAGE}_COMPILER_VERSION}")
  string(REGEX MATCH "^[0-9]+" MAJOR "${CMAKE_${LANGUAGE}_COMPILER_VERSION}")
  set(PLUGIN "${MLGO_PLUGIN_FOLDER}/MLGO-${MAJOR}.so")
  if(CMAKE_${LANGUAGE}_COMPILER_ID STREQUAL "Clang" AND EXISTS "${PLUGIN}")
    # By the name with a hash: another plugin is another command.
    file(REAL_PATH "${PLUGIN}" PLUGIN)
    set(${PLUGIN_VARIABLE} "${PLUGIN}" PARENT_SCOPE)
  endif()
  file(GLOB FILES RELATIVE "${MLGO_PLUGIN_FOLDER}" "${MLGO_PLUGIN_FOLDER}/MLGO-??.so")
  list(TRANSFORM FILES REPLACE "MLGO-(.*).so" "Clang \\1")
  list(JOIN FILES " or " EXPECTED)
  set(${WHY_VARIABLE} "${LANGUAGE} is compiled by ${COMPILER}, expected ${EXPECTED}"
    PARENT_SCOPE)
endfunction()

# An expression that is 1 where a target is linked with LTO: its property says so,
# or the project says -flto by itself.
function(mlgo_find_lto RESULT)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" TYPE)
  set(FLAGS "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS} \
${CMAKE_C_FLAGS_${TYPE}} ${CMAKE_CXX_FLAGS_${TYPE}}")
  if(FLAGS MATCHES "-flto")
    set(${RESULT} 1 PARENT_SCOPE)
    return()
  endif()
  set(ALWAYS "$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>")
  set(HERE "$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION_$<UPPER_CASE:$<CONFIG>>>")
  set(${RESULT} "$<BOOL:$<IF:$<STREQUAL:${HERE},>,${ALWAYS},${HERE}>>" PARENT_SCOPE)
endfunction()

# mlgo::optimize_size: -Oz but in Debug builds, sections, and the plugin, for
# compilations and for links with LTO. Compilers without a plugin compile as
# without it; assembler has no part in it.
function(mlgo_add_optimize_size)
  add_library(mlgo::optimize_size INTERFACE IMPORTED)
  mlgo_find_lto(LTO)
  foreach(LANGUAGE C CXX)
    if(NOT CMAKE_${LANGUAGE}_COMPILER_ID)
      continue() # Not enabled.
    endif()
    mlgo_find_plugin(${LANGUAGE} PLUGIN WHY)
    if(NOT PLUGIN)
      message(STATUS "mlgo::optimize_size does nothing: ${WHY}")
      continue()
    endif()
    # lld's cache of ThinLTO knows of no plugins, but of options of LLVM's: one
    # that does nothing else has the plugin's name.
    get_filename_component(NAME "${PLUGIN}" NAME_WE)
    set(COMPILES "$<COMPILE_LANG_AND_ID:${LANGUAGE},Clang>")
    set(LINKS "$<LINK_LANG_AND_ID:${LANGUAGE},Clang>")
    set_property(TARGET mlgo::optimize_size APPEND PROPERTY
      INTERFACE_COMPILE_OPTIONS
      "$<$<AND:${COMPILES},$<NOT:$<CONFIG:Debug>>>:-Oz;-ffunction-sections;-fdata-sections>"
      "$<${COMPILES}:-fpass-plugin=${PLUGIN}>")
    set_property(TARGET mlgo::optimize_size APPEND PROPERTY
      INTERFACE_LINK_OPTIONS
      "$<$<AND:${LINKS},$<NOT:$<CONFIG:Debug>>>:-Wl,--gc-sections>"
      "$<$<AND:${LINKS},${LTO}>:-fuse-ld=lld;-Wl,--load-pass-plugin=${PLUGIN};-Wl,-mllvm,-filter-print-funcs=${NAME}>")
  endforeach()
endfunction()
if(NOT TARGET mlgo::optimize_size)
  mlgo_add_optimize_size()
endif()

# mlgo_optimize(<target> [SMALLEST] [DECISIONS <file>])
#
# mlgo::optimize_size for an executable or library, and not for who uses it.
# SMALLEST adds all else that makes programs small, and says what they give up.
# DECISIONS is a file of mlgo tune or mlgo search; when it changes, the target is
# compiled anew. A warning says if the compiler has no plugin.
function(mlgo_optimize TARGET)
  cmake_parse_arguments(ARG "SMALLEST" "DECISIONS" "" ${ARGN})
  if(NOT TARGET ${TARGET})
    message(FATAL_ERROR "mlgo_optimize: there is no target ${TARGET}")
  endif()
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "mlgo_optimize(${TARGET} ${ARGN}): expected "
      "mlgo_optimize(<target> [SMALLEST] [DECISIONS <file>])")
  endif()
  # No target_link_libraries: it exists in two forms that do not mix.
  set_property(TARGET ${TARGET} APPEND PROPERTY LINK_LIBRARIES mlgo::optimize_size)
  foreach(LANGUAGE C CXX)
    if(CMAKE_${LANGUAGE}_COMPILER_ID)
      mlgo_find_plugin(${LANGUAGE} PLUGIN WHY)
      if(NOT PLUGIN)
        message(WARNING "mlgo_optimize(${TARGET}) does nothing: ${WHY}")
        continue()
      endif()
      if(ARG_DECISIONS)
        mlgo_replay_decisions(${TARGET} ${LANGUAGE} "${PLUGIN}" "${ARG_DECISIONS}")
      endif()
      if(ARG_SMALLEST)
        mlgo_make_smallest(${TARGET} ${LANGUAGE} "${PLUGIN}")
      endif()
    endif()
  endforeach()
endfunction()

# What --smallest is beside mlgo::optimize_size. Debug builds stay as they are.
function(mlgo_make_smallest TARGET LANGUAGE PLUGIN)
  get_property(IS_SAID GLOBAL PROPERTY MLGO_SMALLEST_IS_SAID)
  if(NOT IS_SAID)
    set_property(GLOBAL PROPERTY MLGO_SMALLEST_IS_SAID TRUE)
    message(STATUS "mlgo_optimize: ${MLGO_SMALLEST_NOTICE}")
  endif()
  set(RELEASE "$<NOT:$<CONFIG:Debug>>")
  string(REGEX MATCH "^[0-9]+" MAJOR "${CMAKE_${LANGUAGE}_COMPILER_VERSION}")
  if(NOT MAJOR LESS 22)
    foreach(RULE inline-outline regalloc-drop-epilogues
        gate-effort=${MLGO_SMALLEST_EFFORT} gate-hot=${MLGO_SMALLEST_HOT})
      # The project's own choice wins.
      string(REGEX REPLACE "=.*" "" NAME "${RULE}")
      if(CMAKE_${LANGUAGE}_FLAGS MATCHES "-mlgo-${NAME}")
        continue()
      endif()
      set_property(TARGET ${TARGET} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<AND:$<COMPILE_LANG_AND_ID:${LANGUAGE},Clang>,${RELEASE}>:SHELL:-Xclang -mllvm -Xclang -mlgo-${RULE}>")
    endforeach()
  endif()
  get_filename_component(FOLDER "${PLUGIN}" DIRECTORY)
  set(LINKER "${FOLDER}/mlgo-ld-${MAJOR}")
  execute_process(COMMAND "${LINKER}" --version OUTPUT_QUIET ERROR_QUIET
    RESULT_VARIABLE CODE)
  if(NOT CODE EQUAL 0)
    message(WARNING "mlgo_optimize(${TARGET} SMALLEST): there is no lld of Clang "
      "${MAJOR}, so links do not do their part. Install the package lld-${MAJOR}")
    return()
  endif()
  set_property(TARGET ${TARGET} APPEND PROPERTY LINK_OPTIONS
    "$<$<AND:$<LINK_LANG_AND_ID:${LANGUAGE},Clang>,${RELEASE}>:-fuse-ld=lld;--ld-path=${LINKER}>")
endfunction()

# Under a name with a hash of the contents: a changed file is another command, for
# ninja and make as for ccache and sccache.
function(mlgo_replay_decisions TARGET LANGUAGE PLUGIN FILE)
  get_filename_component(FILE "${FILE}" ABSOLUTE)
  if(NOT EXISTS "${FILE}")
    message(FATAL_ERROR "mlgo_optimize(${TARGET}): ${FILE}: no such file")
  endif()
  mlgo_add_decisions(COMPILE_TIME LINK_TIME "${FILE}" ${TARGET} inline)
  # Passes, if the search has left out any.
  file(STRINGS "${FILE}" PASSES REGEX "^# mlgo-gate-decisions " LIMIT_COUNT 1)
  if(PASSES AND CMAKE_${LANGUAGE}_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
    mlgo_add_decisions(COMPILE_TIME LINK_TIME "${FILE}" ${TARGET} gate)
  endif()
  # clang 19 knows a plugin's options by -fplugin only; lld by -load.
  set(PLUGIN_FIRST "")
  if(CMAKE_${LANGUAGE}_COMPILER_VERSION VERSION_LESS 22)
    set(PLUGIN_FIRST "$<$<COMPILE_LANG_AND_ID:${LANGUAGE},Clang>:-fplugin=${PLUGIN}>")
  endif()
  set_property(TARGET ${TARGET} APPEND PROPERTY COMPILE_OPTIONS ${PLUGIN_FIRST}
    "$<$<COMPILE_LANG_AND_ID:${LANGUAGE},Clang>:SHELL:${COMPILE_TIME}>")
  mlgo_find_lto(LTO)
  set_property(TARGET ${TARGET} APPEND PROPERTY LINK_OPTIONS
    "$<$<AND:$<LINK_LANG_AND_ID:${LANGUAGE},Clang>,${LTO}>:-Wl,-mllvm,-load=${PLUGIN}${LINK_TIME}>")
endfunction()

# Appends to the two variables what makes clang and lld replay <file> for <task>.
function(mlgo_add_decisions COMPILE_VARIABLE LINK_VARIABLE FILE TARGET TASK)
  file(SHA256 "${FILE}" HASH)
  string(SUBSTRING "${HASH}" 0 16 HASH)
  set(COPY "${CMAKE_CURRENT_BINARY_DIR}/mlgo/${TARGET}-${HASH}.decisions")
  configure_file("${FILE}" "${COPY}" COPYONLY) # Watches <file>, too.
  set(OPTION "-mlgo-${TASK}-decisions=${COPY}")
  set(${COMPILE_VARIABLE}
    "${${COMPILE_VARIABLE}} -Xclang -mllvm -Xclang \"${OPTION}\"" PARENT_SCOPE)
  set(${LINK_VARIABLE} "${${LINK_VARIABLE}};-Wl,-mllvm,${OPTION}" PARENT_SCOPE)
endfunction()
