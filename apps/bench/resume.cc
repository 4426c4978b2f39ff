// `redcode-bench resume`: what a run of a million trials costs the process that runs it, and how
// long it takes to go on with one that is half done.
//
// The records of a real run are written again and again, as other repeats, until as many trials are
// over as asked for. Then the run is opened as `redcode run` does, up to the first lease.
#include <algorithm>
#include <chrono>

#include "base/failure.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "bench/made_run.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "record/run_folder.h"
#include "run/plan/plan.h"
#include "run/queue/local_queue.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double most_bytes = 64;    // for each planned trial
constexpr double most_seconds = 10;  // until the first trial

plan::Plan plan_over(const std::vector<record::Record>& records, std::uint64_t trials) {
  const record::Trial& first = records.front().trial;
  plan::Dimensions dimensions{
      .corpus_digest = first.corpus_digest,
      .image_digest = first.image_digest,
      .agent_configs = {{.agent = first.agent, .prompt_mode = first.prompt_mode}},
      .repeats = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, trials / records.size()))};
  for (const record::Record& record : records)
    dimensions.cases.push_back({record.trial.case_id, record.trial.case_digest});
  return plan::Plan(std::move(dimensions));
}

void write_records(const std::filesystem::path& folder, std::vector<record::Record> records,
                   std::uint64_t count) {
  record::RunWriter writer(folder, Json::object());
  for (std::uint64_t i = 0; i < count; ++i) {
    record::Record& record = records[i % records.size()];
    record.trial.repeat = static_cast<std::uint32_t>(i / records.size());
    writer.append(record);
  }
}

double resident_bytes() { return resident_mib() * 1024 * 1024; }

Task<std::uint64_t> first_turn(const std::filesystem::path& folder, const plan::Plan& plan,
                               double& bytes) {
  const double before = resident_bytes();
  record::RunWriter writer(folder, Json::object());
  Result<queue::Finished> finished = queue::finished_in(folder, plan, 3);
  if (!finished) throw Failure(Failure::Kind::unavailable, finished.error().text());
  queue::LocalQueue queue(co_await asio::this_coro::executor, plan, *std::move(finished), writer);
  const std::vector<queue::Lease> leases = co_await queue.lease(1);
  bytes = resident_bytes() - before;
  co_return leases.empty() ? plan.size() : leases.front().number;
}

}  // namespace

int bench_resume(const ResumeBenchOptions& options, Out& out) {
  const TempDir dir("bench-resume");
  std::vector<record::Record> records = templates_of(options.run);
  const double before_plan = resident_bytes();
  const plan::Plan plan = plan_over(records, options.trials);
  const double plan_bytes = resident_bytes() - before_plan;
  const std::uint64_t over = std::min(options.finished, plan.size() - 1);
  write_records(dir.path() / "run", std::move(records), over);
  out.line("{} trials planned ({} cases × {}), {} over, {:.2f} GB of records", plan.size(),
           plan.dimensions().cases.size(), plan.dimensions().repeats, over,
           static_cast<double>(std::filesystem::file_size(dir.path() / "run/records.jsonl")) / 1e9);

  double bytes = 0;
  const auto start = Clock::now();
  const std::uint64_t first = run(first_turn(dir.path() / "run", plan, bytes));
  const double seconds = seconds_since(start);
  const double each = (bytes + plan_bytes) / static_cast<double>(plan.size());
  out.line("first trial ({}) handed out after {:.2f} s (at most {:.0f} wanted)", first, seconds,
           most_seconds);
  out.line(
      "{:.2f} bytes of memory for each planned trial (at most {:.0f} wanted); peak RSS {:.0f} MiB",
      each, most_bytes, peak_rss_mib());
  return first == over && seconds <= most_seconds && each <= most_bytes ? 0 : 1;
}

}  // namespace redcode::app
