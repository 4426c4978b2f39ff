# redcode_library(<folder> SOURCES <files...> [TESTS <files...>] [DEPENDS <lower folders...>] [EXTERNAL <targets...>])
#
# One folder of src/ is one library and states the folders it may use. A folder can only name
# folders declared before it, so a cycle cannot be written down. EXTERNAL makes third-party use
# visible per folder. tools/check_layers.py holds the #include lines to the same list.

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
  cmake_parse_arguments(arg "" "" "SOURCES;TESTS;DEPENDS;EXTERNAL" ${ARGN})
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

  if(arg_TESTS AND REDCODE_UNIT_TESTS)
    add_executable(${folder}_test ${arg_TESTS})
    target_link_libraries(${folder}_test PRIVATE ${library} GTest::gmock_main)
    gtest_discover_tests(${folder}_test PROPERTIES LABELS ${folder} TIMEOUT 180
                         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endfunction()
