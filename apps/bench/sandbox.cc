// `redcode-bench sandbox`: whole lives of sandboxes (open, exec, diff, close) beside the bare
// engines, in one run.
//
// Machines are shared and noisy, so the two sides of a ratio take turns, and the best turn of each
// counts: other load only ever slows one down.
#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

#include "base/at_a_time.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/off_thread.h"
#include "base/process.h"
#include "base/text.h"
#include "bench/bare_docker.h"
#include "bench/bare_runc.h"
#include "bench/options.h"
#include "bench/sandbox_cycle.h"
#include "case_set.h"
#include "interruptible.h"
#include "sandbox/docker/engine.h"
#include "sandbox/oci/engine.h"

namespace redcode::app {
namespace {

constexpr int turns = 3;
constexpr double least_without = 0.90;
constexpr double least_with = 0.80;
constexpr double least_docker = 0.95;
constexpr double least_times_peer = 10;

// The best rate of some turns.
struct Rate {
  double best = 0;  // lives a second
  void add(std::size_t count, double seconds) {
    best = std::max(best, static_cast<double>(count) / seconds);
  }
};

std::unique_ptr<sandbox::Engine> oci_engine(bool log_calls) {
  oci::Options options;
  options.runtime = "runc";
  options.log_calls = log_calls;
  return std::make_unique<oci::Engine>(std::move(options));
}

class SandboxBench {
 public:
  SandboxBench(const SandboxBenchOptions& options, Out& out) : options_(options), out_(out) {}

  Task<int> run() {
    co_await measure_oci();
    co_await measure_observers();
    if (options_.docker) {
      co_await measure_docker();
      co_await measure_peer();
    }
    out_.line("{}", missed_ == 0 ? "Every ratio is as wanted."
                                 : fmt::format("{} ratios are below what is wanted.", missed_));
    co_return missed_ == 0 ? 0 : 1;
  }

 private:
  // Some lives of `engine`'s sandboxes.
  Task<> take_turn(sandbox::Engine& engine, std::size_t at_a_time,
                   std::set<record::Observer> observers, Rate& rate) const {
    const std::size_t count = lives(at_a_time);
    Cycles cycles{.count = count, .at_a_time = at_a_time, .observers = std::move(observers)};
    rate.add(count, co_await run_cycles(engine, std::move(cycles)));
  }
  Task<> take_bare_turn(const BareRunc& bare, std::size_t at_a_time, Rate& rate) const {
    const std::size_t count = lives(at_a_time);
    const std::function<double()> blocking = [&bare, count, at_a_time] {
      return bare.run_cycles(count, at_a_time);
    };
    rate.add(count, co_await off_thread(blocking));
  }
  std::size_t lives(std::size_t at_a_time) const {
    return std::max(options_.cycles, 2 * at_a_time);
  }

  std::string judged(double ratio, double least) {
    const bool good = ratio >= least;
    missed_ += good ? 0 : 1;
    return fmt::format("{:.2f}{}", ratio, good ? "" : " (!)");
  }

  Task<> measure_oci() {
    const std::optional<oci::ImageStore::Image> image =
        oci::ImageStore().find(record::Policy{}.image);
    if (!image) {
      throw Failure(Failure::Kind::unavailable, "the base image is missing: redcode image build");
    }
    const BareRunc bare(*image);
    const std::unique_ptr<sandbox::Engine> plain = oci_engine(false);
    const std::unique_ptr<sandbox::Engine> logging = oci_engine(true);
    const std::set<record::Observer> all = (co_await logging->traits()).observers;
    out_.line("oci+runc, whole lives (open, exec, diff, close) a second, best of {} turns", turns);
    out_.line("{:>9} {:>10} {:>13} {:>6}  {:>13} {:>6}", "at a time", "bare runc", "no recorders",
              "ratio", "all recorders", "ratio");
    for (const std::size_t at_a_time : {1, 2, 8, 32}) {
      Rate runc;
      Rate without;
      Rate with;
      for (int i = 0; i < turns; ++i) {
        co_await take_bare_turn(bare, at_a_time, runc);
        co_await take_turn(*plain, at_a_time, {record::Observer::files}, without);
        co_await take_turn(*logging, at_a_time, all, with);
      }
      out_.line("{:>9} {:>10.1f} {:>13.1f} {:>6}  {:>13.1f} {:>6}", at_a_time, runc.best,
                without.best, judged(without.best / runc.best, least_without), with.best,
                judged(with.best / runc.best, least_with));
      if (at_a_time == 8) oci_at_8_ = with.best;
      oci_rates_[at_a_time] = with.best;
    }
  }

  // What one more observer costs a life, one at a time.
  Task<> measure_observers() {
    const std::unique_ptr<sandbox::Engine> plain = oci_engine(false);
    const std::unique_ptr<sandbox::Engine> logging = oci_engine(true);
    const std::set<record::Observer> all = (co_await logging->traits()).observers;
    Rate base;
    std::map<record::Observer, Rate> each;
    for (int i = 0; i < turns; ++i) {
      co_await take_turn(*plain, 1, {record::Observer::files}, base);
      for (const record::Observer observer : all) {
        if (observer == record::Observer::files || observer == record::Observer::exec) continue;
        sandbox::Engine& engine = observer == record::Observer::attempts ? *logging : *plain;
        co_await take_turn(engine, 1, {record::Observer::files, observer}, each[observer]);
      }
    }
    out_.line("");
    out_.line("What each observer adds to a life of {:.1f} ms (one at a time)", 1000 / base.best);
    for (const auto& [observer, rate] : each) {
      out_.line("{:>12} {:+6.1f} ms", observer, 1000 / rate.best - 1000 / base.best);
    }
  }

  Task<> measure_docker() {
    docker::Engine engine;
    corpus::Case subject;
    subject.world.files.push_back({.path = "/home/dev/notes.txt", .content = "call\n"});
    const BareTrial trial{
        .subject = subject, .lowers = co_await image_layers(subject.policy.image), .code = "true"};
    const auto bare_life = [&trial](Semaphore::Permit permit) {
      return bare_trial(trial, std::move(permit));
    };
    out_.line("");
    out_.line("docker+runc, whole lives a second, best of {} turns", turns);
    out_.line("{:>9} {:>10} {:>13} {:>6}", "at a time", "bare calls", "no recorders", "ratio");
    for (const std::size_t at_a_time : {1, 8}) {
      Rate bare;
      Rate ours;
      const std::size_t count = std::max<std::size_t>(options_.cycles / 3, 2 * at_a_time);
      for (int i = 0; i < turns; ++i) {
        const Repeats repeats{.count = count, .at_a_time = at_a_time};
        bare.add(count, co_await seconds_for(repeats, bare_life));
        Cycles cycles{.count = count, .at_a_time = at_a_time};
        ours.add(count, co_await run_cycles(engine, std::move(cycles)));
      }
      out_.line("{:>9} {:>10.1f} {:>13.1f} {:>6}", at_a_time, bare.best, ours.best,
                judged(ours.best / bare.best, least_docker));
    }
  }

  static Task<> keep(std::string& text, std::string_view bytes) {
    text += bytes;
    co_return;
  }

  // The Python client's lives a second; nothing if it is not installed.
  Task<std::optional<double>> peer_rate(std::size_t count, std::size_t at_a_time) const {
    std::string told;
    ProcessRequest request{
        .argv = {"/usr/bin/python3", (data_folder("peers") / "docker_py.py").string(),
                 record::Policy{}.image, fmt::format("{}", count), fmt::format("{}", at_a_time)}};
    const ProcessEnd end = co_await run_process(
        std::move(request), [&told](std::string_view bytes) { return keep(told, bytes); });
    double seconds = 0;
    std::from_chars(told.data(), told.data() + told.size(), seconds);
    if (end.exit_code != 0 || seconds <= 0) {
      out_.line("the Python client was not measured: {}", one_line(told, 200));
      co_return std::nullopt;
    }
    co_return static_cast<double>(count) / seconds;
  }

  Task<> measure_peer() {
    const std::size_t count = std::max<std::size_t>(options_.cycles / 4, 8);
    out_.line("");
    out_.line("The Docker client for Python, a fresh container each time");
    const std::optional<double> alone = co_await peer_rate(count, 1);
    if (!alone) co_return;
    out_.line(
        "one after another: {:.2f} a second; oci at 8 at a time with all recorders is {} times "
        "that",
        *alone, judged(oci_at_8_ / *alone, least_times_peer));
    for (const std::size_t at_a_time : {1, 8}) {
      const std::optional<double> rate =
          at_a_time == 1 ? alone : co_await peer_rate(count, at_a_time);
      if (!rate) co_return;
      out_.line("{:>9} at a time: {:.2f} a second; oci {:.1f}, {:.1f} times that", at_a_time, *rate,
                oci_rates_.at(at_a_time), oci_rates_.at(at_a_time) / *rate);
    }
  }

  const SandboxBenchOptions& options_;
  Out& out_;
  int missed_ = 0;
  double oci_at_8_ = 0;
  std::map<std::size_t, double> oci_rates_;
};

Task<int> measure(const SandboxBenchOptions& options, Out& out) {
  SandboxBench bench(options, out);
  co_return co_await bench.run();
}

}  // namespace

int bench_sandbox(const SandboxBenchOptions& options, Out& out) {
  return run_interruptible(measure(options, out), out);
}

}  // namespace redcode::app
