# heddle_room(NAME SOURCES... USES ROOMS_AND_LIBRARIES...): one folder of src/ as one static library.
# The global property HEDDLE_ROOMS lists them all, for the unit tests.
function(heddle_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  add_library(heddle_${name} STATIC ${ROOM_SOURCES})
  target_include_directories(heddle_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(heddle_${name} PUBLIC heddle_options ${ROOM_USES})
  heddle_profile(${name})
  # These rooms take long to optimise and no time to run: options are read once. Under the sanitizers
  # that is so of some more.
  if(name STREQUAL cli OR (HEDDLE_SANITIZE AND name MATCHES "^(report|frontend|native)$"))
    target_compile_options(heddle_${name} PRIVATE -O0)
  endif()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_ROOMS heddle_${name})
endfunction()
