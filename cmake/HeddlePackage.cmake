# `cmake --install` and the .deb (`cpack -G DEB`). Models, rules and page assets are inside the
# binary, so this is all there is to install.
include(GNUInstallDirs)
install(TARGETS heddle DESTINATION ${CMAKE_INSTALL_BINDIR}) # Without the build tree's RUNPATH.
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright) # Where Debian looks.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/guide FILES_MATCHING PATTERN "*.md"
        PATTERN "*.png")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(CODE "set(heddle \"$<TARGET_FILE:heddle>\")\nset(scripts \"${CMAKE_SOURCE_DIR}/scripts\")")
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/InstallSelf.cmake)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "the Heddle maintainers <heddle@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The front end runs clang as a program, which no shared library tells.
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-19)
# What native replays use: ASan for memory errors, and a debugger to stop in.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libclang-rt-19-dev, gdb")
include(CPack)
