# Generated models in targets. Part of the installed package, too.

# The program that compiles models: MLGO_TOOL, if set (for cross compilation, a
# program of the building machine), else what is being built or was installed.
function(mlgo_find_tool COMMAND_VARIABLE DEPENDS_VARIABLE)
  set(DEPENDENCIES "")
  if(MLGO_TOOL)
    set(COMMAND "${MLGO_TOOL}")
    set(DEPENDENCIES "${MLGO_TOOL}")
  elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(FATAL_ERROR "mlgo_add_aot_model: MLGO_TOOL is not set, expected "
      "the path of an mlgo program that runs on this machine")
  elseif(TARGET mlgo-aot)
    set(COMMAND mlgo-aot)
    set(DEPENDENCIES mlgo-aot)
  elseif(TARGET mlgo::mlgo-tool)
    set(COMMAND mlgo::mlgo-tool)
    # Another mlgo may be installed over this one.
    set(DEPENDENCIES $<TARGET_FILE:mlgo::mlgo-tool>)
  else()
    message(FATAL_ERROR "mlgo_add_aot_model: no mlgo program found; "
      "set MLGO_TOOL to its path")
  endif()
  set(${COMMAND_VARIABLE} "${COMMAND}" PARENT_SCOPE)
  set(${DEPENDS_VARIABLE} "${DEPENDENCIES}" PARENT_SCOPE)
endfunction()

# mlgo_add_aot_model(TARGET <target> FILE <model file> CLASS <class>)
#
# Compiles the model when it or the compiler has changed, and makes
# `#include "<class>.h"` work in the sources of <target>, an executable or
# library. Trees need nothing else. Networks take the dense layer for all vector
# widths out of mlgo::runtime and choose among them at load time.
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
  target_compile_definitions(${ARG_TARGET} PRIVATE
    $<$<TARGET_EXISTS:mlgo::runtime>:MLGO_AOT_KERNELS>)
  set(RUNTIME $<TARGET_NAME_IF_EXISTS:mlgo::runtime>)
  set_property(TARGET ${ARG_TARGET} APPEND PROPERTY LINK_LIBRARIES ${RUNTIME})
  get_target_property(TYPE ${ARG_TARGET} TYPE)
  if(TYPE MATCHES "STATIC|OBJECT")
    set_property(TARGET ${ARG_TARGET} APPEND PROPERTY INTERFACE_LINK_LIBRARIES
      $<LINK_ONLY:${RUNTIME}>)
  endif()
endfunction()
