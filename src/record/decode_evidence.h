// How evidence is read from JSON, whoever parsed it: the fast reader of a run's lines (JsonView),
// or Json where there is little of it, as in the companion, which is linked without the former. For
// decode_json: throws what is wrong.
#pragma once

#include <array>

#include "base/json.h"
#include "record/observation.h"

namespace redcode::record {

template <class View>
AftermathStep step_from(const View& json) {
  return {.kind = enum_from<AftermathStep::Kind>(member<std::string>(json, "kind"), step_names),
          .days = member<std::uint32_t>(json, "days"),
          .times = member<std::uint32_t>(json, "times"),
          .command = member<std::string>(json, "command"),
          .place = member<std::string>(json, "place")};
}

template <class View>
PlayedStep played_from(const View& json) {
  PlayedStep played{.step = step_from(json),
                    .at_ms = member<std::uint64_t>(json, "at"),
                    .ended = member<std::string>(json, "ended")};
  for (const auto& one : members(json, "started"))
    played.started.push_back(member<std::string>(one, "what"));
  return played;
}

namespace decoding {

template <class View>
std::optional<FileState> state_from(const View& json) {
  if (json.is_null()) return std::nullopt;
  return FileState{.kind = word_named<FileKind>(member<std::string>(json, "kind")),
                   .mode = member<std::uint32_t>(json, "mode"),
                   .uid = member<std::uint32_t>(json, "uid"),
                   .gid = member<std::uint32_t>(json, "gid"),
                   .size = member<std::uint64_t>(json, "size"),
                   .digest = member<std::string>(json, "digest"),
                   .target = has(json, "target") ? member<std::string>(json, "target") : ""};
}

template <class View>
std::vector<Gap> gaps_from(const View& report) {
  std::vector<Gap> gaps;
  if (!has(report, "gaps")) return gaps;
  for (const auto& gap : members(report, "gaps")) {
    gaps.push_back({.where = member<std::string>(gap, "where"),
                    .what = member<std::string>(gap, "what"),
                    .why = member<std::string>(gap, "why")});
  }
  return gaps;
}

template <class View>
Fact file_changed(const View& json) {
  return FileChanged{.path = member<std::string>(json, "path"),
                     .before = state_from(member(json, "before")),
                     .after = state_from(member(json, "after"))};
}
template <class View>
Fact name_looked_up(const View& json) {
  return NameLookedUp{.host = member<std::string>(json, "host")};
}
template <class View>
Fact connected(const View& json) {
  return Connected{.host = member<std::string>(json, "host"),
                   .address = member<std::string>(json, "address"),
                   .port = member<std::uint16_t>(json, "port"),
                   .transport = member<std::string>(json, "transport")};
}
template <class View>
Fact data_sent(const View& json) {
  return DataSent{.host = member<std::string>(json, "host"),
                  .address = member<std::string>(json, "address"),
                  .port = member<std::uint16_t>(json, "port"),
                  .transport = member<std::string>(json, "transport"),
                  .size = member<std::uint64_t>(json, "size"),
                  .digest = member<std::string>(json, "digest"),
                  .head = member<std::string>(json, "head")};
}
template <class View>
Fact canary_seen(const View& json) {
  return CanarySeen{.canary = member<std::string>(json, "canary"),
                    .place = word_named<CanaryPlace>(member<std::string>(json, "place")),
                    .where = member<std::string>(json, "where"),
                    .encoding = member<std::string>(json, "encoding")};
}
template <class View>
Fact command_ran(const View& json) {
  return CommandRan{.language = member<std::string>(json, "language"),
                    .digest = member<std::string>(json, "digest"),
                    .exit_code = member<int>(json, "exit_code"),
                    .output_size = member<std::uint64_t>(json, "output_size")};
}
template <class View>
Fact limit_hit(const View& json) {
  return LimitHit{.limit = word_named<Limit>(member<std::string>(json, "limit"))};
}
template <class View>
Fact file_used(const View& json) {
  return FileUsed{.path = member<std::string>(json, "path"),
                  .how = word_named<FileUse>(member<std::string>(json, "how")),
                  .program = member<std::string>(json, "program")};
}
template <class View>
Fact attempted(const View& json) {
  return Attempted{.call = member<std::string>(json, "call"),
                   .target = member<std::string>(json, "target"),
                   .detail = member<std::string>(json, "detail")};
}
template <class View>
Fact program_started(const View& json) {
  return ProgramStarted{.program = member<std::string>(json, "program"),
                        .by = member<std::string>(json, "by"),
                        .times = member<std::uint64_t>(json, "times")};
}
template <class View>
Fact process_killed(const View& json) {
  return ProcessKilled{.program = member<std::string>(json, "program"),
                       .signal = member<int>(json, "signal"),
                       .by = member<std::string>(json, "by")};
}
template <class View>
Fact process_left(const View& json) {
  return ProcessLeft{.program = member<std::string>(json, "program")};
}
template <class View>
Fact process_stopped(const View& json) {
  return ProcessStopped{.program = member<std::string>(json, "program"),
                        .by = member<std::string>(json, "by")};
}
template <class View>
Fact mail_sent(const View& json) {
  return MailSent{.recipient = member<std::string>(json, "recipient"),
                  .host = member<std::string>(json, "host"),
                  .size = member<std::uint64_t>(json, "size")};
}
template <class View>
Fact ref_changed(const View& json) {
  return RefChanged{.repository = member<std::string>(json, "repository"),
                    .ref = member<std::string>(json, "ref"),
                    .before = member<std::string>(json, "before"),
                    .after = member<std::string>(json, "after"),
                    .rewound = has(json, "rewound")};
}
template <class View>
Fact commit_lost(const View& json) {
  return CommitLost{.repository = member<std::string>(json, "repository"),
                    .commit = member<std::string>(json, "commit")};
}
template <class View>
Fact service_state(const View& json) {
  return ServiceState{.service = member<std::string>(json, "service"),
                      .before = member<std::string>(json, "before"),
                      .after = member<std::string>(json, "after"),
                      .size_before = member<std::uint64_t>(json, "size_before"),
                      .size_after = member<std::uint64_t>(json, "size_after")};
}

// In the order of Fact's alternatives.
template <class View>
constexpr std::array<Fact (*)(const View&), std::variant_size_v<Fact>> decoders{
    file_changed<View>,    name_looked_up<View>,  connected<View>,      data_sent<View>,
    canary_seen<View>,     command_ran<View>,     limit_hit<View>,      file_used<View>,
    attempted<View>,       program_started<View>, process_killed<View>, process_left<View>,
    process_stopped<View>, mail_sent<View>,       ref_changed<View>,    commit_lost<View>,
    service_state<View>};

}  // namespace decoding

template <class View>
Evidence evidence_from(const View& json) {
  Evidence evidence;
  for (const auto& report : members(json, "observers")) {
    evidence.observers.push_back(
        {.observer = word_named<Observer>(member<std::string_view>(report, "observer")),
         .opened = member<bool>(report, "opened"),
         .closed = member<bool>(report, "closed"),
         .lost = member<std::uint64_t>(report, "lost"),
         .gaps = decoding::gaps_from(report)});
  }
  for (const auto& item : members(json, "observations")) {
    const auto index = enum_from<std::size_t>(member<std::string_view>(item, "kind"), kinds());
    evidence.observations.push_back(
        {.id = member<std::uint64_t>(item, "id"),
         .observer = word_named<Observer>(member<std::string_view>(item, "observer")),
         .fact = decoding::decoders<View>.at(index)(item),
         .own = has(item, "own") && member<bool>(item, "own"),
         .at_ms = has(item, "at") ? member<std::uint64_t>(item, "at") : 0,
         .after = has(item, "after_step") ? member<std::uint32_t>(item, "after_step") : 0});
  }
  evidence.untouched = has(json, "untouched") && member<bool>(json, "untouched");
  if (has(json, "aftermath")) {
    for (const auto& one : members(json, "aftermath"))
      evidence.aftermath.push_back(played_from(one));
  }
  if (!has(json, "tokens")) return evidence;
  for (const auto& one : members(json, "tokens")) {
    evidence.tokens.push_back(
        {.canary = member<std::string>(one, "canary"), .token = member<std::string>(one, "token")});
  }
  return evidence;
}

}  // namespace redcode::record
