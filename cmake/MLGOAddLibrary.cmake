# mlgo_add_layer(<name> LIBRARY <runtime|mlgo> SOURCES ... [DEPENDS <layer>...]
#                [LINK <lib>...])
#
# One layer of the library as an object library mlgo_<name>, whose objects become
# part of mlgo::runtime or mlgo::mlgo. DEPENDS names the layers below, so that a
# forbidden include of a layer's generated header cannot even compile.
function(mlgo_add_layer NAME)
  cmake_parse_arguments(ARG "" "LIBRARY" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(mlgo_${NAME} OBJECT ${ARG_SOURCES})
  mlgo_compile_options(mlgo_${NAME})
  target_include_directories(mlgo_${NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  foreach(LAYER IN LISTS ARG_DEPENDS)
    target_link_libraries(mlgo_${NAME} PUBLIC mlgo_${LAYER})
  endforeach()
  target_link_libraries(mlgo_${NAME} PRIVATE ${ARG_LINK})
  if(ARG_LIBRARY STREQUAL "runtime")
    mlgo_optimize_for_plugins(mlgo_${NAME})
  elseif("nlohmann_json::nlohmann_json" IN_LIST ARG_LINK)
    mlgo_precompile(mlgo_${NAME} json)
  endif()
  set_property(GLOBAL APPEND PROPERTY MLGO_LAYERS_${ARG_LIBRARY} mlgo_${NAME})
endfunction()

# mlgo_add_library(<runtime|mlgo> [PUBLIC <lib>...] [PRIVATE <lib>...])
#
# The static library of the layers that were added to it: the layers' objects,
# not the layers, which are no part of the package.
function(mlgo_add_library NAME)
  cmake_parse_arguments(ARG "" "TARGET" "PUBLIC;PRIVATE" ${ARGN})
  add_library(${ARG_TARGET} STATIC)
  add_library(mlgo::${NAME} ALIAS ${ARG_TARGET})
  get_property(LAYERS GLOBAL PROPERTY MLGO_LAYERS_${NAME})
  foreach(LAYER IN LISTS LAYERS)
    target_sources(${ARG_TARGET} PRIVATE $<TARGET_OBJECTS:${LAYER}>)
  endforeach()
  target_link_libraries(${ARG_TARGET} PUBLIC ${ARG_PUBLIC}
    PRIVATE ${ARG_PRIVATE})
  set_target_properties(${ARG_TARGET} PROPERTIES EXPORT_NAME ${NAME}
    POSITION_INDEPENDENT_CODE ON)
endfunction()

# What plugins carry: most of it reads and checks files, once for a module, and is
# half as large with -Os. What is asked often has -O3 of its own. Precompiled
# headers would need the same level.
function(mlgo_optimize_for_plugins TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-Os>)
  mlgo_divide(${TARGET})
endfunction()

# Lets the links of plugins drop the functions that they do not call.
function(mlgo_divide TARGET)
  target_compile_options(${TARGET} PRIVATE -ffunction-sections -fdata-sections)
endfunction()

# mlgo_optimize_seldom(<source>...)
#
# The same for sources of plugins that run once for a module.
function(mlgo_optimize_seldom)
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS $<$<CONFIG:Release>:-Os> SKIP_PRECOMPILE_HEADERS ON)
endfunction()
