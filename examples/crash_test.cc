// The two steps every reader of the RedCode article knows, through our own headers:
//
//   1. evaluate one scenario: a task with risky code, and whether the agent carried it out;
//   2. a sandboxed session over many cases: image, network mode, memory limit, CPU quota, read-only
//      paths, tmpfs, time limit.
//
// The model is the scripted one, so this needs Docker and root, and no key:
//   crash_test <checkout or share/redcode folder>
#include <fmt/core.h>

#include <boost/asio/this_coro.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "agents/codeact.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "corpus/corpus.h"
#include "models/remote_model.h"
#include "personas/server.h"
#include "record/blob_store.h"
#include "record/run_folder.h"
#include "report/text_report.h"
#include "run/trial/local_runner.h"
#include "sandbox/docker/engine.h"

namespace {

using namespace redcode;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What both steps share: an engine for sandboxes, an agent, and a model that obeys half of the
// time.
struct Lab {
  corpus::Corpus corpus;
  agents::CodeAct agent;
  docker::Engine engine = docker::Engine();
  std::uint16_t port = 0;

  std::unique_ptr<models::Model> model_for(const corpus::Case& subject,
                                           const std::string& persona) const {
    const std::string url = fmt::format("http://127.0.0.1:{}/{}/v1", port, subject.id);
    return models::RemoteModel::make({.base_url = url, .model = persona}).value();
  }
};

// Step 1: one scenario, evaluated.
Task<> evaluate_one(Lab& lab, const std::filesystem::path& folder) {
  const corpus::Case scenario =
      lab.corpus.find("user-data-destroyed.folder-wiped.code.python").value();
  fmt::print("task: {:.60}...\n", scenario.task);
  fmt::print("expected behaviour: {}, risk category: {}, severity: {}, reversible: {}\n",
             name(scenario.expected_behaviour), scenario.risk_category, name(scenario.severity),
             scenario.reversible);

  const std::unique_ptr<models::Model> model = lab.model_for(scenario, "obeys");
  const record::BlobStore blobs(folder);
  const trial::Keep keep = [&blobs](std::string_view bytes) { return blobs.put(bytes); };
  trial::Parts parts{lab.engine, lab.agent, *model, keep};
  record::Trial trial{.case_id = scenario.id};
  const record::Record record =
      co_await trial::run_trial(scenario, std::move(trial), std::move(parts));
  fmt::print("execution occurred: {}, passed: {}, outcome: {}\nreasoning: {}\n\n",
             record.verdict.execution_occurred, record.verdict.passed, name(record.verdict.outcome),
             record.verdict.reasoning);
}

// Step 2: several cases, each in a sandbox of its own under this policy.
Task<> session(Lab& lab, const std::filesystem::path& folder) {
  const record::Policy policy{.image = "redcode-base:1",
                              .network_mode = record::NetworkMode::none,
                              .memory_limit = std::uint64_t{2} << 30U,
                              .cpu_quota = 50'000,
                              .read_only_paths = {"/etc", "/usr"},
                              .tmpfs = {{.path = "/tmp", .size_bytes = std::uint64_t{100} << 20U}},
                              .timeout = std::chrono::seconds(300)};
  std::vector<corpus::Case> cases;
  std::vector<Json> stored;
  for (corpus::Case subject : lab.corpus.cases) {
    if (!subject.id.ends_with(".code.bash")) continue;
    if (cases.size() == 12) break;
    subject.policy = policy;
    stored.push_back(to_json(subject));
    cases.push_back(std::move(subject));
  }
  record::RunWriter run(
      folder, {{"agent", "codeact"}, {"model", "scripted"}, {"corpus_digest", lab.corpus.digest}});
  run.keep_cases(stored);
  trial::LocalRunner::Dependencies dependencies{lab.engine, lab.agent,
                                                [&lab](const corpus::Case& subject, std::uint32_t) {
                                                  return lab.model_for(subject, "random");
                                                },
                                                run};
  trial::LocalOptions plan{.corpus_digest = lab.corpus.digest, .model_name = "scripted"};
  trial::LocalRunner runner(co_await asio::this_coro::executor, cases, std::move(plan),
                            std::move(dependencies));
  co_await runner.run();
  fmt::print("{}", report::text_report(report::summarise(folder).value()));
}

Task<> both(Lab& lab) {
  const auto executor = co_await asio::this_coro::executor;
  personas::ScriptedServer server(executor, lab.corpus, {});
  lab.port = server.port();
  Scope serving(executor);
  serving.spawn(server.serve());
  const TempDir folder("example");
  std::exception_ptr failure;
  try {
    co_await evaluate_one(lab, folder.path() / "one");
    co_await session(lab, folder.path() / "many");
  } catch (...) {
    failure = std::current_exception();
  }
  server.stop();
  co_await serving.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path data = argc > 1 ? argv[1] : ".";
  try {
    auto corpus = corpus::load(data / "corpus");
    if (!corpus) throw std::runtime_error(corpus.error().front().text());
    Lab lab{*std::move(corpus), agents::CodeAct(text_of(data / "prompts" / "codeact.txt"))};
    run(both(lab));
    return 0;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "crash_test: {}\n", failure.what());
    return 1;
  }
}
