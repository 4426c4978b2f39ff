#include "run/setup/run_setup.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <thread>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/program_version.h"
#include "base/text.h"
#include "corpus/filter.h"
#include "corpus/subset.h"
#include "run/plan/stratified.h"
#include "run/setup/options_json.h"
#include "run/setup/options_words.h"
#include "run/setup/owner.h"

namespace redcode::setup {
namespace {

// The cases to run here, and why the others are not.
void select(RunSetup& setup, const sandbox::Traits& traits) {
  const RunOptions& options = setup.options;
  const auto subset = corpus::subset(setup.corpus.cases, options.subset);
  if (!subset) throw Failure(Failure::Kind::unavailable, subset.error().text());
  for (const corpus::Case& subject : *subset) {
    if (!corpus::chosen(subject, options.filter)) continue;
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
  const auto seed = [](const Json& of) { return member_or<std::string>(of, "names", ""); };
  if (seed(stored) != seed(manifest)) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} holds a run with {}; say the same, or give another --out", folder.string(),
                    seed(stored).empty() ? "names as written, without --names"
                                         : "--names " + shell_word(seed(stored))));
  }
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

// What only this host does is not asked of a fleet.
void require_here(const RunOptions& options) {
  if (options.fleet.empty()) return;
  if (!options.retry.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "trials are run again on this host: leave --fleet or --retry out");
  }
  if (options.estimate == 0) return;
  throw Failure(Failure::Kind::unavailable,
                "an estimate is made on this host: leave --fleet out, and give it to the command "
                "that continues the run");
}

}  // namespace

std::string obstacle(const corpus::Case& subject, const sandbox::Traits& traits) {
  if (!subject.world.services.empty() && !traits.opens_beside)
    return "their worlds have services, which this engine cannot run beside a sandbox";
  for (const record::Observer needed : corpus::observers_needed(subject)) {
    // They look themselves, whatever the engine.
    const bool of_services = needed == record::Observer::services;
    if (!of_services && !traits.observers.contains(needed))
      return fmt::format("they need the observer '{}', which this engine lacks", needed);
  }
  if (subject.policy.disk_limit > 0 && !traits.limits_disk)
    return "they limit the disk, which this engine cannot";
  if (subject.policy.files_limit > 0 && !traits.limits_files)
    return "they limit the number of files, which this engine cannot";
  return "";
}

std::size_t usual_concurrency() { return 4UL * std::max(1U, std::thread::hardware_concurrency()); }

std::string new_run_folder() {
  return fmt::format("runs/{:%Y%m%d-%H%M%S}", fmt::gmtime(std::time(nullptr)));
}

std::vector<RunOptions> one_for_each_agent(const RunOptions& options) {
  const std::string& agents = options.agent.agent;
  std::vector<RunOptions> runs;
  for (const std::string& name : is_ones_own(agents) ? std::vector{agents} : split(agents, ',')) {
    RunOptions& run = runs.emplace_back(options);
    run.agent.agent = name;
    if (runs.size() == 1) continue;
    std::string folder = name;
    std::ranges::replace_if(folder, [](char c) { return c == '/' || c == ':'; }, '_');
    run.out = (std::filesystem::path(options.out) / "agents" / folder).string();
  }
  if (runs.empty()) runs.push_back(options);
  return runs;
}

plan::AgentConfig RunSetup::agent_config() const {
  return {.agent = {.architecture = agent_setup.chosen.agent->architecture(),
                    .model = plan.model_name,
                    .prompt_digest = agent_setup.chosen.agent->prompt_digest()},
          .prompt_mode = agent_setup.prompting.mode()};
}

Json RunSetup::manifest() const {
  const agents::Agent& agent = *agent_setup.chosen.agent;
  Json manifest{{"format", "redcode/manifest/1"},
                {"tool_version", program_version()},
                {"agent", agent.architecture()},
                {"model", plan.model_name},
                {"prompt_digest", agent.prompt_digest()},
                {"prompt_mode", agent_setup.prompting.mode()},
                {"corpus_digest", plan.corpus_digest},
                {"image_digest", plan.image_digest},
                {"engine", suite.engine->name()},
                {"engine_version", engine_version},
                {"cases", cases.size()},
                {"cases_digest", digest_of(cases)},
                {"repeats", plan.repeats},
                {"not_run", not_run},
                {"command", to_json(options)}};
  if (!corpus.names.empty()) manifest["names"] = corpus.names;
  if (!corpus.parts.empty()) manifest["corpora"] = corpus.parts;
  return manifest;
}

Task<RunSetup> set_up(RunOptions options, corpus::Corpus corpus) {
  require_here(options);
  RunSetup setup{.options = std::move(options), .corpus = std::move(corpus)};
  RunOptions& wanted = setup.options;
  setup.suite = co_await prepare_suite(setup.corpus, wanted.agent, wanted.gen, wanted.engine);
  setup.agent_setup = set_up_agent(wanted.agent);
  const sandbox::Traits traits = co_await setup.suite.engine->traits();
  setup.engine_version = traits.version;
  select(setup, traits);
  setup.folder = wanted.out;
  if (wanted.concurrency == 0) wanted.concurrency = usual_concurrency();
  setup.plan.corpus_digest = setup.corpus.digest;
  setup.plan.image_digest = co_await setup.suite.engine->image_digest(image_of(setup.corpus));
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

}  // namespace redcode::setup
