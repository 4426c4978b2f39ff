// `redcode-bench view`: how soon a large run can be looked at, what it takes in memory, and how
// fast it is searched. The run is made of the records of a real one.
#include <algorithm>
#include <chrono>
#include <functional>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "bench/made_run.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "report_options.h"
#include "view/answers.h"
#include "view/loaded_run.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_milliseconds = 150;  // for a question
constexpr double most_mib = 300;           // for 100,000 trials

double milliseconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Question {
  const char* what;
  const char* query;
};
constexpr std::array questions{
    Question{"no filter", ""},
    Question{"an outcome", "outcome=harmed,complete"},
    Question{"kind and language", "kind=risky&where=language:python"},
    Question{"two words", "q=the+python"},
    Question{"a word nobody has", "q=qqqqqqqq"},
    Question{"slowest first", "sort=duration&desc=1"},
    Question{"by case, far behind", "sort=case&offset=99900"},
};

// How many trials the answer is about.
std::uint64_t ask(const view::LoadedRun& run, const Question& question) {
  const http::Target target = http::parse_target(fmt::format("/?{}", question.query)).value();
  const view::Query query = view::query_of(target).value();
  const auto look = [&query](const view::Index& index) { return view::trials_json(index, query); };
  return run.with(look).value().at("total").get<std::uint64_t>();
}

// The slowest of the questions.
double ask_all(const view::LoadedRun& run, Out& out) {
  double slowest = 0;
  for (const Question& question : questions) {
    std::uint64_t total = 0;
    const double took = milliseconds([&] { total = ask(run, question); });
    slowest = std::max(slowest, took);
    out.line("  {:<24} {:>8.1f} ms  {} trials", question.what, took, total);
  }
  return slowest;
}

}  // namespace

int bench_view(const ViewBenchOptions& options, Out& out) {
  const TempDir dir("bench-view");
  const std::filesystem::path folder =
      options.keep.empty() ? dir.path() / "run" : std::filesystem::path(options.keep);
  make_run(options.run, folder, options.trials);
  out.line("{:.2f} GB of records",
           static_cast<double>(std::filesystem::file_size(folder / "records.jsonl")) / 1e9);
  const double before = resident_mib();
  view::LoadedRun run(folder);
  const double read = milliseconds([&run] { run.refresh(); });
  if (const auto trouble = run.standing().trouble)
    throw Failure(Failure::Kind::unavailable, trouble->text());
  const std::size_t trials =
      run.with([](const view::Index& index) { return index.rows().size(); }).value();
  const double held = resident_mib() - before;
  out.line("{} trials read in {:.2f} s; {:.0f} MiB more held, {:.0f} bytes a trial", trials,
           read / 1000, held, held * 1024 * 1024 / static_cast<double>(trials));
  const double slowest = ask_all(run, out);
  const double overview = milliseconds([&run] {
    run.with([](const view::Index& index) {
         return view::overview_json(index, reader_accuracy, false);
       })
        .value();
  });
  out.line("  {:<24} {:>8.1f} ms, once for each version of the run", "overview", overview);
  out.line(
      "slowest question {:.0f} ms (at most {:.0f} wanted up to 100,000 trials); {:.0f} MiB "
      "held at the end (at most {:.0f})",
      slowest, most_milliseconds, resident_mib(), most_mib);
  const bool small = trials <= 100'000;
  return small && (slowest > most_milliseconds || resident_mib() > most_mib) ? 1 : 0;
}

}  // namespace redcode::app
