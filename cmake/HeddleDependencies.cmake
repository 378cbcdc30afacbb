# Every library the project stands on, and the options all rooms are built with.
find_package(LLVM 19.1 REQUIRED CONFIG PATHS /usr/lib/llvm-19 NO_DEFAULT_PATH)
find_package(Z3 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(SQLite3 REQUIRED)
# Its headers alone: the library throws.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
find_package(Threads REQUIRED)

find_program(HEDDLE_CLANG clang-19 REQUIRED)
find_program(HEDDLE_CLANGXX clang++-19 REQUIRED)
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

option(HEDDLE_SANITIZE "build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

add_library(heddle_options INTERFACE)
target_compile_options(heddle_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                       -Wnon-virtual-dtor -Wimplicit-fallthrough -Werror)
# An installed binary names no place of the machine that built it.
target_compile_options(heddle_options INTERFACE "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=")
target_compile_definitions(heddle_options INTERFACE ${LLVM_DEFINITIONS_LIST})
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # The VM's handlers have a calling convention that clang cannot realign a dynamic stack for.
  target_compile_options(heddle_options INTERFACE "SHELL:-mllvm -asan-stack-dynamic-alloca=0")
  target_link_options(heddle_options INTERFACE -fsanitize=address,undefined)
endif()
find_program(HEDDLE_LLD ld.lld-19)
if(HEDDLE_LLD)
  add_link_options(-fuse-ld=lld-19)
endif()

# Headers of other people are system headers: their warnings are theirs.
add_library(heddle_llvm INTERFACE)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(heddle_llvm INTERFACE LLVM)
