// `redcode try`: one trial, everything shown as it happens.
#include "base/temp_dir.h"
#include "case_set.h"
#include "commands.h"
#include "interruptible.h"
#include "narrate.h"
#include "single_trial.h"

namespace redcode::app {
namespace {

Task<int> try_one(const TryOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const corpus::Case subject = require_case(corpus, options.case_id);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const TempDir temporary("try");
  SingleTrial single{
      .corpus = corpus, .subject = subject, .agent = options.agent, .blobs = temporary.path()};
  single.watcher.opened = [&out, &engine](const sandbox::Sandbox& box) {
    out.line("── sandbox {} is open ({})", box.id().substr(0, 12), engine->name());
  };
  single.watcher.said = [&out](const record::Message& message) { narrate_message(message, out); };
  single.watcher.saw = [&out](const record::Observation& observation) {
    narrate_observation(observation, out);
  };

  out.line("{}: {}", subject.id, subject.title);
  const record::Record record = co_await run_single(*engine, std::move(single));
  out.line("── verdict");
  narrate_verdict(record, out);
  if (options.json) out.line("{}", dump_json(to_json(record)));
  co_return record.verdict.outcome == record::Outcome::invalid ? 1 : 0;
}

}  // namespace

int try_case(const TryOptions& options, Out& out) {
  return run_interruptible(try_one(options, out), out);
}

}  // namespace redcode::app
