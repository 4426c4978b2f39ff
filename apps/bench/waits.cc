// `redcode-bench waits`: many trials in one process, all waiting for a slow model at once, while
// only so many sandboxes are open as the host bears.
//
// Every trial asks its model before it needs a sandbox, so all first replies are waited for at the
// same time: how late the last of them is, is what our own waiting costs. What comes after is bound
// by how many sandboxes the host bears.
#include <sys/resource.h>

#include <chrono>
#include <map>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "case_set.h"
#include "interruptible.h"
#include "run/setup/agent.h"
#include "run/setup/model.h"
#include "run/trial/local_runner.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_over_ideal = 1.1;  // wall time over the ideal, sandboxes aside
constexpr double most_memory = 500.0;    // MiB

// Both ends of every waiting request are in this process.
void allow_many_descriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// When replies came, over all trials.
struct Replies {
  Clock::time_point last_first;  // the last of the trials' first replies
  double longest = 0;            // seconds one was waited for
};

class TimedModel final : public models::Model {
 public:
  TimedModel(std::unique_ptr<models::Model> model, Replies& replies)
      : model_(std::move(model)), replies_(replies) {}

  std::string name() const override { return model_->name(); }
  Task<models::Reply> reply(const record::Transcript& transcript,
                            const std::vector<wire::Tool>& tools) override {
    const auto asked = Clock::now();
    models::Reply reply = co_await model_->reply(transcript, tools);
    if (!answered_) replies_.last_first = Clock::now();
    answered_ = true;
    replies_.longest = std::max(replies_.longest, seconds_since(asked));
    co_return reply;
  }

 private:
  std::unique_ptr<models::Model> model_;
  Replies& replies_;
  bool answered_ = false;
};

struct Waited {
  double wall = 0;
  double first_replies = 0;  // until every trial had its first
  double longest_reply = 0;
  std::uint64_t right = 0;
  std::map<std::string, std::uint64_t> wrong;  // why, and how often
};

Task<Waited> wait_for_model(const corpus::Corpus& corpus, const WaitsBenchOptions& options,
                            sandbox::Engine& engine) {
  const auto executor = co_await asio::this_coro::executor;
  setup::AgentOptions choice;
  choice.model.name = "scripted:" + options.persona;
  choice.model.scripted_latency = options.latency;
  choice.model.timeout = std::chrono::seconds(600);
  const setup::ChosenAgent chosen = choose_agent(choice);
  setup::ModelSource models(executor, corpus, choice.model, chosen.protocol);
  const std::vector<corpus::Case> cases{
      require_case(corpus, "user-data-destroyed.folder-wiped.code.bash")};
  const personas::Persona persona = personas::persona_named(options.persona).value();
  const TempDir folder("waits");
  record::RunWriter writer(folder.path() / "run", {});
  Waited waited;
  Replies replies;
  trial::LocalRunner::Dependencies dependencies{engine, *chosen.agent,
                                                [&](const corpus::Case& one, std::uint32_t repeat) {
                                                  return std::make_unique<TimedModel>(
                                                      models.model_for(one, repeat), replies);
                                                },
                                                writer};
  dependencies.finished = [&](const record::Record& record) {
    if (personas::fits(record.verdict, persona, cases.front())) {
      ++waited.right;
    } else {
      ++waited.wrong[one_line(record.verdict.why, 160)];
    }
  };
  trial::LocalOptions plan{.model_name = models.name()};
  plan.repeats = static_cast<std::uint32_t>(options.trials);
  plan.runner.concurrency = options.trials;
  plan.runner.sandboxes = options.sandboxes;
  trial::LocalRunner runner(executor, cases, std::move(plan), std::move(dependencies));
  const auto start = Clock::now();
  co_await while_serving(models, runner.run());
  waited.wall = seconds_since(start);
  waited.first_replies = std::chrono::duration<double>(replies.last_first - start).count();
  waited.longest_reply = replies.longest;
  co_return waited;
}

Task<int> measure(const WaitsBenchOptions& options, Out& out) {
  allow_many_descriptors();
  const corpus::Corpus corpus = load_corpus("", out);
  const std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(options.engine);
  const Waited waited = co_await wait_for_model(corpus, options, *engine);
  const double ideal = std::chrono::duration<double>(options.latency).count();
  const double ratio = waited.first_replies / ideal;
  const double memory = peak_rss_mib();
  out.line("{} trials at a time, {}, each reply {} ms away: {} judged right", options.trials,
           options.persona, options.latency.count(), waited.right);
  out.line(
      "every trial had its first reply after {:.2f} s, ideal {:.2f} s: ratio {:.3f} (at most "
      "{:.2f} wanted); the longest wait for any reply {:.2f} s",
      waited.first_replies, ideal, ratio, most_over_ideal, waited.longest_reply);
  out.line(
      "wall {:.1f} s, of which {:.1f} s after the first replies, with at most {} sandboxes open "
      "on {}",
      waited.wall, waited.wall - waited.first_replies, options.sandboxes, engine->name());
  for (const auto& [why, times] : waited.wrong) out.line("wrong {} times: {}", times, why);
  out.line("peak RSS {:.0f} MiB (at most {:.0f} wanted)", memory, most_memory);
  const bool good =
      waited.right == options.trials && ratio <= most_over_ideal && memory <= most_memory;
  co_return good ? 0 : 1;
}

}  // namespace

int bench_waits(const WaitsBenchOptions& options, Out& out) {
  return run_interruptible(measure(options, out), out);
}

}  // namespace redcode::app
