# Sources are compiled several at a time (CMAKE_UNITY_BUILD in every preset: it takes half the time), so a name in an
# unnamed namespace is a whole folder's. A "redefinition of" is cured by one shared thing, or by a more telling name.

# The companion takes from it file by file, and does without those that need simdjson.
set_target_properties(redcode_record PROPERTIES UNITY_BUILD OFF)
# Of this it takes the parser, and does without what opens connections.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/http/message.cc ${PROJECT_SOURCE_DIR}/src/http/beast_impl.cc
                            DIRECTORY ${PROJECT_SOURCE_DIR}/src/http PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
