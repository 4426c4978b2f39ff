# redcode_library(<folder> SOURCES <files...> [TESTS <files...>] [SLOW_TESTS <files...>] [DEPENDS <lower folders...>] [EXTERNAL <targets...>])
#
# One folder of src/ is one library and states the folders it may use. A folder can only name
# folders declared before it, so a cycle cannot be written down. EXTERNAL makes third-party use
# visible per folder. tools/check_layers.py holds the #include lines to the same list.
#
# TESTS are what `ctest -L fast` runs: no daemon, no network, and a test that needs root skips itself without. What
# takes seconds of processor time by its nature is among SLOW_TESTS.

# How we compile and link our own code. Other projects see include/ alone (src/run/api).
add_library(redcode_flags INTERFACE)
target_compile_features(redcode_flags INTERFACE cxx_std_23)
target_compile_definitions(redcode_flags INTERFACE BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
target_include_directories(redcode_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(redcode_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow> -Wnon-virtual-dtor -Wold-style-cast -Wthread-safety
  -Wno-missing-field-initializers -Wno-missing-designated-field-initializers -pthread
  "SHELL:-Xclang -fno-pch-timestamp")  # or ccache could not use the precompiled header
target_link_options(redcode_flags INTERFACE -fuse-ld=lld-19 -pthread)

function(redcode_library folder)
  cmake_parse_arguments(arg "" "" "SOURCES;TESTS;SLOW_TESTS;DEPENDS;EXTERNAL" ${ARGN})
  foreach(lower IN LISTS arg_DEPENDS)
    if(NOT TARGET redcode_${lower})
      message(FATAL_ERROR "src/${folder} may not depend on src/${lower}: it is not below it")
    endif()
  endforeach()

  set(library redcode_${folder})
  add_library(${library} STATIC ${arg_SOURCES})
  target_link_libraries(${library} PUBLIC redcode_flags ${arg_EXTERNAL})
  foreach(lower IN LISTS arg_DEPENDS)
    target_link_libraries(${library} PUBLIC redcode_${lower})
  endforeach()

  if(REDCODE_UNIT_TESTS)
    redcode_unit_test(${folder} fast 900 ${library} ${arg_TESTS})
    redcode_unit_test(${folder}_slow slow 900 ${library} ${arg_SLOW_TESTS})
  endif()
endfunction()

# A program <name>_test of the sources that follow, and one test of ctest's, which runs all of it in one process: two thousand processes
# take longer than what they test.
function(redcode_unit_test name label timeout library)
  if(ARGN)
    add_executable(${name}_test ${ARGN})
    target_link_libraries(${name}_test PRIVATE ${library} GTest::gmock_main)
    add_test(NAME ${name} COMMAND ${name}_test WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${timeout})
  endif()
endfunction()
