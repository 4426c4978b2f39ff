#include "models/wire/gemini_answer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "models/wire/answer_fields.h"
#include "models/wire/arguments.h"
#include "models/wire/gemini_reading.h"
#include "models/wire/reading.h"
#include "models/wire/stream_reader.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

bool says_blocked(std::string_view finish_reason) {
  static constexpr std::array<std::string_view, 5> reasons = {"SAFETY", "PROHIBITED_CONTENT",
                                                              "BLOCKLIST", "SPII", "RECITATION"};
  return std::ranges::find(reasons, finish_reason) != reasons.end();
}

class GeminiReader final : public StreamReader {
 protected:
  void take_event(std::string_view /*name*/, const Json& response) override {
    const Json& candidates = list_in(response, "candidates");
    if (candidates.empty()) refuse_blocked(field_of(response, "promptFeedback"));
    for (const Json& candidate : candidates) take_candidate(candidate);
    take_usage(field_of(response, "usageMetadata"));
  }

  void take_whole(const Json& answer) override { take_event("", answer); }

 private:
  static void refuse_blocked(const Json& feedback) {
    const auto reason = member_or<std::string>(feedback, "blockReason", "");
    if (!reason.empty()) blocked(reason);
  }

  void take_candidate(const Json& candidate) {
    if (index_in(an_object(candidate), "index") != 0) return;
    const Json parts = list_of(member_of(object_in(candidate, "content"), "parts"));
    for (const Json& part : parts) take_part(an_object(part));
    const Json& reason = field_of(candidate, "finishReason");
    if (!reason.is_string() || reason == "") return;
    if (draft().empty() && says_blocked(reason.get_ref<const std::string&>()))
      blocked(reason.get_ref<const std::string&>());
    end();
  }

  void take_part(const Json& part) {
    if (member_or(part, "thought", false)) return;
    draft().add_text(0, text_in(part, "text"));
    if (const Json& call = field_of(part, "functionCall"); !call.is_null()) take_call(call);
  }

  void take_call(const Json& call) {
    const auto name = member_or<std::string>(call, "name", "");
    if (name.empty()) off_format("a call has no name");
    ++calls_;
    auto id = member_or<std::string>(call, "id", "");
    if (id.empty()) id = numbered_call(calls_);
    const auto index = static_cast<std::int64_t>(calls_);  // behind the text, which has 0
    draft().name_call(index, id, name);
    draft().add_arguments(index, arguments_from(member_of(call, "args")));
  }

  // Counts are those of the answer so far.
  void take_usage(const Json& usage) {
    record::Usage& total = draft().usage();
    const std::uint64_t output =
        count_of(usage, "candidatesTokenCount") + count_of(usage, "thoughtsTokenCount");
    total.input_tokens = std::max(total.input_tokens, count_of(usage, "promptTokenCount"));
    total.output_tokens = std::max(total.output_tokens, output);
  }

  std::size_t calls_ = 0;
};

Json call_part(const Question& question, const Reply& reply, std::size_t call) {
  const Json function = {{"id", call_id(question, reply, call)},
                         {"name", reply.calls[call].name},
                         {"args", arguments_object(reply.calls[call].arguments)}};
  return {{"functionCall", function}};
}

Json call_parts(const Question& question, const Reply& reply) {
  Json parts = Json::array();
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    parts.push_back(call_part(question, reply, i));
  }
  return parts;
}

Json response(const Question& question, Json parts) {
  Json candidate = {{"content", {{"role", "model"}, {"parts", std::move(parts)}}}, {"index", 0}};
  return {{"candidates", Json::array({std::move(candidate)})},
          {"modelVersion", question.model},
          {"responseId", answer_id("response-", question)}};
}

// The response with which an answer ends.
Json ending(Json response, const record::Usage& usage) {
  response["candidates"][0]["finishReason"] = "STOP";
  response["usageMetadata"] = {{"promptTokenCount", usage.input_tokens},
                               {"candidatesTokenCount", usage.output_tokens},
                               {"totalTokenCount", usage.input_tokens + usage.output_tokens}};
  return response;
}

}  // namespace

Json gemini_text(std::string_view text) { return {{"text", text}}; }

std::unique_ptr<AnswerReader> gemini_reader() { return std::make_unique<GeminiReader>(); }

Json gemini_answer(const Question& question, const Reply& reply) {
  Json parts = call_parts(question, reply);
  if (!reply.text.empty() || parts.empty()) parts.insert(parts.begin(), gemini_text(reply.text));
  return ending(response(question, std::move(parts)), reply.usage);
}

std::vector<std::string> gemini_events(const Question& question, const Reply& reply) {
  std::vector<Json> responses;
  for (const std::string_view piece : pieces_of(reply.text)) {
    responses.push_back(response(question, Json::array({gemini_text(piece)})));
  }
  Json calls = call_parts(question, reply);
  if (!calls.empty()) responses.push_back(response(question, std::move(calls)));
  if (responses.empty()) responses.push_back(response(question, Json::array({gemini_text("")})));
  responses.back() = ending(std::move(responses.back()), reply.usage);

  std::vector<std::string> events;
  for (const Json& each : responses) events.push_back(event_text(each));
  return events;
}

}  // namespace redcode::wire
