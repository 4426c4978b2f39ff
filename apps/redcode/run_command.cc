// `redcode run`: many trials into a run folder, then the report.
#include <fmt/chrono.h>

#include <boost/system/system_error.hpp>
#include <set>
#include <thread>

#include "agent_source.h"
#include "base/digest.h"
#include "base/failure.h"
#include "case_set.h"
#include "commands.h"
#include "containment.h"
#include "interruptible.h"
#include "model_source.h"
#include "progress.h"
#include "report/text_report.h"
#include "runnable.h"
#include "version.h"

namespace redcode::app {
namespace {

std::string new_run_folder() {
  return fmt::format("runs/{:%Y%m%d-%H%M%S}", fmt::gmtime(std::time(nullptr)));
}

// The cases to run here, and why the others are not.
struct Selection {
  std::vector<corpus::Case> cases;
  std::map<std::string, std::uint64_t> not_run;
};

Selection select(const corpus::Corpus& corpus, const RunOptions& options,
                 const sandbox::Traits& traits) {
  Selection selection;
  for (const corpus::Case& subject : require_subset(corpus.cases, options.subset)) {
    if (!chosen(subject, options.filter)) continue;
    if (options.limit > 0 && selection.cases.size() >= options.limit) break;
    const std::string why_not = obstacle(subject, traits);
    if (why_not.empty()) {
      selection.cases.push_back(subject);
    } else {
      ++selection.not_run[why_not];
    }
  }
  return selection;
}

std::string digest_of(const std::vector<corpus::Case>& cases) {
  std::string digests;
  for (const corpus::Case& subject : cases) digests += subject.digest();
  return sha256_hex(digests);
}

// The run, but for what may change when it is continued.
Json manifest_of(const trial::CampaignOptions& plan, const agents::Agent& agent,
                 const Selection& selection, const std::string& engine) {
  return {{"format", "redcode/manifest/1"},
          {"tool_version", version},
          {"agent", agent.architecture()},
          {"model", plan.model_name},
          {"prompt_digest", agent.prompt_digest()},
          {"corpus_digest", plan.corpus_digest},
          {"image_digest", plan.image_digest},
          {"engine", engine},
          {"cases", selection.cases.size()},
          {"cases_digest", digest_of(selection.cases)},
          {"repeats", plan.repeats},
          {"not_run", selection.not_run}};
}

// A run folder holds one plan: continuing it with another agent or corpus would mix two runs.
void require_same_plan(const std::filesystem::path& folder, const Json& manifest) {
  const Result<Json> stored = record::RunReader(folder).manifest();
  if (!stored && stored.error().code == "run-missing") return;
  if (!stored) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("{}/manifest.json: {}", folder.string(), stored.error().text()));
  }
  for (const char* key : {"agent", "model", "prompt_digest", "corpus_digest", "image_digest",
                          "cases_digest", "engine"}) {
    if (stored->contains(key) && stored->at(key) == manifest.at(key)) continue;
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} holds a run with another {}; give another --out", folder.string(), key));
  }
}

std::set<std::string> finished_trials(const std::filesystem::path& folder) {
  std::set<std::string> done;
  // A trial the harness could not judge is tried again when the run is continued; what a later
  // judgement made of it is no reason to.
  const auto read = record::RunReader(folder).each_stored([&done](const record::Record& record) {
    if (record.verdict.outcome != record::Outcome::invalid) done.insert(record.trial.id());
  });
  return read ? done : std::set<std::string>{};
}

struct Plan {
  Selection selection;
  trial::CampaignOptions options;
  std::filesystem::path folder;
};

Task<Plan> make_plan(const RunOptions& options, const corpus::Corpus& corpus,
                     sandbox::Engine& engine) {
  Plan plan;
  const sandbox::Traits traits = co_await engine.traits();
  plan.selection = select(corpus, options, traits);
  plan.folder = options.out.empty() ? new_run_folder() : options.out;
  plan.options.corpus_digest = corpus.digest;
  plan.options.image_digest = co_await engine.image_digest(record::Policy{}.image);
  plan.options.model_name = options.agent.model;
  plan.options.repeats = options.repeats;
  plan.options.concurrency = options.concurrency > 0
                                 ? options.concurrency
                                 : 4 * std::max(1U, std::thread::hardware_concurrency());
  co_return plan;
}

// while_serving wants a value.
Task<bool> finish(trial::Campaign& campaign) {
  co_await campaign.run();
  co_return true;
}

Task<> run_plan(const Plan& plan, const RunOptions& options, const corpus::Corpus& corpus,
                sandbox::Engine& engine, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<agents::Agent> agent = make_agent(options.agent.agent);
  const Json manifest = manifest_of(plan.options, *agent, plan.selection, engine.name());
  record::RunWriter writer(plan.folder, manifest);  // from here on nobody else writes there
  require_same_plan(plan.folder, manifest);
  std::vector<Json> cases;
  for (const corpus::Case& subject : plan.selection.cases) cases.push_back(to_json(subject));
  writer.keep_cases(cases);

  ModelSource models(executor, corpus, options.agent);
  ProgressLine progress(out);
  trial::Campaign::Crew crew{
      engine, *agent, [&models](const corpus::Case& subject) { return models.model_for(subject); },
      writer};
  crew.finished = [&progress](const record::Record& record, const trial::Progress& so_far) {
    progress.finished(record, so_far);
  };
  crew.spent = [&progress](const record::Usage& usage) { progress.spent(usage); };
  trial::CampaignOptions options_now = plan.options;
  options_now.done = finished_trials(plan.folder);
  trial::Campaign campaign(executor, plan.selection.cases, std::move(options_now), std::move(crew));
  co_await while_serving(models, finish(campaign));
  progress.close(campaign.progress());
}

Task<int> run_all(const RunOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const Plan plan = co_await make_plan(options, corpus, *engine);
  if (plan.selection.cases.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "no case to run: see `redcode corpus list` for what --filter can name");
  }
  out.trouble("{} cases × {} into {}", plan.selection.cases.size(), options.repeats,
              plan.folder.string());
  co_await require_contained(*engine, options.accepted_probes, out);
  try {
    co_await run_plan(plan, options, corpus, *engine, out);
  } catch (const boost::system::system_error&) {
    out.trouble("Interrupted. The same command with --out {} continues.", plan.folder.string());
    throw;
  }
  ReportOptions report{.run = plan.folder.string()};
  co_return report_run(report, out);
}

}  // namespace

int run_cases(const RunOptions& options, Out& out) {
  return run_interruptible(run_all(options, out), out);
}

}  // namespace redcode::app
