# Install rules and the exported package: find_package(mlgo) gives mlgo::headers,
# mlgo::runtime, mlgo::mlgo, mlgo::mlgo-tool, mlgo::llvm, mlgo_add_aot_model,
# mlgo::optimize_size and mlgo_optimize.
# Installed is what was built; the package has the targets whose files are there.
# Components: tool, plugin-<major>, mpi; all that has no other is dev.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)

set(MLGO_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mlgo)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
# mlgo_install_part(<part> <target>): one file of exported targets, for the
# package's file to include.
function(mlgo_install_part PART TARGET)
  install(TARGETS ${TARGET} EXPORT mlgo-${PART}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool OPTIONAL)
  install(EXPORT mlgo-${PART} NAMESPACE mlgo::
    DESTINATION ${MLGO_PACKAGE_DIR})
endfunction()

mlgo_install_part(headers mlgo_headers)
mlgo_install_part(runtime mlgo_runtime)
mlgo_install_part(mlgo mlgo)
if(MLGO_BUILD_TOOLS)
  mlgo_install_part(tool mlgo-tool)
endif()

configure_package_config_file(cmake/mlgoConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mlgoConfig.cmake
  INSTALL_DESTINATION ${MLGO_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mlgoConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mlgoConfig.cmake
  ${PROJECT_BINARY_DIR}/mlgoConfigVersion.cmake
  cmake/MLGOAotModel.cmake cmake/MLGOArmNone.cmake cmake/MLGOOptimize.cmake
  cmake/MLGOSmallest.cmake DESTINATION ${MLGO_PACKAGE_DIR})

file(GLOB MLGO_SHIPPED_MODELS CONFIGURE_DEPENDS models/*.mlgo)
install(FILES ${MLGO_SHIPPED_MODELS} models/mlgo.fbs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mlgo/models COMPONENT tool)
install(FILES src/python/mlgo.py src/python/train_linear.py
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mlgo/python COMPONENT tool)
# In the folders of the source tree, so that they lead to one another.
file(GLOB MLGO_EXPERIMENTS CONFIGURE_DEPENDS
  RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} models/experiments/*.md)
file(GLOB MLGO_COMMAND_PAGES CONFIGURE_DEPENDS
  RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} src/tools/docs/*.md)
foreach(DOCUMENT LICENSE README.md bench/README.md models/README.md
    ${MLGO_EXPERIMENTS} models/learning-curve.svg models/sizes.svg
    passes/common/README.md
    passes/gate/README.md passes/inliner/README.md passes/priority/README.md
    passes/regalloc/README.md
    src/python/README.md src/tools/README.md
    ${MLGO_COMMAND_PAGES})
  get_filename_component(FOLDER ${DOCUMENT} DIRECTORY)
  install(FILES ${DOCUMENT}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mlgo/${FOLDER} COMPONENT tool)
endforeach()

# What is not there was not asked for, or forgotten.
set(MLGO_INSTALLABLE mlgo_runtime mlgo)
if(MLGO_BUILD_TOOLS)
  list(APPEND MLGO_INSTALLABLE mlgo-tool)
endif()
foreach(MAJOR IN LISTS MLGO_FOUND_LLVM_VERSIONS)
  foreach(PLUGIN MLGO MLGOInliner MLGORegAlloc MLGOGate)
    if(TARGET ${PLUGIN}-${MAJOR})
      list(APPEND MLGO_INSTALLABLE ${PLUGIN}-${MAJOR})
    endif()
  endforeach()
endforeach()
if(TARGET mlgo-mpi)
  list(APPEND MLGO_INSTALLABLE mlgo-mpi)
endif()
add_custom_target(mlgo-installable DEPENDS ${MLGO_INSTALLABLE})
set(MLGO_LOOK "")
foreach(TARGET IN LISTS MLGO_INSTALLABLE)
  string(APPEND MLGO_LOOK "if(NOT EXISTS \"$<TARGET_FILE:${TARGET}>\")
    list(APPEND MLGO_ABSENT ${TARGET})\n  endif()\n  ")
endforeach()
string(CONFIGURE [[set(MLGO_ABSENT "")
  @MLGO_LOOK@list(JOIN MLGO_ABSENT " " MLGO_ABSENT)
  set(MLGO_ADVICE
    "${MLGO_ABSENT}; cmake --build @PROJECT_BINARY_DIR@ --target ${MLGO_ABSENT}")
]] MLGO_LOOK @ONLY)
install(CODE "${MLGO_LOOK}
  if(MLGO_ABSENT)
    message(STATUS \"Not built, so not installed: \${MLGO_ADVICE}\")
  endif()")
