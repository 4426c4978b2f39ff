// How long an answer a question may ask for: whoever passes it on pays for every token.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "models/wire/reading.h"
#include "models/wire/wire.h"

namespace redcode::wire {
namespace {

using Keys = std::span<const std::string_view>;

// Anthropic's thoughts take at least as many, and less than the whole answer.
constexpr std::uint64_t fewest_thoughts = 1024;

// Where the limits of a format are: in the body, or for Gemini in its settings.
Keys limits_of(Format format) {
  static constexpr auto chat =
      std::to_array<std::string_view>({"max_tokens", "max_completion_tokens"});
  static constexpr auto responses = std::to_array<std::string_view>({"max_output_tokens"});
  static constexpr auto messages = std::to_array<std::string_view>({"max_tokens"});
  static constexpr auto gemini =
      std::to_array<std::string_view>({"maxOutputTokens", "max_output_tokens"});
  switch (format) {
    case Format::chat:
      return chat;
    case Format::responses:
      return responses;
    case Format::messages:
      return messages;
    case Format::gemini:
      break;
  }
  return gemini;
}

// What the member says once it is no more than `most`; nothing if it is not there. Whatever is no
// count is over it: who knows what a provider makes of a text.
std::optional<std::uint64_t> capped(Json& object, std::string_view key, std::uint64_t most) {
  const Json& given = member_of(object, key);
  if (given.is_null()) return std::nullopt;
  const std::uint64_t count = some_count_of(object, key).value_or(most);
  object[std::string(key)] = std::min(count, most);
  return std::min(count, most);
}

std::optional<std::uint64_t> capped_any(Json& object, Keys keys, std::uint64_t most) {
  std::optional<std::uint64_t> largest;
  for (const std::string_view key : keys) largest = std::max(largest, capped(object, key, most));
  return largest;
}

void cap_thoughts(Json& body, std::uint64_t most) {
  Json& thinking = body["thinking"];
  const Json& given = member_of(thinking, "budget_tokens");
  if (given.is_null() || some_count_of(thinking, "budget_tokens").value_or(most) < most) return;
  if (most / 2 < fewest_thoughts) {
    body.erase("thinking");
  } else {
    thinking["budget_tokens"] = most / 2;
  }
}

// How Gemini spells a member that may be written in two ways: as it is there, else the first.
std::string spelling(const Json& object, const char* one, const char* other) {
  return has(object, other) ? other : one;
}

void cap_gemini_thoughts(Json& settings, std::uint64_t most) {
  for (const char* thoughts : {"thinkingConfig", "thinking_config"}) {
    if (!has(settings, thoughts) || !settings[thoughts].is_object()) continue;
    for (const char* budget : {"thinkingBudget", "thinking_budget"}) {
      // -1 leaves it to the model, which keeps within the limit of the answer.
      if (member_of(settings[thoughts], budget) != -1) capped(settings[thoughts], budget, most);
    }
  }
}

std::optional<std::uint64_t> limit_gemini(Json& body, AnswerLimit limit) {
  std::optional<std::uint64_t> largest;
  for (const char* key : {"generationConfig", "generation_config"}) {
    if (!has(body, key)) continue;
    Json& settings = body[key] = object_of(body[key]);
    largest = std::max(largest, capped_any(settings, limits_of(Format::gemini), limit.most));
    cap_gemini_thoughts(settings, limit.most);
  }
  if (!largest && limit.said_always) {
    Json& settings = body[spelling(body, "generationConfig", "generation_config")];
    settings["maxOutputTokens"] = limit.most;
    largest = limit.most;
  }
  return largest;
}

}  // namespace

std::optional<std::uint64_t> limit_answer(Format format, Json& body, AnswerLimit limit) {
  if (format == Format::gemini) return limit_gemini(body, limit);
  std::optional<std::uint64_t> said = capped_any(body, limits_of(format), limit.most);
  if (!said && limit.said_always) {
    body[std::string(limits_of(format).front())] = limit.most;
    said = limit.most;
  }
  if (has(body, "thinking") && body["thinking"].is_object())
    cap_thoughts(body, said.value_or(limit.most));
  if (has(body, "reasoning") && body["reasoning"].is_object())
    capped(body["reasoning"], "max_tokens", limit.most);
  return said;
}

}  // namespace redcode::wire
