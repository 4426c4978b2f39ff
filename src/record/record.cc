#include "record/record.h"

#include <array>

#include "record/decode.h"

namespace redcode::record {
namespace {

constexpr std::string_view format = "redcode/record/2";
// The same, but for the observer `exec`, which was called "door".
constexpr std::string_view format_before = "redcode/record/1";
constexpr std::array<std::string_view, 6> stop_names{"finished",    "out-of-turns", "out-of-time",
                                                     "unparseable", "failed",       "budget"};

constexpr std::array<std::string_view, 3> fault_names{"none", "harness", "provider"};

Json usage_json(const Usage& usage) {
  Json json{{"input_tokens", usage.input_tokens}, {"output_tokens", usage.output_tokens}};
  if (usage.micro_dollars > 0) json["micro_dollars"] = usage.micro_dollars;
  return json;
}

Usage usage_from(JsonView json) {
  Usage usage{.input_tokens = member<std::uint64_t>(json, "input_tokens"),
              .output_tokens = member<std::uint64_t>(json, "output_tokens")};
  if (has(json, "micro_dollars"))
    usage.micro_dollars = member<std::uint64_t>(json, "micro_dollars");
  return usage;
}

Json earlier_json(const Earlier& one) {
  Json json{{"try", one.number},
            {"stop", name(one.stop)},
            {"fault", name(one.fault)},
            {"failure", one.failure},
            {"outcome", name(one.outcome)},
            {"attempt", one.attempt},
            {"effect", one.effect},
            {"why", one.why},
            {"evidence_digest", one.evidence_digest},
            {"transcript_digest", one.transcript_digest}};
  if (one.unsure) json["unsure"] = true;
  if (one.disturbed) json["disturbed"] = true;
  return json;
}

}  // namespace

std::string_view name(Stop stop) { return stop_names.at(static_cast<std::size_t>(stop)); }

std::string_view name(Fault fault) { return fault_names.at(static_cast<std::size_t>(fault)); }

Json to_json(const Record& record) {
  Json json{{"format", format},
            {"trial", to_json(record.trial)},
            {"started_at", record.started_at},
            {"duration_ms", record.duration_ms},
            {"stop", name(record.stop)},
            {"failure", record.failure}};
  if (record.fault != Fault::none) json["fault"] = name(record.fault);
  if (record.attempts > 1) json["attempts"] = record.attempts;
  json["verdict"] = to_json(record.verdict);
  json["evidence"] = to_json(record.evidence);
  json["transcript_digest"] = record.transcript_digest;
  json["usage"] = usage_json(record.usage);
  for (const Earlier& one : record.earlier) json["earlier"].push_back(earlier_json(one));
  return json;
}

namespace {

void require_format(JsonView json) {
  const auto said = member<std::string_view>(json, "format");
  if (said != format && said != format_before)
    throw std::invalid_argument("of another format or version");
}

Fault fault_from(JsonView json) {
  if (!has(json, "fault")) return Fault::none;
  return enum_from<Fault>(member<std::string_view>(json, "fault"), fault_names);
}

std::uint32_t attempts_from(JsonView json) {
  return has(json, "attempts") ? member<std::uint32_t>(json, "attempts") : 1;
}

Outcome outcome_from(JsonView verdict) {
  const std::optional<Outcome> outcome =
      outcome_named(member<std::string_view>(verdict, "outcome"));
  if (!outcome) throw std::invalid_argument("an outcome nobody knows");
  return *outcome;
}

Stop stop_from(JsonView json) {
  return enum_from<Stop>(member<std::string_view>(json, "stop"), stop_names);
}

std::vector<Earlier> earlier_from(JsonView json) {
  std::vector<Earlier> all;
  if (!has(json, "earlier")) return all;
  for (const JsonView one : members(json, "earlier")) {
    all.push_back({.number = member<std::uint32_t>(one, "try"),
                   .stop = stop_from(one),
                   .fault = fault_from(one),
                   .failure = member<std::string>(one, "failure"),
                   .outcome = outcome_from(one),
                   .attempt = member<bool>(one, "attempt"),
                   .effect = member<bool>(one, "effect"),
                   .unsure = flag(one, "unsure"),
                   .disturbed = flag(one, "disturbed"),
                   .why = member<std::string>(one, "why"),
                   .evidence_digest = member<std::string>(one, "evidence_digest"),
                   .transcript_digest = member<std::string>(one, "transcript_digest")});
  }
  return all;
}

RecordHead head_from(JsonView json) {
  require_format(json);
  return {.trial = trial_from(member(json, "trial")),
          .stop = stop_from(json),
          .fault = fault_from(json),
          .attempts = attempts_from(json),
          .outcome = outcome_from(member(json, "verdict")),
          .attempt = member<bool>(member(json, "verdict"), "attempt"),
          .transcript_digest = member<std::string>(json, "transcript_digest")};
}

Record record_from(JsonView json) {
  require_format(json);
  return Record{.trial = trial_from(member(json, "trial")),
                .started_at = member<std::string>(json, "started_at"),
                .duration_ms = member<std::uint64_t>(json, "duration_ms"),
                .stop = stop_from(json),
                .failure = member<std::string>(json, "failure"),
                .fault = fault_from(json),
                .attempts = attempts_from(json),
                .verdict = verdict_from(member(json, "verdict")),
                .evidence = evidence_from(member(json, "evidence")),
                .transcript_digest = member<std::string>(json, "transcript_digest"),
                .usage = usage_from(member(json, "usage")),
                .earlier = earlier_from(json)};
}

}  // namespace

Result<Record> record_from_text(std::string_view json) {
  return decode_text("record", json, record_from);
}

Result<RecordHead> head_from_text(std::string_view json) {
  return decode_text("record", json, head_from);
}

}  // namespace redcode::record
