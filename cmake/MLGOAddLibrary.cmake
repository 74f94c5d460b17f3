# mlgo_add_layer(<name> SOURCES ... [DEPENDS <layer>...] [LINK <lib>...])
#
# One layer of the library as an object library mlgo_<name>; mlgo::mlgo gathers
# them. DEPENDS names the layers below, so that a forbidden include of a layer's
# generated header cannot even compile.
function(mlgo_add_layer NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(mlgo_${NAME} OBJECT ${ARG_SOURCES})
  mlgo_compile_options(mlgo_${NAME})
  target_include_directories(mlgo_${NAME} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  foreach(LAYER IN LISTS ARG_DEPENDS)
    target_link_libraries(mlgo_${NAME} PUBLIC mlgo_${LAYER})
  endforeach()
  target_link_libraries(mlgo_${NAME} PRIVATE ${ARG_LINK})
  set_property(GLOBAL APPEND PROPERTY MLGO_LAYERS mlgo_${NAME})
endfunction()
