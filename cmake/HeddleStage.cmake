# heddle_stage(NAME [NEEDS FIXTURE] [PROVIDES FIXTURE] COMMAND ...): one stage of ./test as one test
# of ctest, with the minutes and cores that tests/stages.txt gives it. Longer stages start first.
option(HEDDLE_LONG "run every stage whole, with ten times the minutes (./test --long)" OFF)
set(HEDDLE_STAGES ${CMAKE_SOURCE_DIR}/tests/stages.txt)
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${HEDDLE_STAGES})

function(heddle_stage name)
  cmake_parse_arguments(STAGE "" "NEEDS;PROVIDES" "COMMAND" ${ARGN})
  file(STRINGS ${HEDDLE_STAGES} row REGEX "^${name} ")
  if(NOT row MATCHES "^[^ ]+ +([0-9]+) +([0-9]+)")
    message(FATAL_ERROR "tests/stages.txt has no row for the stage '${name}'")
  endif()
  set(cores ${CMAKE_MATCH_2})
  math(EXPR seconds "${CMAKE_MATCH_1} * 60")
  math(EXPR cost "${CMAKE_MATCH_1} * ${cores}")
  set(environment PYTHONDONTWRITEBYTECODE=1)
  if(HEDDLE_LONG)
    math(EXPR seconds "${seconds} * 10")
    list(APPEND environment HEDDLE_LONG=1)
  endif()

  add_test(NAME ${name} COMMAND ${STAGE_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${seconds} PROCESSORS ${cores} COST ${cost}
    ENVIRONMENT "${environment}"
    FIXTURES_REQUIRED "${STAGE_NEEDS}" FIXTURES_SETUP "${STAGE_PROVIDES}")
endfunction()
