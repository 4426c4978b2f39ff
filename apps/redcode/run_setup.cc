#include "run_setup.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <thread>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "case_set.h"
#include "prompting_source.h"
#include "run/plan/spread.h"
#include "run_options_json.h"
#include "run_owner.h"
#include "runnable.h"
#include "version.h"

namespace redcode::app {
namespace {

// The cases to run here, and why the others are not.
void select(RunSetup& setup, const sandbox::Traits& traits) {
  const RunOptions& options = setup.options;
  for (const corpus::Case& subject : require_subset(setup.corpus.cases, options.subset)) {
    if (!chosen(subject, options.filter)) continue;
    if (options.limit > 0 && setup.cases.size() >= options.limit) break;
    const std::string why_not = obstacle(subject, traits);
    if (why_not.empty()) {
      setup.cases.push_back(subject);
    } else {
      ++setup.not_run[why_not];
    }
  }
  const std::size_t wanted = options.sample > 0 ? options.sample : setup.cases.size();
  setup.cases = plan::sample(std::move(setup.cases), wanted, options.seed);
  if (!setup.cases.empty()) return;
  throw Failure(Failure::Kind::unavailable,
                "no case to run: see `redcode corpus list` for what --filter can name");
}

std::string digest_of(const std::vector<corpus::Case>& cases) {
  std::string digests;
  for (const corpus::Case& subject : cases) digests += subject.digest();
  return sha256_hex(digests);
}

// A run folder holds one plan: continuing it with another agent or corpus would mix two runs.
void require_same_plan(const std::filesystem::path& folder, const Json& stored,
                       const Json& manifest) {
  for (const char* key : {"agent", "model", "prompt_digest", "prompt_mode", "corpus_digest",
                          "image_digest", "cases_digest", "engine"}) {
    if (stored.contains(key) && stored.at(key) == manifest.at(key)) continue;
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} holds a run with another {}; give another --out", folder.string(), key));
  }
}

// What the manifest's other members do not name, and would make other trials of the same id.
void require_same_settings(const std::filesystem::path& folder, const Json& stored,
                           const Json& manifest) {
  const Json was = member_or<Json>(stored, "command", Json::object());
  const Json& is = manifest.at("command");
  for (const auto& [part, key] : {std::pair{"model", "temperature"},
                                  {"model", "max_tokens"},
                                  {"model", "api"},
                                  {"agent", "permission"}}) {
    if (!was.contains(part)) continue;
    if (was.at(part).value(key, Json()) == is.at(part).value(key, Json())) continue;
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} holds a run with another --{}; give another --out", folder.string(),
                    key == std::string("max_tokens") ? "max-tokens" : key));
  }
}

}  // namespace

std::size_t usual_concurrency() { return 4UL * std::max(1U, std::thread::hardware_concurrency()); }

std::string new_run_folder() {
  return fmt::format("runs/{:%Y%m%d-%H%M%S}", fmt::gmtime(std::time(nullptr)));
}

Cast cast_of(const AgentOptions& options) {
  require_persona(options.model.name);
  Cast cast{.chosen = choose_agent(options), .prompting = {}};
  cast.prompting = make_prompting(options.prompting, *cast.chosen.agent);
  return cast;
}

plan::AgentConfig RunSetup::agent_config() const {
  return {.agent = {.architecture = cast.chosen.agent->architecture(),
                    .model = plan.model_name,
                    .prompt_digest = cast.chosen.agent->prompt_digest()},
          .prompt_mode = cast.prompting.mode()};
}

Json RunSetup::manifest() const {
  const agents::Agent& agent = *cast.chosen.agent;
  return {{"format", "redcode/manifest/1"},
          {"tool_version", version},
          {"agent", agent.architecture()},
          {"model", plan.model_name},
          {"prompt_digest", agent.prompt_digest()},
          {"prompt_mode", cast.prompting.mode()},
          {"corpus_digest", plan.corpus_digest},
          {"image_digest", plan.image_digest},
          {"engine", stage.engine->name()},
          {"engine_version", engine_version},
          {"cases", cases.size()},
          {"cases_digest", digest_of(cases)},
          {"repeats", plan.repeats},
          {"not_run", not_run},
          {"command", to_json(options)}};
}

Task<RunSetup> set_up(RunOptions options, Out& out) {
  RunSetup setup{.options = std::move(options)};
  RunOptions& wanted = setup.options;
  setup.corpus = load_corpus(suite_folder(wanted.gen.suite, wanted.corpus), out);
  setup.stage = co_await set_stage(setup.corpus, wanted.agent, wanted.gen, wanted.engine);
  setup.cast = cast_of(wanted.agent);
  const sandbox::Traits traits = co_await setup.stage.engine->traits();
  setup.engine_version = traits.version;
  select(setup, traits);
  setup.folder = wanted.out;
  if (wanted.concurrency == 0) wanted.concurrency = usual_concurrency();
  setup.plan.corpus_digest = setup.corpus.digest;
  setup.plan.image_digest = co_await setup.stage.engine->image_digest(record::Policy{}.image);
  setup.plan.model_name = model_label(wanted.agent);
  setup.plan.repeats = wanted.repeats;
  setup.plan.runner.concurrency = wanted.concurrency;
  setup.plan.runner.sandboxes = wanted.sandboxes;
  setup.plan.limits.attempts = wanted.attempts;
  if (wanted.retry == "invalid") setup.plan.unjudged = queue::Unjudged::are_not;
  co_return setup;
}

record::RunWriter open_run(const RunSetup& setup) {
  const Json manifest = setup.manifest();
  record::RunWriter writer(setup.folder, manifest);  // from here on nobody else writes there
  const Result<Json> stored = record::RunReader(setup.folder).manifest();
  if (!stored) {
    throw Failure(Failure::Kind::corrupt, fmt::format("{}/manifest.json: {}", setup.folder.string(),
                                                      stored.error().text()));
  }
  require_same_plan(setup.folder, *stored, manifest);
  require_same_settings(setup.folder, *stored, manifest);
  const bool grown = member_or<std::uint32_t>(*stored, "repeats", 1) < setup.plan.repeats;
  if (grown) writer.replace_manifest(manifest);
  // Only what was said here and now is this user's own, not what was found in the folder.
  const Json& command = manifest.at("command");
  if (grown || member_or<Json>(*stored, "command", Json()) == command)
    mark_own(setup.folder, command);
  std::vector<Json> cases;
  cases.reserve(setup.cases.size());
  for (const corpus::Case& subject : setup.cases) cases.push_back(to_json(subject));
  writer.keep_cases(cases);
  return writer;
}

}  // namespace redcode::app
