# The program's bill of materials, installed with it: what is inside or loaded, in which version and under which
# licence. tools/release/sbom.py writes it from dpkg's notes and npm's lock files, so it needs Debian.

find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY AND TARGET redcode-companion)
  set(sbom ${PROJECT_BINARY_DIR}/redcode.cdx.json)
  file(GLOB sbom_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/release/*)
  add_custom_command(
    OUTPUT ${sbom}
    COMMAND /usr/bin/python3 ${PROJECT_SOURCE_DIR}/tools/release/sbom.py ${PROJECT_BINARY_DIR} ${sbom}
            --sysroot ${CMAKE_SYSROOT}/
    DEPENDS redcode ${sbom_sources} ${PROJECT_SOURCE_DIR}/cmake/grammars/package-lock.json
            ${PROJECT_SOURCE_DIR}/web/package-lock.json
    COMMENT "Bill of materials" VERBATIM)
  add_custom_target(sbom DEPENDS ${sbom})
  # Whoever makes what is installed beside the program makes this too.
  add_dependencies(reference sbom)
  install(FILES ${sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
endif()
