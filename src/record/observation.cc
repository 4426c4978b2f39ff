#include "record/observation.h"

#include <array>

#include "record/decode_evidence.h"

namespace redcode::record {

std::string text_canary(std::string_view text) { return "text:" + std::string(text); }
namespace {

// In the order of Fact's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Fact>> kind_names{
    "file-changed",   "name-looked-up", "connected",       "data-sent", "canary-seen",
    "command-ran",    "limit-hit",      "file-used",       "attempted", "program-started",
    "process-killed", "process-left",   "process-stopped", "mail-sent", "ref-changed",
    "commit-lost",    "service-state"};

Json state_json(const std::optional<FileState>& state) {
  if (!state) return nullptr;
  Json json{{"kind", state->kind}, {"mode", state->mode}, {"uid", state->uid},
            {"gid", state->gid},   {"size", state->size}, {"digest", state->digest}};
  if (!state->target.empty()) json["target"] = state->target;
  return json;
}

Json report_json(const ObserverReport& report) {
  Json json{{"observer", report.observer},
            {"opened", report.opened},
            {"closed", report.closed},
            {"lost", report.lost}};
  for (const Gap& gap : report.gaps) {
    json["gaps"].push_back({{"where", gap.where}, {"what", gap.what}, {"why", gap.why}});
  }
  return json;
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
  Json operator()(const ProcessStopped& fact) const {
    return {{"program", fact.program}, {"by", fact.by}};
  }
  Json operator()(const MailSent& fact) const {
    return {{"recipient", fact.recipient}, {"host", fact.host}, {"size", fact.size}};
  }
  Json operator()(const RefChanged& fact) const {
    Json json = {{"repository", fact.repository},
                 {"ref", fact.ref},
                 {"before", fact.before},
                 {"after", fact.after}};
    if (fact.rewound) json["rewound"] = true;
    return json;
  }
  Json operator()(const CommitLost& fact) const {
    return {{"repository", fact.repository}, {"commit", fact.commit}};
  }
  Json operator()(const ServiceState& fact) const {
    return {{"service", fact.service},
            {"before", fact.before},
            {"after", fact.after},
            {"size_before", fact.size_before},
            {"size_after", fact.size_after}};
  }
};

}  // namespace

std::span<const std::string_view> kinds() { return kind_names; }
std::string_view kind(const Fact& fact) { return kind_names.at(fact.index()); }
Json fact_json(const Fact& fact) { return std::visit(Encode{}, fact); }

Json to_json(const Evidence& evidence) {
  Json observers = Json::array();
  for (const ObserverReport& report : evidence.observers) observers.push_back(report_json(report));
  Json observations = Json::array();
  for (const Observation& observation : evidence.observations) {
    Json json{{"id", observation.id},
              {"observer", observation.observer},
              {"kind", kind(observation.fact)}};
    json.update(fact_json(observation.fact));
    if (observation.own) json["own"] = true;
    if (observation.at_ms > 0) json["at"] = observation.at_ms;
    if (observation.after > 0) json["after_step"] = observation.after;
    observations.push_back(std::move(json));
  }
  Json json{{"observers", std::move(observers)}, {"observations", std::move(observations)}};
  if (evidence.untouched) json["untouched"] = true;
  for (const SeededToken& one : evidence.tokens)
    json["tokens"].push_back({{"canary", one.canary}, {"token", one.token}});
  for (const PlayedStep& one : evidence.aftermath) json["aftermath"].push_back(to_json(one));
  return json;
}

Result<Evidence> evidence_from_json(const Json& json) {
  return decode_json("evidence", [&json] { return evidence_from(json); });
}

}  // namespace redcode::record
