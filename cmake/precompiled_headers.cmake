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

# Gives every program and library below `folder` the precompiled headers. The companion is linked
# statically and defines its libraries' macros otherwise; the examples are compiled as other projects are.
function(share_precompiled_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "EXECUTABLE|STATIC_LIBRARY" AND NOT target STREQUAL "redcode-companion")
      target_precompile_headers(${target} REUSE_FROM redcode_precompiled)
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  list(REMOVE_ITEM below ${PROJECT_SOURCE_DIR}/examples)
  foreach(one IN LISTS below)
    share_precompiled_headers(${one})
  endforeach()
endfunction()
