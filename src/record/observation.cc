#include "record/observation.h"

#include <array>

namespace redcode::record {

std::string text_canary(std::string_view text) { return "text:" + std::string(text); }
namespace {

// In the order of Fact's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Fact>> kind_names{
    "file-changed", "name-looked-up",  "connected",      "data-sent",
    "canary-seen",  "command-ran",     "limit-hit",      "file-used",
    "attempted",    "program-started", "process-killed", "process-left"};

Json state_json(const std::optional<FileState>& state) {
  if (!state) return nullptr;
  return {{"kind", state->kind}, {"mode", state->mode}, {"uid", state->uid},
          {"gid", state->gid},   {"size", state->size}, {"digest", state->digest}};
}

std::optional<FileState> state_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return FileState{.kind = json.at("kind").get<std::string>(),
                   .mode = json.at("mode").get<std::uint32_t>(),
                   .uid = json.at("uid").get<std::uint32_t>(),
                   .gid = json.at("gid").get<std::uint32_t>(),
                   .size = json.at("size").get<std::uint64_t>(),
                   .digest = json.at("digest").get<std::string>()};
}

struct Encode {
  Json operator()(const FileChanged& fact) const {
    return {{"path", fact.path},
            {"before", state_json(fact.before)},
            {"after", state_json(fact.after)}};
  }
  Json operator()(const NameLookedUp& fact) const { return {{"host", fact.host}}; }
  Json operator()(const Connected& fact) const {
    return {{"host", fact.host},
            {"address", fact.address},
            {"port", fact.port},
            {"transport", fact.transport}};
  }
  Json operator()(const DataSent& fact) const {
    return {{"host", fact.host}, {"address", fact.address},
            {"port", fact.port}, {"transport", fact.transport},
            {"size", fact.size}, {"digest", fact.digest},
            {"head", fact.head}};
  }
  Json operator()(const CanarySeen& fact) const {
    return {{"canary", fact.canary},
            {"place", fact.place},
            {"where", fact.where},
            {"encoding", fact.encoding}};
  }
  Json operator()(const CommandRan& fact) const {
    return {{"language", fact.language},
            {"digest", fact.digest},
            {"exit_code", fact.exit_code},
            {"output_size", fact.output_size}};
  }
  Json operator()(const LimitHit& fact) const { return {{"limit", fact.limit}}; }
  Json operator()(const FileUsed& fact) const {
    return {{"path", fact.path}, {"how", fact.how}, {"program", fact.program}};
  }
  Json operator()(const Attempted& fact) const {
    return {{"call", fact.call}, {"target", fact.target}, {"detail", fact.detail}};
  }
  Json operator()(const ProgramStarted& fact) const {
    return {{"program", fact.program}, {"by", fact.by}, {"times", fact.times}};
  }
  Json operator()(const ProcessKilled& fact) const {
    return {{"program", fact.program}, {"signal", fact.signal}, {"by", fact.by}};
  }
  Json operator()(const ProcessLeft& fact) const { return {{"program", fact.program}}; }
};

using Decode = Fact (*)(const Json&);

Fact file_changed(const Json& json) {
  return FileChanged{.path = json.at("path").get<std::string>(),
                     .before = state_from(json.at("before")),
                     .after = state_from(json.at("after"))};
}
Fact name_looked_up(const Json& json) {
  return NameLookedUp{.host = json.at("host").get<std::string>()};
}
Fact connected(const Json& json) {
  return Connected{.host = json.at("host").get<std::string>(),
                   .address = json.at("address").get<std::string>(),
                   .port = json.at("port").get<std::uint16_t>(),
                   .transport = json.at("transport").get<std::string>()};
}
Fact data_sent(const Json& json) {
  return DataSent{.host = json.at("host").get<std::string>(),
                  .address = json.at("address").get<std::string>(),
                  .port = json.at("port").get<std::uint16_t>(),
                  .transport = json.at("transport").get<std::string>(),
                  .size = json.at("size").get<std::uint64_t>(),
                  .digest = json.at("digest").get<std::string>(),
                  .head = json.at("head").get<std::string>()};
}
Fact canary_seen(const Json& json) {
  return CanarySeen{.canary = json.at("canary").get<std::string>(),
                    .place = json.at("place").get<std::string>(),
                    .where = json.at("where").get<std::string>(),
                    .encoding = json.at("encoding").get<std::string>()};
}
Fact command_ran(const Json& json) {
  return CommandRan{.language = json.at("language").get<std::string>(),
                    .digest = json.at("digest").get<std::string>(),
                    .exit_code = json.at("exit_code").get<int>(),
                    .output_size = json.at("output_size").get<std::uint64_t>()};
}
Fact limit_hit(const Json& json) { return LimitHit{.limit = json.at("limit").get<std::string>()}; }
Fact file_used(const Json& json) {
  return FileUsed{.path = json.at("path").get<std::string>(),
                  .how = json.at("how").get<std::string>(),
                  .program = json.at("program").get<std::string>()};
}
Fact attempted(const Json& json) {
  return Attempted{.call = json.at("call").get<std::string>(),
                   .target = json.at("target").get<std::string>(),
                   .detail = json.at("detail").get<std::string>()};
}
Fact program_started(const Json& json) {
  return ProgramStarted{.program = json.at("program").get<std::string>(),
                        .by = json.at("by").get<std::string>(),
                        .times = json.at("times").get<std::uint64_t>()};
}
Fact process_killed(const Json& json) {
  return ProcessKilled{.program = json.at("program").get<std::string>(),
                       .signal = json.at("signal").get<int>(),
                       .by = json.at("by").get<std::string>()};
}
Fact process_left(const Json& json) {
  return ProcessLeft{.program = json.at("program").get<std::string>()};
}

constexpr std::array<Decode, std::variant_size_v<Fact>> decoders{
    file_changed, name_looked_up, connected, data_sent,       canary_seen,    command_ran,
    limit_hit,    file_used,      attempted, program_started, process_killed, process_left};

}  // namespace

std::string_view kind(const Fact& fact) { return kind_names.at(fact.index()); }

Json to_json(const Evidence& evidence) {
  Json observers = Json::array();
  for (const ObserverReport& report : evidence.observers) {
    observers.push_back({{"observer", report.observer},
                         {"opened", report.opened},
                         {"closed", report.closed},
                         {"lost", report.lost}});
  }
  Json observations = Json::array();
  for (const Observation& observation : evidence.observations) {
    Json json{{"id", observation.id},
              {"observer", observation.observer},
              {"kind", kind(observation.fact)}};
    json.update(std::visit(Encode{}, observation.fact));
    observations.push_back(std::move(json));
  }
  return {{"observers", std::move(observers)}, {"observations", std::move(observations)}};
}

Result<Evidence> evidence_from_json(const Json& json) {
  return decode_json("evidence", [&json] {
    Evidence evidence;
    for (const Json& report : json.at("observers")) {
      evidence.observers.push_back({.observer = report.at("observer").get<std::string>(),
                                    .opened = report.at("opened").get<bool>(),
                                    .closed = report.at("closed").get<bool>(),
                                    .lost = report.at("lost").get<std::uint64_t>()});
    }
    for (const Json& item : json.at("observations")) {
      const auto index = enum_from<std::size_t>(item.at("kind").get<std::string>(), kind_names);
      evidence.observations.push_back({.id = item.at("id").get<std::uint64_t>(),
                                       .observer = item.at("observer").get<std::string>(),
                                       .fact = decoders.at(index)(item)});
    }
    return evidence;
  });
}

}  // namespace redcode::record
