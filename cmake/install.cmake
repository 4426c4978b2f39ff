# What `cmake --install` puts where, in two parts: `runtime`, the program and all it reads, and `development`, the
# library with what find_package(redcode) needs. cmake/package.cmake makes Debian packages of the same two.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(data ${CMAKE_INSTALL_DATADIR}/redcode)
set(doc ${CMAKE_INSTALL_DOCDIR})
set(modules ${PROJECT_BINARY_DIR}/grammars/node_modules)

# The program. Its companion is looked for beside it; a build with sanitizers has none.
install(TARGETS redcode RUNTIME COMPONENT runtime)
if(TARGET redcode-companion)
  install(TARGETS redcode-companion RUNTIME COMPONENT runtime)
endif()
install(DIRECTORY agents corpus gen injection overreach peers prices probes prompts rules DESTINATION ${data} COMPONENT runtime
        PATTERN __pycache__ EXCLUDE)
# Some of it are programs.
install(DIRECTORY images DESTINATION ${data} COMPONENT runtime USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)
install(DIRECTORY docs/formats/schema DESTINATION ${data} COMPONENT runtime)
install(DIRECTORY examples DESTINATION ${doc} COMPONENT runtime USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)

# Man pages and completions: the program writes them.
set(reference ${PROJECT_BINARY_DIR}/reference)
set(written ${reference}/written)
add_custom_command(
  OUTPUT ${written}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${reference}
  COMMAND redcode reference man --out ${reference}/man
  COMMAND find ${reference}/man -type f -exec gzip -9n {} +
  COMMAND redcode reference bash --out ${reference}/bash
  COMMAND redcode reference zsh --out ${reference}/zsh
  COMMAND redcode reference fish --out ${reference}/fish
  COMMAND ${CMAKE_COMMAND} -E touch ${written}
  DEPENDS redcode COMMENT "Man pages and completions" VERBATIM)
add_custom_target(reference ALL DEPENDS ${written})
install(DIRECTORY ${reference}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(DIRECTORY ${reference}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
install(DIRECTORY ${reference}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT runtime)
install(DIRECTORY ${reference}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)

# Licences: ours, and of what is inside the program and its companion.
install(FILES LICENSE LICENSE-corpus NOTICE CHANGELOG.md DESTINATION ${doc} COMPONENT runtime)
function(install_licence name file)
  install(FILES ${file} DESTINATION ${doc}/licences RENAME ${name} COMPONENT runtime)
endfunction()
foreach(package tree-sitter tree-sitter-bash tree-sitter-c tree-sitter-go tree-sitter-java tree-sitter-javascript
                tree-sitter-php tree-sitter-powershell tree-sitter-python tree-sitter-ruby tree-sitter-rust)
  install_licence(${package} ${modules}/${package}/LICENSE)
endforeach()
foreach(package preact diff d3-array internmap)
  install_licence(${package} ${web_modules}/${package}/LICENSE)
endforeach()
foreach(package libarchive-dev libbz2-dev libc6-dev libfmt-dev liblz4-dev liblzma-dev libssl-dev libstdc++-12-dev libzstd-dev zlib1g-dev)
  set(copyright ${CMAKE_SYSROOT}/usr/share/doc/${package}/copyright)
  if(TARGET redcode-companion AND EXISTS ${copyright})
    install_licence(${package} ${copyright})
  endif()
endforeach()

# The library: one archive, and the headers of include/. Those of src/ are nobody else's.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/redcode)
install(TARGETS redcode_archive EXPORT redcode ARCHIVE COMPONENT development)
install(EXPORT redcode NAMESPACE redcode:: FILE redcode-targets.cmake DESTINATION ${package} COMPONENT development)
configure_package_config_file(cmake/redcode-config.cmake.in ${PROJECT_BINARY_DIR}/redcode-config.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS data)
# Before 1.0 anything may change with the second number.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/redcode-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/redcode-config.cmake ${PROJECT_BINARY_DIR}/redcode-config-version.cmake
        DESTINATION ${package} COMPONENT development)
install(DIRECTORY include/redcode DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
# `cmake --install --strip` leaves a static library alone, or it could not be linked; debug information may go.
install(CODE "
  if(CMAKE_INSTALL_DO_STRIP)
    set(library \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libredcode.a\")
    execute_process(COMMAND ${CMAKE_STRIP} --strip-debug --enable-deterministic-archives \${library} COMMAND_ERROR_IS_FATAL ANY)
  endif()
" COMPONENT development)
