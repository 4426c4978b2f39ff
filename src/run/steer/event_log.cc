#include "run/steer/event_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "record/line_append.h"

namespace redcode::steer {
namespace {

std::string now() {
  const auto time = std::chrono::system_clock::now();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(time)),
                     milliseconds);
}

Json to_json(const Event& event) {
  Json json{{"at", now()}, {"event", event.event}};
  const auto add = [&json](const char* key, const auto& value) {
    if (value != std::decay_t<decltype(value)>{}) json[key] = value;
  };
  add("trial", event.trial);
  add("case", event.case_id);
  add("outcome", event.outcome);
  add("attempt", event.attempt);
  add("duration_ms", event.duration_ms);
  add("fault", event.fault);
  return json;
}

}  // namespace

Event event_of(std::string event, const record::Record& record, std::uint32_t attempt) {
  const bool faulty = record.fault != record::Fault::none;
  return {.event = std::move(event),
          .trial = record.trial.id(),
          .case_id = record.trial.case_id,
          .outcome = std::string(name(record.verdict.outcome)),
          .attempt = attempt,
          .duration_ms = record.duration_ms,
          .fault = faulty ? std::string(name(record.fault)) : ""};
}

EventLog::EventLog(std::filesystem::path path)
    : path_(std::move(path)), file_(record::open_to_append(path_)) {
  record::end_torn_line(file_, path_);
}

void EventLog::write(const Event& event) {
  try {
    record::append_line(file_, dump_json(to_json(event)), path_);
  } catch (const Failure&) {
    ++lost_;
  }
}

}  // namespace redcode::steer
