# mlgo_embed(<target> <file>...)
#
# Text in another language that sources of the target have as the constant
# mlgo::embedded::<stem>, by #include "embedded/<stem>.h".
function(mlgo_embed TARGET)
  set(FOLDER ${CMAKE_CURRENT_BINARY_DIR}/embedding)
  foreach(FILE IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FILE})
    get_filename_component(NAME ${FILE} NAME_WE)
    file(READ ${FILE} TEXT)
    string(CONCAT TEXT "#pragma once\n\nnamespace mlgo::embedded {\n"
      "inline constexpr char ${NAME}[] = R\"mlgo(${TEXT})mlgo\";\n}\n")
    set(OLD "")
    if(EXISTS ${FOLDER}/embedded/${NAME}.h)
      file(READ ${FOLDER}/embedded/${NAME}.h OLD)
    endif()
    if(NOT TEXT STREQUAL OLD)
      file(WRITE ${FOLDER}/embedded/${NAME}.h "${TEXT}")
    endif()
  endforeach()
  target_include_directories(${TARGET} PRIVATE ${FOLDER})
endfunction()
