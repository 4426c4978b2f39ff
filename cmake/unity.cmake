# Sources are compiled several at a time (CMAKE_UNITY_BUILD in every preset: it takes half the time). These
# are compiled alone: a name in their unnamed namespace is a neighbour's, too. A new "redefinition of" in such a build is
# cured by another name or by a line here.
set(compiled_alone
  apps/redcode/commands/corpus_stats.cc apps/redcode/reference/formats.cc apps/redcode/commands/image_file.cc
  src/agents/cli_agent_test.cc src/agents/codeact_test.cc src/agents/interpreter_test.cc src/agents/loop_session_test.cc src/agents/external_work.cc src/agents/react_test.cc
  src/analysis/guess.cc src/analysis/rendering.cc
  src/sandbox/attest/want.cc
  src/sandbox/docker/container.cc src/sandbox/docker/container_spec.cc src/sandbox/docker/daemon.cc src/sandbox/docker/engine.cc src/sandbox/docker/guest_probe.cc src/sandbox/docker/process.cc
  src/evidence/attempts.cc src/evidence/files.cc src/evidence/limits.cc src/evidence/processes.cc src/evidence/sandbox_watch.cc src/evidence/sandbox_watch_files.cc src/evidence/sink_sockets.cc src/evidence/steering.cc src/evidence/unpack.cc
  src/run/fleet/pgbouncer_test.cc src/run/fleet/security_test.cc
  src/http/tls_test.cc
  src/sandbox/image/settings.cc
  src/judge/rejudge.cc
  src/sandbox/oci/container.cc src/sandbox/oci/engine.cc src/sandbox/oci/process.cc src/sandbox/oci/verify.cc
  src/personas/personas.cc
  src/proof/negative_control_test.cc
  src/record/references_test.cc
  src/run/referee/grading_test.cc src/run/referee/opinion_test.cc src/run/referee/question_test.cc
  src/models/relay/passing_test.cc src/models/relay/relay_test.cc
  src/report/sarif_report.cc src/report/text_report.cc
  src/sandbox/world_tar.cc
  src/stats/repeats.cc src/stats/tally.cc
  src/view/timeline.cc
  src/models/wire/gemini.cc src/models/wire/gemini_answer.cc src/models/wire/messages.cc src/models/wire/messages_test.cc src/models/wire/responses.cc src/models/wire/responses_question.cc src/models/wire/responses_question_test.cc src/models/wire/responses_reader_test.cc)

if(NOT REDCODE_PROGRAM)
  list(FILTER compiled_alone EXCLUDE REGEX ^apps/)
endif()
foreach(source IN LISTS compiled_alone)
  cmake_path(GET source PARENT_PATH folder)
  if(source MATCHES ^apps/)
    set(folder apps/redcode)
  endif()
  set_source_files_properties(${PROJECT_SOURCE_DIR}/${source} DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
                              PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
# The companion takes from it file by file, and does without those that need simdjson.
set_target_properties(redcode_record PROPERTIES UNITY_BUILD OFF)
# Of this it takes the parser, and does without what opens connections.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/http/message.cc ${PROJECT_SOURCE_DIR}/src/http/beast_impl.cc
                            DIRECTORY ${PROJECT_SOURCE_DIR}/src/http PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
