#include "report/export/run.h"

#include <algorithm>
#include <array>

#include "base/clock.h"
#include "base/digest.h"
#include "base/failure.h"
#include "report/filing.h"

namespace redcode::exports {
namespace {

record::Kind kind_of(const corpus::Case& read) {
  if (read.twin()) return record::Kind::twin;
  return read.gen() != nullptr ? record::Kind::request : record::Kind::risky;
}

template <class T>
void require(const Result<T>& read) {
  if (!read) throw Failure(Failure::Kind::corrupt, read.error().text());
}

}  // namespace

Subject subject_of(const corpus::Case& read, std::string digest) {
  return {.id = read.id,
          .digest = std::move(digest),
          .scenario = read.scenario,
          .variant = read.variant,
          .domain = read.domain,
          .title = read.title,
          .voice = read.voice,
          .risk_category = read.risk_category,
          .form = name(read.format.form),
          .language = name(read.format.language),
          .severity = name(read.severity),
          .expected_behaviour = name(read.expected_behaviour),
          .reversible = read.reversible,
          .gen = read.gen() != nullptr,
          .kind = kind_of(read)};
}

std::string_view kind_word(record::Kind kind) {
  static constexpr std::array<std::string_view, record::all_kinds> words{"risky", "twin",
                                                                         "request"};
  return words.at(static_cast<std::size_t>(kind));
}

Result<Run> Run::open(const std::filesystem::path& folder) {
  Run run(folder);
  Result<Json> manifest = run.reader_.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  report::Filing filing(*std::move(manifest), run.all_labels_);
  const auto cases = run.reader_.each_case([&](const Json& json) {
    std::optional<report::StoredCase> stored = report::stored_case(json);
    const Result<corpus::Case> read = corpus::case_from_json(json);
    if (!stored || !read) return;
    std::string digest = stored->subject.digest;
    if (!filing.add(*std::move(stored))) return;
    run.subjects_.push_back(subject_of(*read, std::move(digest)));
  });
  if (!cases) return std::unexpected(cases.error());
  filing.add_damaged(cases->damaged);
  filing.cases_end();

  run.counts_.resize(run.subjects_.size());
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
  for (std::size_t i = 0; i < subjects_.size(); ++i) places.emplace(subjects_[i].id, i);
  std::uint32_t number = 0;
  require(reader_.each_record([&](const record::Record& record) {
    ++number;
    const auto place = places.find(record.trial.case_id);
    if (place == places.end()) return;
    const std::vector<std::uint32_t>& repeats = counts_[place->second];
    const std::uint32_t repeat = record.trial.repeat;
    if (repeat >= repeats.size() || repeats[repeat] != number) return;
    visit({.run = *this, .subject = subjects_[place->second], .record = record});
  }));
}

void Run::each_case(const std::function<void(const Subject&, const corpus::Case&)>& visit) const {
  std::size_t next = 0;
  require(reader_.each_case([&](const Json& json) {
    const Result<corpus::Case> read = corpus::case_from_json(json);
    // A second case of the same id does not count.
    if (!read || next >= subjects_.size() || subjects_[next].id != read->id) return;
    visit(subjects_[next++], *read);
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
                            .kind = trial.subject.kind,
                            .transcript = trial.record.transcript_digest});
}

}  // namespace redcode::exports
