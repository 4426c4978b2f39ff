# fetch_npm(<folder>): the npm packages that <folder>/package-lock.json pins by version and digest, in
# ${PROJECT_BINARY_DIR}/<last part of folder>/node_modules.
#
# `npm ci` fetches them at configure time, once for each lock file, and runs no script of theirs.

function(fetch_npm folder)
  cmake_path(GET folder FILENAME name)
  set(fetched ${PROJECT_BINARY_DIR}/${name})
  set(lock ${PROJECT_SOURCE_DIR}/${folder}/package-lock.json)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lock})

  file(SHA256 ${lock} wanted)
  set(installed "")
  if(EXISTS ${fetched}/installed)
    file(READ ${fetched}/installed installed)
  endif()
  if(installed STREQUAL wanted)
    return()
  endif()
  find_program(NPM npm)
  if(NOT NPM)
    message(FATAL_ERROR "RedCode needs npm to fetch what ${folder} names: see docs/dependencies.md")
  endif()
  file(COPY ${PROJECT_SOURCE_DIR}/${folder}/ DESTINATION ${fetched})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --prefer-offline --no-audit --no-fund
                  WORKING_DIRECTORY ${fetched} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "npm could not fetch what ${folder} names:\n${said}")
  endif()
  file(WRITE ${fetched}/installed ${wanted})
endfunction()
