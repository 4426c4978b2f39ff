#include "bench/made_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "record/run_folder.h"

namespace redcode::app {
namespace {

constexpr std::uint64_t usual_repeats = 10;
constexpr std::uint64_t most_cases = 11'000;  // about as many as the corpus has

struct Subject {
  Json json;  // its case
  record::Record record;
};

// The cases of `run` that have a judged record, each with it.
std::vector<Subject> subjects_of(const std::string& run) {
  std::unordered_map<std::string, record::Record> records;
  for (record::Record& record : templates_of(run))
    records.emplace(record.trial.case_id, std::move(record));
  std::vector<Subject> subjects;
  const auto read = record::RunReader(run).each_case([&](const Json& json) {
    const auto found = records.find(member_or<std::string>(json, "id", ""));
    if (found != records.end()) subjects.push_back({.json = json, .record = found->second});
  });
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
  return subjects;
}

// Writes so many cases, the same ones again under other names; gives the ids and digests by which
// trials name them.
std::vector<std::pair<std::string, std::string>> write_cases(const std::filesystem::path& path,
                                                             const std::vector<Subject>& subjects,
                                                             std::uint64_t count) {
  std::vector<std::pair<std::string, std::string>> names;
  std::ofstream file(path, std::ios::binary);
  for (std::uint64_t i = 0; i < count; ++i) {
    Json json = subjects[i % subjects.size()].json;
    std::string id = json.at("id");
    if (const std::uint64_t round = i / subjects.size(); round > 0)
      json["id"] = id += fmt::format(".{}", round);
    names.emplace_back(std::move(id), sha256_hex(dump_json(json)));
    file << record::seal_line(json) << "\n";
  }
  if (!file.flush()) throw Failure(Failure::Kind::unwritable, "cannot write " + path.string());
  return names;
}

}  // namespace

std::vector<record::Record> templates_of(const std::string& run) {
  std::vector<record::Record> records;
  std::unordered_map<std::string, bool> known;
  const auto read = record::RunReader(run).each_stored([&](const record::Record& record) {
    const bool over = record.verdict.outcome != record::Outcome::invalid;
    if (over && known.emplace(record.trial.case_id, true).second) records.push_back(record);
  });
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
  if (records.empty()) throw Failure(Failure::Kind::unavailable, "the run has no records");
  return records;
}

void make_run(const std::string& run, const std::filesystem::path& folder, std::uint64_t trials) {
  Result<Json> manifest = record::RunReader(run).manifest();
  if (!manifest) throw Failure(Failure::Kind::unavailable, manifest.error().text());
  std::vector<Subject> subjects = subjects_of(run);
  const std::uint64_t count = std::clamp<std::uint64_t>(trials / usual_repeats, 1, most_cases);
  const std::uint64_t repeats = trials / count;
  std::filesystem::create_directories(folder);
  const auto names = write_cases(folder / "cases.jsonl", subjects, count);
  std::string digests;
  for (const auto& [id, digest] : names) digests += digest;
  (*manifest)["cases"] = count;
  (*manifest)["repeats"] = repeats;
  (*manifest)["cases_digest"] = sha256_hex(digests);
  std::filesystem::copy(std::filesystem::path(run) / "blobs", folder / "blobs",
                        std::filesystem::copy_options::recursive);
  record::RunWriter writer(folder, *manifest);
  for (std::uint64_t i = 0; i < count * repeats; ++i) {
    record::Record& record = subjects[i / repeats % subjects.size()].record;
    std::tie(record.trial.case_id, record.trial.case_digest) = names[i / repeats];
    record.trial.repeat = static_cast<std::uint32_t>(i % repeats);
    writer.append(record);
  }
}

}  // namespace redcode::app
