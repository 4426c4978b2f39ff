#include "record/record.h"

#include <array>

namespace redcode::record {
namespace {

constexpr std::string_view format = "redcode/record/1";
constexpr std::array<std::string_view, 5> stop_names{"finished", "out-of-turns", "out-of-time",
                                                     "unparseable", "failed"};

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::invalid_argument(result.error().message);
  return *std::move(result);
}

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

Result<Record> record_from_json(const Json& json) {
  return decode_json("record", [&json] {
    if (json.at("format") != format) throw std::invalid_argument("of another format or version");
    const Json& usage = json.at("usage");
    return Record{.trial = value_of(trial_from_json(json.at("trial"))),
                  .started_at = json.at("started_at").get<std::string>(),
                  .duration_ms = json.at("duration_ms").get<std::uint64_t>(),
                  .stop = enum_from<Stop>(json.at("stop").get<std::string>(), stop_names),
                  .failure = json.at("failure").get<std::string>(),
                  .verdict = value_of(verdict_from_json(json.at("verdict"))),
                  .evidence = value_of(evidence_from_json(json.at("evidence"))),
                  .transcript_digest = json.at("transcript_digest").get<std::string>(),
                  .usage = {.input_tokens = usage.at("input_tokens").get<std::uint64_t>(),
                            .output_tokens = usage.at("output_tokens").get<std::uint64_t>()}};
  });
}

}  // namespace redcode::record
