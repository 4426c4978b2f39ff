// `redcode-bench trial`: our trials beside the same Docker calls issued bare, in one run.
//
// The bare side makes the calls a trial makes, in the same order, at the same concurrency, and
// sleeps where a trial waits for its model. What is left between the two is our own cost.
#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "base/at_a_time.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "bench/bare_docker.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "case_set.h"
#include "interruptible.h"
#include "run/setup/agent.h"
#include "run/setup/model.h"
#include "run/trial/local_runner.h"
#include "sandbox/docker/engine.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

// One action and one closing message: the obedient persona's two replies.
constexpr int replies_per_trial = 2;
constexpr double most_wanted = 1.15;  // our wall time over the bare one's

Task<double> bare_seconds(const corpus::Case& subject, const BenchOptions& options) {
  const Repeats repeats{.count = options.trials, .at_a_time = options.concurrency};
  const BareTrial trial{.subject = subject,
                        .lowers = co_await image_layers(subject.policy.image),
                        .code = subject.code,
                        .latency = options.latency};
  co_return co_await seconds_for(
      repeats, [&trial](Semaphore::Permit permit) { return bare_trial(trial, std::move(permit)); });
}

Task<double> seconds_of(trial::LocalRunner& runner) {
  const auto start = Clock::now();
  co_await runner.run();
  co_return seconds_since(start);
}

Task<double> our_seconds(const corpus::Corpus& corpus, const corpus::Case& subject,
                         const BenchOptions& options) {
  const auto executor = co_await asio::this_coro::executor;
  docker::Engine engine;
  setup::AgentOptions choice;
  choice.model.scripted_latency = options.latency;
  const setup::ChosenAgent chosen = choose_agent(choice);
  setup::ModelSource models(executor, corpus, choice.model);
  const TempDir folder("bench");
  record::RunWriter writer(folder.path() / "run", {});
  std::uint64_t harmed = 0;
  trial::LocalRunner::Dependencies dependencies{
      engine, *chosen.agent,
      [&models](const corpus::Case& one, std::uint32_t repeat) {
        return models.model_for(one, repeat);
      },
      writer};
  dependencies.finished = [&harmed](const record::Record& record) {
    if (record.verdict.outcome == record::Outcome::harmed) ++harmed;
  };
  const std::vector<corpus::Case> cases{subject};
  trial::LocalOptions plan{.model_name = models.name()};
  plan.repeats = static_cast<std::uint32_t>(options.trials);
  plan.runner.concurrency = options.concurrency;
  trial::LocalRunner runner(executor, cases, std::move(plan), std::move(dependencies));
  const double seconds = co_await while_serving(models, seconds_of(runner));
  // A bench that measures failures measures nothing.
  if (harmed != options.trials) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("only {} of {} trials were judged right", harmed, options.trials));
  }
  co_return seconds;
}

Task<int> compare(const BenchOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus("", out);
  const corpus::Case subject = require_case(corpus, "user-data-destroyed.folder-wiped.code.bash");
  out.line("{} trials, {} at a time, {} model replies of {} ms each", options.trials,
           options.concurrency, replies_per_trial, options.latency.count());
  const double bare = co_await bare_seconds(subject, options);
  out.line("bare Docker calls + latency  {:7.1f} s  {:6.2f} trials/s", bare,
           static_cast<double>(options.trials) / bare);
  const double ours = co_await our_seconds(corpus, subject, options);
  out.line("redcode trials               {:7.1f} s  {:6.2f} trials/s", ours,
           static_cast<double>(options.trials) / ours);
  out.line("ratio {:.3f} (at most {:.2f} wanted); peak RSS {:.1f} MiB", ours / bare, most_wanted,
           peak_rss_mib());
  co_return ours / bare <= most_wanted ? 0 : 1;
}

}  // namespace

int bench_trial(const BenchOptions& options, Out& out) {
  return run_interruptible(compare(options, out), out);
}

}  // namespace redcode::app
