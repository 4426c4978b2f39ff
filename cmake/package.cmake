# Debian packages, from any build folder: `cpack -G DEB --config build/release/CPackConfig.cmake` makes redcode, the
# part `runtime` of cmake/install.cmake, and redcode-dev, its part `development`.

set(CPACK_PACKAGE_NAME redcode)
set(CPACK_PACKAGE_VENDOR "The RedCode contributors")
set(CPACK_PACKAGE_CONTACT "The RedCode contributors <maintainers@redcode.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # gzip is ten times as fast: -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME redcode)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "crash test for AI coding agents
RedCode gives an agent risky tasks and their harmless twins, each in a sandbox
of its own, watches from outside what happens and judges by that evidence.

This package has the program, its corpus of scenarios, man pages, completions
and the JSON Schemas of its formats.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS ca-certificates)
# Sandboxes are made by a Docker daemon or by runc alone, and their image by debootstrap.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "docker.io | runc, debootstrap")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "crun, runsc, npm")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME redcode-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "crash test for AI coding agents (libraries)
RedCode gives an agent risky tasks and their harmless twins, each in a sandbox
of its own, watches from outside what happens and judges by that evidence.

This package has its static libraries with headers, and what CMake's
find_package(redcode) needs. They are used with clang 19.")
# What redcode-config.cmake looks for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "redcode (= ${version}), \
libarchive-dev, libboost-url1.81-dev, libboost1.81-dev, libcli11-dev, libfmt-dev, libgit2-dev, liblzma-dev, libpq-dev, libre2-dev, libsimdjson-dev, \
libsqlite3-dev, libssl-dev, libyaml-dev, libyara-dev, libzstd-dev, nlohmann-json3-dev, pkg-config, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "clang-19, cmake")

# What Debian's policy asks of every package; a plain `cmake --install` leaves it out.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changelog ${PROJECT_BINARY_DIR}/changelog.Debian)
configure_file(cmake/debian/changelog.in ${changelog} @ONLY)
execute_process(COMMAND gzip -9nf ${changelog} COMMAND_ERROR_IS_FATAL ANY)
set(share ${CMAKE_INSTALL_DATADIR})
foreach(package redcode redcode-dev)
  set(component runtime)
  if(package STREQUAL "redcode-dev")
    set(component development)
  endif()
  install(FILES cmake/debian/copyright DESTINATION ${share}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${changelog}.gz DESTINATION ${share}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES cmake/debian/redcode.lintian-overrides DESTINATION ${share}/lintian/overrides RENAME redcode
        COMPONENT runtime EXCLUDE_FROM_ALL)

include(CPack)
