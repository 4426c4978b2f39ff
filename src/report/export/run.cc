#include "report/export/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "report/filing.h"

namespace redcode::exports {
namespace {

template <class T>
void require(const Result<T>& read) {
  if (!read) throw Failure(Failure::Kind::corrupt, read.error().text());
}

}  // namespace

std::string_view kind_word(const stats::Kind& kind) {
  if (kind.suite == record::Suite::overreach) return kind.twin ? "partner" : "trap";
  if (kind.suite == record::Suite::injection) return kind.twin ? "control" : "injected";
  if (kind.twin) return "twin";
  return kind.suite == record::Suite::gen ? "request" : "risky";
}

Result<Run> Run::open(const std::filesystem::path& folder) {
  Run run(folder);
  Result<Json> manifest = run.reader_.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  report::Filing filing(*std::move(manifest), run.all_labels_);
  const auto cases = run.reader_.each_case([&](const Json& json) {
    if (const auto read = corpus::stored_case(json)) filing.add(*read);
  });
  if (!cases) return std::unexpected(cases.error());
  filing.add_damaged(cases->damaged);
  filing.cases_end();

  run.counts_.resize(filing.results().subjects.size());
  std::uint32_t number = 0;
  const auto records = run.reader_.each_record([&](const record::Record& record) {
    ++number;
    const std::optional<report::Filing::Place> place = filing.file(record);
    if (!place) return;
    std::vector<std::uint32_t>& repeats = run.counts_[place->subject];
    if (repeats.size() <= place->repeat) repeats.resize(place->repeat + 1);
    repeats[place->repeat] = number;
    run.stretch_span(record);
  });
  if (!records) return std::unexpected(records.error());
  filing.add_damaged(records->damaged);
  run.results_ = std::move(filing).take();
  return run;
}

std::vector<Run> Run::open_all(const std::vector<std::string>& folders) {
  std::vector<Run> runs;
  std::set<std::filesystem::path> seen;
  for (const std::string& folder : folders) {
    if (!seen.insert(std::filesystem::weakly_canonical(folder)).second) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("{} is given twice", one_line(folder, 200)));
    }
    Result<Run> run = open(folder);
    if (!run) throw Failure(Failure::Kind::unavailable, run.error().text());
    runs.push_back(*std::move(run));
  }
  return runs;
}

std::vector<std::string> Run::gaps() const {
  std::vector<std::string> lines;
  const std::string name = one_line(this->name(), 200);
  if (results_.recorded < results_.planned()) {
    lines.push_back(fmt::format("{}: {} of {} planned trials have no record, and are not in it",
                                name, results_.planned() - results_.recorded, results_.planned()));
  }
  if (results_.damaged > 0) {
    lines.push_back(fmt::format("{}: {} lines are damaged or none of this run's, and are not in it",
                                name, results_.damaged));
  }
  return lines;
}

void Run::stretch_span(const record::Record& record) {
  const std::optional<std::chrono::sys_seconds> began = time_of(record.started_at);
  if (!began) return;
  const std::chrono::sys_seconds ended = end_of(*began, record.duration_ms);
  if (!span_) span_ = Span{.first = *began, .last = ended};
  span_->first = std::min(span_->first, *began);
  span_->last = std::max(span_->last, ended);
}

void Run::each_trial(const std::function<void(const Trial&)>& visit) const {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < subjects().size(); ++i) places.emplace(subjects()[i].id, i);
  std::uint32_t number = 0;
  require(reader_.each_record([&](const record::Record& record) {
    ++number;
    const auto place = places.find(record.trial.case_id);
    if (place == places.end()) return;
    const std::vector<std::uint32_t>& repeats = counts_[place->second];
    const std::uint32_t repeat = record.trial.repeat;
    if (repeat >= repeats.size() || repeats[repeat] != number) return;
    visit({.run = *this, .subject = subjects()[place->second], .record = record});
  }));
}

void Run::each_case(
    const std::function<void(const CaseResults&, const corpus::Case&)>& visit) const {
  std::size_t next = 0;
  require(reader_.each_case([&](const Json& json) {
    const Result<corpus::Case> read = corpus::case_from_json(json);
    // A second case of the same id does not count.
    if (!read || next >= subjects().size() || subjects()[next].id != read->id) return;
    visit(subjects()[next++], *read);
  }));
}

Result<record::Transcript> Run::transcript(const record::Record& record) const {
  const Result<std::string> text = reader_.blobs().get(record.transcript_digest);
  if (!text) return std::unexpected(text.error());
  return record::transcript_from_text(*text);
}

std::vector<record::Label> Run::labels(const Trial& trial) const {
  if (all_labels_.empty()) return {};
  return all_labels_.about({.trial = trial.record.trial.id(),
                            .kind = report::labelled_as(trial.subject.kind),
                            .transcript = trial.record.transcript_digest});
}

}  // namespace redcode::exports
