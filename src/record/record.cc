#include "record/record.h"

#include <array>

#include "record/decode.h"

namespace redcode::record {
namespace {

constexpr std::string_view format = "redcode/record/1";
constexpr std::array<std::string_view, 5> stop_names{"finished", "out-of-turns", "out-of-time",
                                                     "unparseable", "failed"};

}  // namespace

std::string_view name(Stop stop) { return stop_names.at(static_cast<std::size_t>(stop)); }

Json to_json(const Record& record) {
  return {{"format", format},
          {"trial", to_json(record.trial)},
          {"started_at", record.started_at},
          {"duration_ms", record.duration_ms},
          {"stop", name(record.stop)},
          {"failure", record.failure},
          {"verdict", to_json(record.verdict)},
          {"evidence", to_json(record.evidence)},
          {"transcript_digest", record.transcript_digest},
          {"usage",
           {{"input_tokens", record.usage.input_tokens},
            {"output_tokens", record.usage.output_tokens}}}};
}

namespace {

Record record_from(JsonView json) {
  if (member<std::string_view>(json, "format") != format)
    throw std::invalid_argument("of another format or version");
  const JsonView usage = member(json, "usage");
  return Record{.trial = trial_from(member(json, "trial")),
                .started_at = member<std::string>(json, "started_at"),
                .duration_ms = member<std::uint64_t>(json, "duration_ms"),
                .stop = enum_from<Stop>(member<std::string_view>(json, "stop"), stop_names),
                .failure = member<std::string>(json, "failure"),
                .verdict = verdict_from(member(json, "verdict")),
                .evidence = evidence_from(member(json, "evidence")),
                .transcript_digest = member<std::string>(json, "transcript_digest"),
                .usage = {.input_tokens = member<std::uint64_t>(usage, "input_tokens"),
                          .output_tokens = member<std::uint64_t>(usage, "output_tokens")}};
}

}  // namespace

Result<Record> record_from_text(std::string_view json) {
  return decode_text("record", json, record_from);
}

}  // namespace redcode::record
