# tree-sitter's core and the grammars of the languages that generated code is read in: target `grammars`.
#
# They come from npm, pinned by version and digest in cmake/grammars/; only their C is used.

include(cmake/fetch_npm.cmake)
fetch_npm(cmake/grammars)

set(modules ${PROJECT_BINARY_DIR}/grammars/node_modules)
set(core ${modules}/tree-sitter/vendor/tree-sitter/lib)
set(sources ${core}/src/lib.c)
foreach(language bash c go java javascript php powershell python ruby rust)
  set(folder ${modules}/tree-sitter-${language}/src)
  # PHP's package has two: this one knows the HTML around the code.
  if(language STREQUAL php)
    set(folder ${modules}/tree-sitter-php/php/src)
  endif()
  file(GLOB more ${folder}/parser.c ${folder}/scanner.c)
  list(APPEND sources ${more})
  # Each grammar includes "tree_sitter/parser.h" of its own version.
  set_source_files_properties(${more} PROPERTIES INCLUDE_DIRECTORIES ${folder})
endforeach()

add_library(grammars OBJECT ${sources})
target_include_directories(grammars PRIVATE ${core}/src)
target_include_directories(grammars SYSTEM INTERFACE ${core}/include)
target_include_directories(grammars PRIVATE ${core}/include)
# Built alike in every preset, but for its sanitizers: unoptimised tables take many times as long.
separate_arguments(presets_flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
# The core calls scanners through pointers of another type, in the old manner of C.
target_compile_options(grammars PRIVATE ${presets_flags} -O2 -g0 -w -fno-sanitize=undefined)
