# Install rules and the exported package: find_package(mlgo) gives mlgo::headers,
# mlgo::mlgo, mlgo::mlgo-tool and mlgo_add_aot_model.
include(CMakePackageConfigHelpers)

set(MLGO_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mlgo)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(TARGETS mlgo mlgo_runtime mlgo_headers EXPORT mlgoTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(MLGO_BUILD_TOOLS)
  install(TARGETS mlgo-tool EXPORT mlgoTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT mlgoTargets NAMESPACE mlgo:: DESTINATION ${MLGO_PACKAGE_DIR})

configure_package_config_file(cmake/mlgoConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mlgoConfig.cmake
  INSTALL_DESTINATION ${MLGO_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mlgoConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mlgoConfig.cmake
  ${PROJECT_BINARY_DIR}/mlgoConfigVersion.cmake
  cmake/MLGOAotModel.cmake DESTINATION ${MLGO_PACKAGE_DIR})
# Targets with generated networks compile the dense layer themselves, for their
# own flags.
install(FILES src/model/DenseKernel.cpp src/model/DenseKernelWidth.cpp
  DESTINATION ${MLGO_PACKAGE_DIR}/kernels)

file(GLOB MLGO_SHIPPED_MODELS CONFIGURE_DEPENDS models/*.mlgo)
install(FILES ${MLGO_SHIPPED_MODELS} models/mlgo.fbs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/mlgo/models)
install(FILES src/python/mlgo.py DESTINATION
  ${CMAKE_INSTALL_DATADIR}/mlgo/python)
install(PROGRAMS src/python/train_linear.py DESTINATION
  ${CMAKE_INSTALL_DATADIR}/mlgo/python)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/mlgo)
