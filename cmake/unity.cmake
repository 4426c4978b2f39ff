# Where sources are compiled several at a time (CMAKE_UNITY_BUILD, as .ci/run does: it takes half the time), these
# are compiled alone: a name in their unnamed namespace is a neighbour's, too. A new "redefinition of" in such a build is
# cured by another name or by a line here.
set(compiled_alone
  apps/redcode/commands/corpus_stats.cc apps/redcode/reference/formats.cc apps/redcode/commands/image_file.cc apps/redcode/reference/markdown.cc
  src/agents/cli_agent_test.cc src/agents/codeact_test.cc src/agents/interpreter_test.cc src/agents/loop_session_test.cc src/agents/own_work.cc src/agents/react_test.cc
  src/analysis/guess.cc src/analysis/rendering.cc
  src/attest/want.cc
  src/docker/container.cc src/docker/container_spec.cc src/docker/daemon.cc src/docker/engine.cc src/docker/guest_probe.cc src/docker/process.cc
  src/evidence/attempts.cc src/evidence/files.cc src/evidence/limits.cc src/evidence/processes.cc src/evidence/sandbox_watch.cc src/evidence/sandbox_watch_files.cc src/evidence/sink_sockets.cc src/evidence/steering.cc src/evidence/unpack.cc
  src/fleet/pgbouncer_test.cc src/fleet/security_test.cc
  src/http/tls_test.cc
  src/image/settings.cc
  src/judge/rejudge.cc src/judge/word_kinds.cc
  src/oci/container.cc src/oci/engine.cc src/oci/process.cc src/oci/verify.cc
  src/personas/personas.cc
  src/proof/vandal_test.cc
  src/record/references_test.cc
  src/referee/grading_test.cc src/referee/opinion_test.cc src/referee/question_test.cc
  src/relay/passing_test.cc src/relay/relay_test.cc
  src/report/sarif_report.cc src/report/text_report.cc
  src/sandbox/world_tar.cc
  src/stats/repeats.cc src/stats/tally.cc
  src/view/timeline.cc
  src/wire/gemini.cc src/wire/gemini_answer.cc src/wire/messages.cc src/wire/messages_test.cc src/wire/responses.cc src/wire/responses_question.cc src/wire/responses_question_test.cc src/wire/responses_reader_test.cc)

if(NOT REDCODE_PROGRAM)
  list(FILTER compiled_alone EXCLUDE REGEX ^apps/)
endif()
foreach(source IN LISTS compiled_alone)
  string(REGEX MATCH "^[a-z]+/[a-z]+" folder ${source})
  set_source_files_properties(${PROJECT_SOURCE_DIR}/${source} DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
                              PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
# The companion takes from it file by file, and does without those that need simdjson.
set_target_properties(redcode_record PROPERTIES UNITY_BUILD OFF)
