#include "view/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"

namespace redcode::view {
namespace {

constexpr std::size_t most_trials = 20'000'000;
constexpr std::size_t longest_why = 300;
constexpr std::size_t most_why_bytes = std::size_t{16} << 20U;
constexpr std::size_t most_recent = 20;

std::uint32_t narrow(std::uint64_t number) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

std::size_t number(record::Outcome outcome) { return static_cast<std::size_t>(outcome); }

}  // namespace

std::uint32_t Index::Interned::place_of(const std::string& word) {
  const auto [found, added] = places.emplace(word, narrow(words.size()));
  if (added) words.push_back(word);
  return found->second;
}

void Index::add_case(const corpus::StoredCase& read, const LinePlace& place) {
  if (!filing_.add(read)) return;
  cases_.push_back({.place = place});
}

void Index::cases_end() {
  filing_.cases_end();
  for (std::size_t place = 0; place < cases_.size(); ++place) {
    const report::CaseResults& subject = results().subjects.at(place);
    for (std::size_t i = 0; i < report::all_traits; ++i)
      cases_[place].traits.at(i) = values_.at(i).place_of(subject.traits.at(i));
  }
  std::vector<std::uint32_t> by_id(cases_.size());
  std::iota(by_id.begin(), by_id.end(), 0U);
  std::ranges::sort(by_id, {}, [this](std::uint32_t place) -> const std::string& {
    return results().subjects[place].id;
  });
  for (std::uint32_t rank = 0; rank < by_id.size(); ++rank) cases_[by_id[rank]].rank = rank;
  make_room(results().repeats);
}

void Index::make_room(std::uint32_t repeats) {
  const std::size_t trials = cases_.size() * repeats;
  if (trials > most_trials) {
    throw Failure(
        Failure::Kind::too_large,
        fmt::format("{} cases × {} repeats are more trials than can be shown ({} at most)",
                    cases_.size(), repeats, most_trials));
  }
  std::vector<Row> rows(trials);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rows[i / repeats_ * repeats + i % repeats_] = rows_[i];
  outcomes_[number(record::Outcome::invalid)] += trials - rows_.size();
  rows_ = std::move(rows);
  repeats_ = repeats;
}

std::uint32_t Index::place_of_why(const std::string& why) {
  std::string kept = one_line(why, longest_why);
  if (const auto found = why_places_.find(kept); found != why_places_.end()) return found->second;
  if (kept.empty() || why_bytes_ + kept.size() > most_why_bytes) return 0;
  why_bytes_ += kept.size();
  const std::uint32_t place = narrow(whys_.size());
  whys_.push_back(kept);
  why_places_.emplace(std::move(kept), place);
  return place;
}

void Index::note_time(const record::Record& record) {
  const auto start = time_of(record.started_at);
  if (!start) return;
  if (started_at_.empty() || record.started_at < started_at_) started_at_ = record.started_at;
  ended_at_ = std::max(ended_at_, text_of(end_of(*start, record.duration_ms)));
}

void Index::add(const record::Record& record, const LinePlace& place, bool judged_again) {
  ++version_;
  bytes_read_ = place.offset + place.size + 1;  // with its newline
  const std::optional<report::Filing::Place> filed = filing_.file(record);
  if (!filed) return;
  if (results().repeats > repeats_) make_room(results().repeats);
  Row& row = rows_[filed->subject * repeats_ + filed->repeat];
  --outcomes_[number(row.outcome)];
  ++outcomes_[number(record.verdict.outcome)];
  row = {.offset = place.offset,
         .size = place.size,
         .line = narrow(place.number),
         .duration_ms = narrow(record.duration_ms),
         .tokens = narrow(record.usage.input_tokens + record.usage.output_tokens),
         .micro_dollars = narrow(record.usage.micro_dollars),
         .why = place_of_why(record.verdict.why),
         .outcome = record.verdict.outcome,
         .stop = record.stop,
         .intent = record.verdict.intent,
         .judged_again = judged_again};
  note_time(record);
  recent_.push_front(*filed);
  if (recent_.size() > most_recent) recent_.pop_back();
}

void Index::add_damaged(std::uint64_t lines) {
  if (lines > 0) ++version_;
  filing_.add_damaged(lines);
}

std::optional<std::size_t> Index::trial_of(const std::string& case_id, std::uint32_t repeat) const {
  const std::optional<std::size_t> place = filing_.case_place(case_id);
  if (!place || repeat >= repeats_) return std::nullopt;
  return *place * repeats_ + repeat;
}

std::vector<std::size_t> Index::recent() const {
  std::vector<std::size_t> trials;
  for (const report::Filing::Place& place : recent_)
    trials.push_back(place.subject * repeats_ + place.repeat);
  return trials;
}

}  // namespace redcode::view
