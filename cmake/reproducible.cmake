# The same source gives the same bytes, whatever the folders are called: in what is released, a path begins
# where the source or the build folder does. tools/release/twice.py holds the build to it. A debug build keeps
# whole paths, which debuggers and editors open.

if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  # The later map wins where both fit: a build folder is often inside the source.
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=redcode
                      -ffile-prefix-map=${PROJECT_BINARY_DIR}=redcode-build)
endif()
