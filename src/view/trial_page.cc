// One trial with all that is stored of it: its case, record, transcript, evidence and labels.
#include <algorithm>

#include "base/untrusted_text.h"
#include "record/labels.h"
#include "record/run_file.h"
#include "record/run_folder.h"
#include "view/answers.h"
#include "view/line_feed.h"
#include "view/timeline.h"

namespace redcode::view {
namespace {

constexpr std::size_t longest_message = std::size_t{256} << 10U;
constexpr std::size_t most_message_bytes = std::size_t{8} << 20U;  // of a whole transcript
constexpr std::uint32_t longest_case = std::uint32_t{8} << 20U;    // bytes of its line

Error unknown_trial() {
  return {.code = "trial-unknown",
          .message = "the run's plan has no such trial",
          .hint = "trials are numbered from 0 in the order of the plan"};
}

Error changed_record() {
  return {.code = "record-changed",
          .message = "the record is no longer where it was",
          .hint = "the run folder was changed while it was looked at; load the page again"};
}

// Cuts every text in `json` that is too long; whether there was one.
bool cut_texts(Json& json) {
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    if (text.size() <= longest_text) return false;
    json = UntrustedText(text).cut(longest_text).json();
    return true;
  }
  bool cut = false;
  if (json.is_structured()) {
    for (Json& part : json) cut = cut_texts(part) || cut;
  }
  return cut;
}

Result<Json> line_json(const std::filesystem::path& file, const LinePlace& place) {
  const std::string line = read_at(file, place.offset, place.size);
  if (!record::checked_line(line)) return std::unexpected(changed_record());
  Result<Json> json = record::run_json(line);
  if (json) {
    json->erase("check");
    json->erase("format");
  }
  return json;
}

Result<Json> case_json(const Index& index, const std::filesystem::path& run, std::size_t place) {
  const CaseEntry& entry = index.cases().at(place);
  if (entry.place.size > longest_case)
    return Json{{"id", foreign(index.results().subjects.at(place).id)}, {"cut", true}};
  Result<Json> json = line_json(run / "cases.jsonl", entry.place);
  if (json && cut_texts(*json)) (*json)["cut"] = true;
  return json;
}

// The record as it counts, and as it was stored.
struct Stored {
  record::Record record;
  Json json;
  Json verdict_before = nullptr;  // as stored, if it was judged again
};

Result<Stored> stored_record(const std::filesystem::path& run, const Row& row) {
  const std::string line = read_at(run / "records.jsonl", row.offset, row.size);
  Result<record::Record> record = record::record_from_text(record::checked_line(line) ? line : "");
  if (!record) return std::unexpected(changed_record());
  Stored stored{.record = *std::move(record), .json = {}};
  if (row.judged_again) {
    Result<std::optional<record::Judgement>> last = record::Judgement::last(run);
    if (!last) return std::unexpected(last.error());
    std::optional<record::Judgement> judgement = *std::move(last);
    const record::Judgement::Said* said = judgement ? judgement->of(row.line) : nullptr;
    if (said == nullptr) return std::unexpected(changed_record());
    stored.verdict_before = record::to_json(stored.record.verdict);
    stored.record.verdict = said->verdict;
  }
  stored.json = record::to_json(stored.record);
  stored.json.erase("format");
  // They are the timeline.
  stored.json["evidence"].erase("observations");
  cut_texts(stored.json);
  return stored;
}

Json message_json(const record::Message& message, std::size_t& room) {
  const auto bounded = [&room](const std::string& text) {
    const std::size_t most = std::min(longest_message, room);
    room -= std::min(text.size(), most);
    return UntrustedText(text).cut(most).json();
  };
  const std::size_t before = room;
  std::size_t whole = message.text.size();
  Json json{{"role", name(message.role)}, {"text", bounded(message.text)}};
  for (const record::ToolCall& call : message.calls) {
    json["calls"].push_back({{"id", foreign(call.id)},
                             {"name", foreign(call.name)},
                             {"arguments", bounded(call.arguments)}});
    whole += call.arguments.size();
  }
  if (!message.answers.empty()) json["answers"] = foreign(message.answers);
  if (message.warm_up) json["warm_up"] = true;
  if (before - room < whole) json["cut"] = true;
  return json;
}

// Null if it cannot be read.
Json transcript_json(const record::BlobStore& blobs, const record::Record& record) {
  const Result<std::string> bytes = blobs.get(record.transcript_digest);
  if (!bytes) return nullptr;
  const Result<record::Transcript> transcript = record::transcript_from_text(*bytes);
  if (!transcript) return nullptr;
  Json messages = Json::array();
  std::size_t room = most_message_bytes;
  for (const record::Message& message : *transcript) {
    if (room == 0) break;
    messages.push_back(message_json(message, room));
  }
  const std::size_t left_out = transcript->size() - messages.size();
  return {{"messages", std::move(messages)}, {"left_out", left_out}};
}

Json labels_json(const std::filesystem::path& run, const record::Record& record,
                 const stats::Kind& kind) {
  Json json = Json::array();
  const record::Labels labels = record::Labels::of(run);
  if (labels.empty()) return json;
  const record::LabelTarget read{.trial = record.trial.id(),
                                 .kind = report::labelled_as(kind),
                                 .transcript = record.transcript_digest};
  for (const record::Label& label : labels.about(read)) {
    Json one = record::to_json(label);
    for (const char* key : {"format", "trial", "transcript"}) one.erase(key);
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace

Result<Json> trial_json(const Index& index, const std::filesystem::path& run, std::size_t trial) {
  if (trial >= index.rows().size()) return std::unexpected(unknown_trial());
  Result<Json> subject = case_json(index, run, index.case_of(trial));
  if (!subject) return subject;
  Json json{{"trial", trial},
            {"row", row_json(index, trial)},
            {"case", *std::move(subject)},
            {"record", nullptr},
            {"transcript", nullptr},
            {"judged_again", index.rows()[trial].judged_again},
            {"label", Json::array()},
            {"timeline", Json::array()},
            {"previous", trial > 0 ? Json(trial - 1) : Json(nullptr)},
            {"next", trial + 1 < index.rows().size() ? Json(trial + 1) : Json(nullptr)}};
  if (!index.rows()[trial].recorded()) return json;
  Result<Stored> stored = stored_record(run, index.rows()[trial]);
  if (!stored) return std::unexpected(stored.error());
  const record::BlobStore blobs(run / "blobs");
  json["record"] = std::move(stored->json);
  if (!stored->verdict_before.is_null()) json["verdict_before"] = stored->verdict_before;
  json["transcript"] = transcript_json(blobs, stored->record);
  json["label"] = labels_json(run, stored->record, index.subject(trial).kind);
  json["timeline"] = timeline(stored->record, blobs);
  json["timeline_left_out"] = stored->record.evidence.observations.size() - json["timeline"].size();
  return json;
}

}  // namespace redcode::view
