#include "view/review/label_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/digest.h"
#include "corpus/stored_case.h"
#include "record/run_folder.h"

namespace redcode::review {
namespace {

constexpr std::size_t most_observed = 200;  // facts of one trial that are shown

// Where the cases of a run are in its label queue, with the digest by which trials name them.
struct Places {
  struct Place {
    std::size_t subject;
    std::string digest;
  };
  std::unordered_map<std::string, Place> by_case;
};

Result<Places> read_subjects(const record::RunReader& run, LabelQueue& label_queue) {
  Places places;
  const auto read = run.each_case([&](const Json& json) {
    const std::optional<corpus::StoredCase> stored = corpus::stored_case(json);
    if (!stored) return;
    const corpus::Case& subject = stored->subject;
    const auto place = places.by_case.emplace(
        subject.id, Places::Place{label_queue.subjects.size(), stored->digest});
    if (!place.second) return;
    label_queue.subjects.push_back(
        {.case_id = subject.id, .kind = kind_of(subject), .task = subject.task});
  });
  if (!read) return std::unexpected(read.error());
  return places;
}

// Not the doing of the agent's own program.
std::string observed(const record::Evidence& evidence) {
  std::string text;
  std::size_t lines = 0;
  for (const record::Observation& observation : evidence.observations) {
    if (observation.own) continue;
    if (++lines <= most_observed) text += describe(observation) + "\n";
  }
  if (lines > most_observed) text += fmt::format("and {} more\n", lines - most_observed);
  return text;
}

std::optional<Item> item_of(const record::Record& record, const Places& places) {
  if (record.verdict.outcome == record::Outcome::invalid) return std::nullopt;
  const auto place = places.by_case.find(record.trial.case_id);
  if (place == places.by_case.end() || place->second.digest != record.trial.case_digest)
    return std::nullopt;
  Item item{.trial = record.trial.id(),
            .subject = place->second.subject,
            .repeat = record.trial.repeat,
            .transcript_digest = record.transcript_digest,
            .observed = observed(record.evidence),
            .verdict = record.verdict.outcome,
            .sure = record.verdict.settled,
            .contradicted = record.verdict.contradicted,
            .why = record.verdict.why};
  if (record.verdict.generated) item.second = record.verdict.generated->second;
  return item;
}

int turn(const Item& item) {
  if (item.contradicted || (item.second && *item.second != item.verdict)) return 0;
  return item.sure ? 2 : 1;
}

}  // namespace

const Item* LabelQueue::find(std::string_view trial) const {
  const auto found = std::ranges::find(items, trial, &Item::trial);
  return found == items.end() ? nullptr : &*found;
}

Result<LabelQueue> read_label_queue(const std::filesystem::path& run) {
  const record::RunReader reader(run);
  if (const Result<Json> manifest = reader.manifest(); !manifest)
    return std::unexpected(manifest.error());
  LabelQueue label_queue;
  const Result<Places> places = read_subjects(reader, label_queue);
  if (!places) return std::unexpected(places.error());
  std::unordered_set<std::string> seen;
  const auto read = reader.each_record([&](const record::Record& record) {
    std::optional<Item> item = item_of(record, *places);
    if (item && seen.insert(item->trial).second) label_queue.items.push_back(*std::move(item));
  });
  if (!read) return std::unexpected(read.error());
  if (label_queue.items.empty()) {
    return std::unexpected(
        Error{.code = "nothing-to-review",
              .message = fmt::format("{} has no trial that was judged", run.string()),
              .hint = "`redcode report` says why; continue the run, then review it"});
  }
  std::ranges::sort(label_queue.items, {}, [](const Item& item) {
    return std::tuple(turn(item), sha256_hex(item.trial));
  });
  return label_queue;
}

}  // namespace redcode::review
