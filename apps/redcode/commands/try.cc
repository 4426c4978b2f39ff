// `redcode try`: one trial, everything shown as it happens.
#include "base/temp_dir.h"
#include "case_set.h"
#include "commands/commands.h"
#include "interruptible.h"
#include "narrate.h"
#include "run/setup/single_trial.h"
#include "run/setup/suite.h"

namespace redcode::app {
namespace {

Task<int> try_one(TryOptions options, Out& out) {
  const corpus::Corpus corpus =
      load_corpus(setup::suite_folder(options.gen.suite, options.corpus), out, options.names);
  const corpus::Case subject = require_case(corpus, options.case_id);
  const setup::PreparedSuite suite =
      co_await setup::prepare_suite(corpus, options.agent, options.gen, options.engine);
  const TempDir temporary("try");
  setup::SingleTrial single{.corpus = corpus,
                            .subject = subject,
                            .agent = options.agent,
                            .rulebook = suite.rules(),
                            .blobs = temporary.path()};
  single.watcher.opened = [&out, &suite](const sandbox::Sandbox& box) {
    out.line("── sandbox {} is open ({})", box.id().substr(0, 12), suite.engine->name());
  };
  const bool shows_code = !setup::is_gen(corpus) || options.gen.show_code;
  single.watcher.said = [&out, shows_code](record::Message message) {
    if (!shows_code && message.role == record::Role::assistant) {
      message.text = without_code(message.text);
      message.calls.clear();
    }
    narrate_message(message, out);
  };
  single.watcher.saw = [&out](const record::Observation& observation) {
    narrate_observation(observation, out);
  };

  out.line("{}: {}", subject.id, subject.title);
  const record::Record record = co_await setup::run_single(*suite.engine, std::move(single));
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
