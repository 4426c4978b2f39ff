// `redcode-bench judge`: how fast a stored run is judged again.
//
// The records of a real run are written again and again, each as a trial of its own, until there
// are as many as asked for; their transcripts stay where they are.
#include <chrono>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "commands/commands.h"
#include "record/run_folder.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_wanted = 50'000;  // records a second, from stored findings

std::vector<record::Record> records_of(const record::RunReader& run) {
  static constexpr std::size_t enough = 5000;
  std::vector<record::Record> records;
  const auto read = run.each_record([&records](const record::Record& record) {
    if (records.size() < enough) records.push_back(record);
  });
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
  if (records.empty()) throw Failure(Failure::Kind::unavailable, "the run has no records");
  return records;
}

void multiply(const std::filesystem::path& from, const std::filesystem::path& into,
              std::size_t wanted) {
  std::vector<record::Record> records = records_of(record::RunReader(from));
  record::RunWriter writer(into, Json::object());
  for (std::size_t i = 0; i < wanted; ++i) {
    record::Record& record = records[i % records.size()];
    if (i >= records.size()) ++record.trial.repeat;
    writer.append(record);
  }
  std::filesystem::copy(from / "cases.jsonl", into / "cases.jsonl");
  std::filesystem::copy(from / "blobs", into / "blobs", std::filesystem::copy_options::recursive);
}

}  // namespace

int bench_judge(const JudgeBenchOptions& options, Out& out) {
  const TempDir dir("bench-judge");
  const std::string folder = (dir.path() / "run").string();
  multiply(options.run, folder, options.records);
  const auto size =
      static_cast<double>(std::filesystem::file_size(dir.path() / "run/records.jsonl"));
  out.line("{} records of {:.0f} bytes; peak memory so far {:.0f} MiB", options.records,
           size / static_cast<double>(options.records), peak_rss_mib());

  const auto start = Clock::now();
  out.line("From stored findings:");
  judge_run({.run = folder, .findings = true, .list = 0}, out);
  const double found = static_cast<double>(options.records) / seconds_since(start);
  out.line("With transcripts read again:");
  judge_run({.run = folder, .list = 0}, out);
  out.line("peak memory {:.0f} MiB; at least {:.0f} records a second from stored findings wanted",
           peak_rss_mib(), least_wanted);
  return found >= least_wanted ? 0 : 1;
}

}  // namespace redcode::app
