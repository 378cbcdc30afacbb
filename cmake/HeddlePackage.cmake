# `cmake --install` and the .deb. Models, rules and page assets are inside the binary, so it is all.
include(GNUInstallDirs)
install(PROGRAMS ${CMAKE_BINARY_DIR}/src/cli/heddle DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} OPTIONAL)
