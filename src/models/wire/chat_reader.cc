#include "models/wire/chat_reader.h"

#include "models/wire/answer_fields.h"
#include "models/wire/reading.h"

namespace redcode::wire {
namespace {

constexpr std::int64_t text_place = 0;

// Providers put a model's refusal beside its content when it gives one instead of the other.
std::string text_said(const Json& message) {
  const std::string content = content_in(message, "content");
  return content.empty() ? std::string(text_in(message, "refusal")) : content;
}

}  // namespace

void ChatReader::take_event(std::string_view /*name*/, const Json& event) {
  take_usage(event);
  take_choices(event, "delta");
}

void ChatReader::take_whole(const Json& answer) {
  take_usage(answer);
  take_choices(answer, "message");
  if (!any_choice_) off_format("it holds no message");
  end();
}

void ChatReader::take_done() {
  if (any_choice_) close();
}

void ChatReader::take_usage(const Json& answer) {
  const Json& usage = member_of(answer, "usage");
  if (!usage.is_object()) return;
  draft().usage() = {.input_tokens = count_of(usage, "prompt_tokens"),
                     .output_tokens = count_of(usage, "completion_tokens")};
}

void ChatReader::take_choices(const Json& answer, std::string_view part) {
  for (const Json& choice : list_in(answer, "choices")) {
    if (index_in(an_object(choice), "index") != 0) continue;
    const Json& message = object_in(choice, part);
    if (message.is_object()) any_choice_ = true;
    draft().add_text(text_place, text_said(message));
    take_calls(list_in(message, "tool_calls"));
    const auto reason = member_or<std::string>(choice, "finish_reason", "");
    if (reason == "content_filter" && draft().empty()) blocked(reason);
    if (!reason.empty()) end();
  }
}

void ChatReader::take_calls(const Json& calls) {
  std::int64_t number = 0;
  for (const Json& call : calls) {
    const bool numbered = !member_of(an_object(call), "index").is_null();
    take_call(call, numbered ? index_in(call, "index") : number);
    ++number;
  }
}

void ChatReader::take_call(const Json& call, std::int64_t index) {
  const Json& function = object_in(call, "function");
  const std::int64_t place = place_of(call, index);
  draft().name_call(place, member_or<std::string>(call, "id", ""), text_in(function, "name"));
  draft().add_arguments(place, text_or_json(member_of(function, "arguments")));
}

std::int64_t ChatReader::place_of(const Json& call, std::int64_t index) {
  const auto known = places_.find(index);
  const auto id = member_or<std::string>(call, "id", "");
  const bool named = !member_or<std::string>(member_of(call, "function"), "name", "").empty();
  const bool same =
      known != places_.end() && (!named || id.empty() || draft().call_at(known->second)->id == id);
  if (same) return known->second;
  return places_[index] = ++last_place_;
}

}  // namespace redcode::wire
