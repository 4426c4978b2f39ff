#include "models/wire/stream_reader.h"

#include "base/failure.h"
#include "base/text.h"
#include "models/wire/answer_fields.h"
#include "models/wire/reading.h"

namespace redcode::wire {
namespace {

Json parsed(std::string_view text) {
  const JsonLimits limits{
      .bytes = longest_event, .members = most_members, .values = most_answer_values};
  Result<Json> json = parse_json(text, limits);
  if (!json) off_format(json.error().message);
  return *std::move(json);
}

// An object that reports no error.
const Json& sound(const Json& json) {
  if (!json.is_object()) off_format("not a JSON object");
  if (const std::string error = reported_error(json); !error.empty()) server_reports(error);
  return json;
}

}  // namespace

void server_reports(std::string_view error) {
  throw Failure(Failure::Kind::unavailable, "the model's server reports: " + one_line(error, 1000));
}

void StreamReader::take(std::string_view bytes) {
  if (!whole_) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return;
    bytes.remove_prefix(first);
    whole_ = bytes.front() == '{' || bytes.front() == '[';
  }
  bytes_ += bytes.size();
  if (bytes_ > (*whole_ ? longest_event : longest_stream)) off_format("it is too long");
  if (*whole_) {
    json_ += bytes;
    return;
  }
  if (closed_) return;
  for (const Event& event : decoder_.feed(bytes)) take_stream(event);
}

void StreamReader::take_stream(const Event& event) {
  const std::string_view data = trim(event.data);
  if (data.empty() || closed_) return;
  if (data == "[DONE]") {
    take_done();
  } else {
    const Json json = parsed(event.data);
    sound(json);
    if (event.name == "error") server_reports(member_or(json, "message", event.data));
    take_event(event.name, json);
  }
}

void StreamReader::take_json() {
  const Json json = parsed(json_);
  if (!json.is_array()) return take_whole(sound(json));
  for (const Json& each : json) take_event("message", sound(each));
}

Reply StreamReader::finish() {
  if (whole_.value_or(false)) take_json();
  if (!ended_) off_format("it breaks off before its end");
  return draft_.reply();
}

}  // namespace redcode::wire
