# The page of `redcode view`, of HTML reports and of the leaderboard: target `web_page`, file ${WEB_PAGE}.
#
# It is written in TypeScript and made into one HTML file by esbuild. Everything from npm is pinned in web/; see
# docs/dependencies.md.

fetch_npm(web)
find_program(NODE NAMES node nodejs REQUIRED)

set(web_modules ${PROJECT_BINARY_DIR}/web/node_modules)
set(WEB_PAGE ${PROJECT_BINARY_DIR}/web/page/index.html)

file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*.ts ${PROJECT_SOURCE_DIR}/web/src/*.tsx
     ${PROJECT_SOURCE_DIR}/web/src/*.css)
add_custom_command(
  OUTPUT ${WEB_PAGE}
  COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${web_modules} ${WEB_PAGE}
  DEPENDS ${web_sources} ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/template.html
          ${PROJECT_SOURCE_DIR}/web/package-lock.json
  COMMENT "The page" VERBATIM)
add_custom_target(web_page DEPENDS ${WEB_PAGE})

if(REDCODE_UNIT_TESTS)
  # Its sources are not beside its packages, so the compiler is told where those are.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/web/types.json @ONLY CONTENT [[
{
  "extends": "@PROJECT_SOURCE_DIR@/web/tsconfig.json",
  "compilerOptions": {
    "paths": { "*": ["@web_modules@/@types/*", "@web_modules@/*"] },
    "typeRoots": ["@web_modules@/@types"]
  },
  "include": ["@PROJECT_SOURCE_DIR@/web/src", "@PROJECT_SOURCE_DIR@/web/test"]
}
]])
  add_test(NAME web.types COMMAND ${web_modules}/.bin/tsc -p ${PROJECT_BINARY_DIR}/web/types.json)
  add_test(NAME web.functions
           COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/run_tests.mjs ${web_modules} ${PROJECT_BINARY_DIR}/web/tests)
  set_tests_properties(web.types web.functions PROPERTIES LABELS web TIMEOUT 180)
endif()
