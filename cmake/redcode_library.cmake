# redcode_library(<folder> SOURCES <files...> [TESTS <files...>] [DEPENDS <lower folders...>] [EXTERNAL <targets...>])
#
# One folder of src/ is one library and states the folders it may use. A folder can only name
# folders declared before it, so a cycle cannot be written down. EXTERNAL makes third-party use
# visible per folder. tools/check_layers.py holds the #include lines to the same list.

add_library(redcode_flags INTERFACE)
target_compile_options(redcode_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wthread-safety
  -Wno-missing-field-initializers -Wno-missing-designated-field-initializers -pthread
  "SHELL:-Xclang -fno-pch-timestamp")  # or ccache could not use the precompiled header
target_compile_definitions(redcode_flags INTERFACE BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
target_include_directories(redcode_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_options(redcode_flags INTERFACE -fuse-ld=lld-19 -pthread)

# Most of a file's compile time went to parsing these; now they are parsed once. Only what hardly ever
# changes and most files use: no header of ours.
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cc "")
add_library(redcode_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cc)
target_link_libraries(redcode_precompiled PRIVATE redcode_flags fmt::fmt nlohmann_json::nlohmann_json Boost::headers)
target_precompile_headers(redcode_precompiled PRIVATE
  <algorithm> <array> <chrono> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <string>
  <string_view> <thread> <utility> <variant> <vector>
  <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp> <boost/asio/io_context.hpp> <boost/asio/ip/tcp.hpp>
  <boost/asio/posix/stream_descriptor.hpp> <boost/asio/redirect_error.hpp> <boost/asio/steady_timer.hpp>
  <boost/asio/this_coro.hpp> <boost/asio/use_awaitable.hpp> <boost/asio/write.hpp>
  <fmt/format.h> <nlohmann/json.hpp>)

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

  if(arg_TESTS)
    add_executable(${folder}_test ${arg_TESTS})
    target_link_libraries(${folder}_test PRIVATE ${library} GTest::gmock_main)
    gtest_discover_tests(${folder}_test PROPERTIES LABELS ${folder} TIMEOUT 60
                         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endfunction()

# Gives every program and library below `folder` the precompiled headers. The companion is linked
# statically and defines its libraries' macros otherwise.
function(share_precompiled_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "EXECUTABLE|STATIC_LIBRARY" AND NOT target STREQUAL "redcode-companion")
      target_precompile_headers(${target} REUSE_FROM redcode_precompiled)
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS below)
    share_precompiled_headers(${one})
  endforeach()
endfunction()
