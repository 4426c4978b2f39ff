#include "agents/external_protocol.h"

#include <fmt/format.h>

#include <cstdint>

#include "agents/command_report.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

constexpr std::uint64_t most_tokens = 1'000'000'000;  // of one message

std::unexpected<Error> off_format(std::string message) {
  return std::unexpected(Error{.code = "own-word", .message = std::move(message)});
}

// A text that may be left out, but must be one.
Result<std::string> text_in(const Json& message, const std::string& key, std::string_view type) {
  if (!message.contains(key)) return std::string();
  const Json& text = message.at(key);
  if (!text.is_string()) return off_format(fmt::format("\"{}\" of a {} is no text", key, type));
  return valid_utf8(text.get_ref<const std::string&>());
}

template <class Word>
Result<OwnWord> with_text(const Json& message, std::string_view type) {
  Result<std::string> text = text_in(message, "text", type);
  if (!text) return std::unexpected(text.error());
  return Word{*std::move(text)};
}

Result<OwnWord> read_run(const Json& message) {
  Result<std::string> language = text_in(message, "language", "run");
  if (!language) return std::unexpected(language.error());
  if (!message.contains("code")) return off_format("a run without \"code\"");
  Result<std::string> code = text_in(message, "code", "run");
  if (!code) return std::unexpected(code.error());
  return OwnRun{language->empty() ? "bash" : *std::move(language), *std::move(code)};
}

Result<std::uint64_t> tokens_in(const Json& message, const std::string& key) {
  if (!message.contains(key)) return 0;
  const Json& count = message.at(key);
  if (!count.is_number_unsigned() || count.get<std::uint64_t>() > most_tokens)
    return off_format(fmt::format("\"{}\" of a usage is no count", key));
  return count.get<std::uint64_t>();
}

Result<OwnWord> read_usage(const Json& message) {
  const Result<std::uint64_t> input = tokens_in(message, "input_tokens");
  if (!input) return std::unexpected(input.error());
  const Result<std::uint64_t> output = tokens_in(message, "output_tokens");
  if (!output) return std::unexpected(output.error());
  return record::Usage{.input_tokens = *input, .output_tokens = *output};
}

struct EndingWord {
  std::string_view operator()(const sandbox::Exited& /*ending*/) const { return "exited"; }
  std::string_view operator()(const sandbox::TimedOut& /*ending*/) const { return "timed-out"; }
  std::string_view operator()(const sandbox::Flooded& /*ending*/) const { return "flooded"; }
};

}  // namespace

Result<OwnWord> read_own_word(const Json& message) {
  if (!message.is_object()) return off_format("a message is a JSON object");
  const auto type = member_or<std::string>(message, "type", "");
  if (type == "say") return with_text<OwnSay>(message, type);
  if (type == "run") return read_run(message);
  if (type == "ask") return with_text<OwnAsk>(message, type);
  if (type == "usage") return read_usage(message);
  if (type == "done") return with_text<OwnDone>(message, type);
  return off_format(fmt::format("there is no message of the type \"{}\"", one_line(type, 40)));
}

Json own_task(const std::string& task, const Assignment& assignment) {
  Json message = {{"type", "task"},
                  {"protocol", own_protocol},
                  {"task", task},
                  {"working_dir", assignment.working_dir}};
  if (!assignment.safety.empty()) message["system"] = assignment.safety;
  return message;
}

Json own_result(const sandbox::Ending& ending, std::size_t shown) {
  const auto* const exited = std::get_if<sandbox::Exited>(&ending.how);
  return {{"type", "result"},
          {"exit", exited == nullptr ? Json(nullptr) : Json(exited->code)},
          {"ending", std::visit(EndingWord{}, ending.how)},
          {"output", cut_middle(valid_utf8(ending.out) + valid_utf8(ending.err), shown)}};
}

Json own_not_run(const std::string& why) {
  return {{"type", "result"}, {"exit", nullptr}, {"ending", "not-run"}, {"output", why}};
}

Json own_answer(std::string_view text) { return {{"type", "answer"}, {"text", text}}; }

}  // namespace redcode::agents
