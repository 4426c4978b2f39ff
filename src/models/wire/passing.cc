// What of a program's own question may go to a provider. It lists what is allowed: providers keep
// inventing things to do for a model, and most of them lead to the network or outlive the trial.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "base/text.h"
#include "models/wire/gemini_reading.h"
#include "models/wire/reading.h"
#include "models/wire/wire.h"

namespace redcode::wire {
namespace {

using Names = std::span<const std::string_view>;
using Dropped = std::set<std::string>;

bool contains(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// ---- the members of the body

constexpr auto chat_members = std::to_array<std::string_view>({"model",
                                                               "messages",
                                                               "tools",
                                                               "tool_choice",
                                                               "functions",
                                                               "function_call",
                                                               "stream",
                                                               "stream_options",
                                                               "temperature",
                                                               "top_p",
                                                               "top_k",
                                                               "min_p",
                                                               "max_tokens",
                                                               "max_completion_tokens",
                                                               "stop",
                                                               "presence_penalty",
                                                               "logit_bias",
                                                               "frequency_penalty",
                                                               "seed",
                                                               "repetition_penalty",
                                                               "response_format",
                                                               "parallel_tool_calls",
                                                               "reasoning",
                                                               "reasoning_effort",
                                                               "thinking",
                                                               "include_reasoning",
                                                               "verbosity",
                                                               "chat_template_kwargs",
                                                               "metadata",
                                                               "prompt_cache_key",
                                                               "user",
                                                               "safety_identifier",
                                                               "prompt_cache_retention"});
constexpr auto responses_members = std::to_array<std::string_view>({"model",
                                                                    "input",
                                                                    "instructions",
                                                                    "tools",
                                                                    "tool_choice",
                                                                    "parallel_tool_calls",
                                                                    "stream",
                                                                    "stream_options",
                                                                    "temperature",
                                                                    "top_p",
                                                                    "max_output_tokens",
                                                                    "reasoning",
                                                                    "text",
                                                                    "include",
                                                                    "truncation",
                                                                    "metadata",
                                                                    "prompt_cache_key",
                                                                    "user",
                                                                    "prompt_cache_retention",
                                                                    "safety_identifier",
                                                                    "client_metadata",
                                                                    "max_tool_calls",
                                                                    "store"});
constexpr auto messages_members = std::to_array<std::string_view>(
    {"model", "messages", "system", "max_tokens", "tools", "tool_choice", "temperature", "top_p",
     "top_k", "stop_sequences", "stream", "metadata", "thinking", "output_config", "output_format",
     "context_management", "cache_control"});
constexpr auto gemini_members = std::to_array<std::string_view>(
    {"contents", "systemInstruction", "system_instruction", "tools", "toolConfig", "tool_config",
     "generationConfig", "generation_config", "safetySettings", "safety_settings", "labels"});

Names members_of(Format format) {
  switch (format) {
    case Format::chat:
      return chat_members;
    case Format::responses:
      return responses_members;
    case Format::messages:
      return messages_members;
    case Format::gemini:
      break;
  }
  return gemini_members;
}

Json only(Names allowed, Json object, Dropped& dropped) {
  Json kept = Json::object();
  for (auto& [key, value] : object.items()) {
    if (contains(allowed, key)) {
      kept[key] = std::move(value);
    } else {
      dropped.insert(key);
    }
  }
  return kept;
}

// ---- the tools: those that the program itself runs

bool runs_inside(Format format, const Json& tool) {
  static constexpr auto of_openai =
      std::to_array<std::string_view>({"function", "custom", "local_shell", "namespace"});
  // A program that offers these has them itself; the search is one among the tools offered.
  static constexpr auto of_anthropic = std::to_array<std::string_view>(
      {"bash_", "text_editor_", "computer_", "memory_", "tool_search_tool_"});
  const Json& given = member_of(tool, "type");
  if (!tool.is_object() || (!given.is_null() && !given.is_string())) return false;
  const auto type = member_or<std::string>(tool, "type", "");
  if (format != Format::messages) return contains(of_openai, type);
  return type.empty() || type == "custom" ||
         std::ranges::any_of(of_anthropic,
                             [&](std::string_view prefix) { return type.starts_with(prefix); });
}

std::string called(const Json& tool) {
  const auto type = member_or<std::string>(tool, "type", "");
  return "tool " + (type.empty() ? member_or<std::string>(tool, "name", "") : type);
}

Json fit_tools(Format format, Json tools, Dropped& dropped);

// A namespace holds tools itself. Of one of Gemini's groups only the functions are the program's.
Json fit_tool(Format format, Json tool, Dropped& dropped) {
  static constexpr auto functions =
      std::to_array<std::string_view>({"functionDeclarations", "function_declarations"});
  if (format == Format::gemini) {
    return only(functions, tool.is_object() ? std::move(tool) : Json::object(), dropped);
  }
  if (!runs_inside(format, tool)) {
    dropped.insert(called(tool));
    return Json::object();
  }
  if (has(tool, "tools")) tool["tools"] = fit_tools(format, std::move(tool["tools"]), dropped);
  return tool;
}

Json fit_tools(Format format, Json tools, Dropped& dropped) {
  Json kept = Json::array();
  for (Json& each : tools.is_object() ? tools = Json::array({tools}) : tools) {
    Json tool = fit_tool(format, std::move(each), dropped);
    if (!tool.empty()) kept.push_back(std::move(tool));
  }
  return kept;
}

// A choice of a tool that is gone, or among none, is an error to a provider.
void fit_all_tools(Format format, Json& body, Dropped& dropped) {
  if (!has(body, "tools") || body["tools"].is_null()) return;
  Dropped tools;
  body["tools"] = fit_tools(format, std::move(body["tools"]), tools);
  if (tools.empty()) return;
  dropped.merge(tools);
  if (member_of(body, "tool_choice").is_object()) body.erase("tool_choice");
  if (!body["tools"].empty()) return;
  for (const char* key :
       {"tools", "tool_choice", "parallel_tool_calls", "toolConfig", "tool_config"})
    body.erase(key);
}

// ---- pictures and files: only those that are in the question itself

bool leads_away(std::string_view key, std::string_view value) {
  static constexpr std::size_t longest_scheme = 32;
  const std::string_view text = trim(value);
  if (text.substr(0, longest_scheme).contains("://")) return true;
  const bool address = key.contains("url") || key.contains("uri");
  return address && !text.empty() && !lower(text.substr(0, 5)).starts_with("data:");
}

bool holds_address(std::string_view key, const Json& value) {
  if (value.is_string()) return leads_away(key, value.get_ref<const std::string&>());
  if (!value.is_structured()) return false;
  const auto items = value.items();
  return std::any_of(items.begin(), items.end(), [&](const auto& item) {
    return holds_address(value.is_array() ? key : std::string_view(item.key()), item.value());
  });
}

// A part of a content in OpenAI's formats.
bool is_remote_part(const Json& part) {
  static constexpr auto texts = std::to_array<std::string_view>(
      {"text", "input_text", "output_text", "refusal", "reasoning_text", "summary_text"});
  return part.is_object() && !contains(texts, member_or<std::string>(part, "type", "text")) &&
         holds_address("", part);
}

bool is_remote_content(const Json& content) {
  if (content.is_array()) return std::ranges::any_of(content, is_remote_part);
  return is_remote_part(content);
}

// One of Anthropic's blocks; documents and results hold blocks again.
bool is_remote_block(const Json& block) {
  if (block.is_array()) return std::ranges::any_of(block, is_remote_block);
  if (!block.is_object()) return false;
  const Json& source = member_of(block, "source");
  const bool away = has(source, "url") || member_or<std::string>(source, "type", "") == "url";
  return away || is_remote_block(member_of(block, "content")) ||
         is_remote_block(member_of(source, "content"));
}

bool is_remote_gemini_part(const Json& part) {
  if (part.is_array()) return std::ranges::any_of(part, is_remote_gemini_part);
  if (!part.is_object()) return false;
  return !field_of(part, "fileData").is_null() ||
         is_remote_gemini_part(field_of(field_of(part, "functionResponse"), "parts"));
}

bool is_remote(Format format, const Json& message) {
  switch (format) {
    case Format::chat:
      return is_remote_content(member_of(message, "content"));
    case Format::responses:
      return is_remote_content(member_of(message, "content")) ||
             is_remote_content(member_of(message, "output"));
    case Format::messages:
      return is_remote_block(member_of(message, "content"));
    case Format::gemini:
      break;
  }
  return is_remote_gemini_part(list_of(member_of(message, "parts")));
}

bool is_remote_system(Format format, const Json& body) {
  if (format == Format::gemini) return is_remote(format, field_of(body, "systemInstruction"));
  return format == Format::messages && is_remote_block(member_of(body, "system"));
}

std::string_view conversation_in(Format format) {
  if (format == Format::gemini) return "contents";
  return format == Format::responses ? "input" : "messages";
}

// ---- Gemini's settings: those that shape one answer

void fit_settings(Json& body, Dropped& dropped) {
  static constexpr auto one_answer = std::to_array<std::string_view>({"temperature",
                                                                      "topP",
                                                                      "top_p",
                                                                      "topK",
                                                                      "top_k",
                                                                      "maxOutputTokens",
                                                                      "max_output_tokens",
                                                                      "stopSequences",
                                                                      "stop_sequences",
                                                                      "responseMimeType",
                                                                      "response_mime_type",
                                                                      "responseSchema",
                                                                      "response_schema",
                                                                      "presencePenalty",
                                                                      "presence_penalty",
                                                                      "frequencyPenalty",
                                                                      "frequency_penalty",
                                                                      "seed",
                                                                      "thinkingConfig",
                                                                      "thinking_config",
                                                                      "responseJsonSchema",
                                                                      "mediaResolution",
                                                                      "media_resolution",
                                                                      "response_json_schema"});
  for (const char* key : {"generationConfig", "generation_config"}) {
    if (!has(body, key)) continue;
    Json& settings = body[key];
    settings = only(one_answer, object_of(settings), dropped);
  }
}

// ---- what the provider would keep

// Without a store nothing can be referred to, and of a thought no more than its name is not known.
bool is_kept_elsewhere(const Json& item, bool stored) {
  const auto type = member_or<std::string>(item, "type", "");
  if (type == "item_reference") return true;
  return stored && type == "reasoning" && member_of(item, "encrypted_content").is_null() &&
         member_of(item, "content").empty();
}

void fit_responses(Json& body, Dropped& dropped) {
  const bool stored = member_or(body, "store", true);
  body["store"] = false;
  if (!member_of(body, "instructions").is_string()) body.erase("instructions");  // a list of items
  if (!member_of(body, "input").is_array()) return;
  Json kept = Json::array();
  for (Json& item : body["input"]) {
    if (is_kept_elsewhere(item, stored)) continue;
    if (has(item, "tools"))
      item["tools"] = fit_tools(Format::responses, std::move(item["tools"]), dropped);
    kept.push_back(std::move(item));
  }
  body["input"] = std::move(kept);
}

}  // namespace

Result<Fit> fit_to_pass(Format format, Json body) {
  const Json& messages = member_of(body, conversation_in(format));
  const auto remote = [&](const Json& message) { return is_remote(format, message); };
  const bool away = messages.is_array() ? std::ranges::any_of(messages, remote) : remote(messages);
  if (away || is_remote_system(format, body))
    return bad_request("a picture or file must be in the request itself, not at an address");
  Fit fit;
  fit.body = only(members_of(format), std::move(body), fit.dropped);
  fit_all_tools(format, fit.body, fit.dropped);
  if (format == Format::responses) fit_responses(fit.body, fit.dropped);
  if (format == Format::gemini) fit_settings(fit.body, fit.dropped);
  return fit;
}

}  // namespace redcode::wire
