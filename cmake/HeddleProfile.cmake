# Release builds of the rooms in which a search spends its time are laid out by a profile of earlier
# searches, cmake/heddle.profdata; scripts/profile.sh makes it anew. It only changes how fast they
# are: functions that have changed since are compiled as if there were none.
set(HEDDLE_PROFILE "use" CACHE STRING "use cmake/heddle.profdata, generate a new one, or off")
set(HEDDLE_PROFILED support expr solver vm trace explore)

# heddle_profile(ROOM): the flags for one room.
function(heddle_profile room)
  set(profile ${CMAKE_SOURCE_DIR}/cmake/heddle.profdata)
  if(NOT room IN_LIST HEDDLE_PROFILED OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  if(HEDDLE_PROFILE STREQUAL "generate")
    target_compile_options(heddle_${room} PRIVATE -fprofile-generate)
    target_link_options(heddle_${room} INTERFACE -fprofile-generate)
  elseif(HEDDLE_PROFILE STREQUAL "use")
    # Relative to where compilers are started, so that clones in different places share their output.
    file(RELATIVE_PATH relative ${CMAKE_BINARY_DIR} ${profile})
    target_compile_options(heddle_${room} PRIVATE -fprofile-use=${relative}
      -Wno-profile-instr-out-of-date -Wno-profile-instr-unprofiled -Wno-backend-plugin)
    get_target_property(sources heddle_${room} SOURCES)
    set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS ${profile})
  endif()
endfunction()
