#include "models/wire/responses_reader.h"

#include <optional>

#include "models/wire/answer_fields.h"
#include "models/wire/reading.h"
#include "models/wire/responses_item.h"

namespace redcode::wire {

void ResponsesReader::take_event(std::string_view name, const Json& event) {
  const auto type = member_or(event, "type", std::string(name));
  if (type.ends_with(".delta")) {
    take_delta(type, event);
  } else if (type == "response.output_item.added" || type == "response.output_item.done") {
    const std::int64_t index = index_in(event, "output_index");
    draft().forget(index);
    take_item(index, member_of(event, "item"));
  } else if (type == "response.completed" || type == "response.incomplete") {
    take_response(member_of(event, "response"));
    close();
  } else if (type == "response.failed") {
    take_failure(member_of(event, "response"));
  }
}

void ResponsesReader::take_failure(const Json& response) {
  const std::string error = reported_error(response);
  server_reports(error.empty() ? "the response failed" : error);
}

// Deltas of reasoning are left out.
void ResponsesReader::take_delta(std::string_view type, const Json& event) {
  const auto index = [&event] { return index_in(event, "output_index"); };
  if (type == "response.output_text.delta" || type == "response.refusal.delta") {
    draft().add_text(index(), text_in(event, "delta"));
  } else if (type == "response.function_call_arguments.delta" ||
             type == "response.custom_tool_call_input.delta") {
    draft().add_arguments(index(), text_in(event, "delta"));
  }
}

void ResponsesReader::take_item(std::int64_t index, const Json& item) {
  if (const std::optional<record::ToolCall> call = call_of(an_object(item))) {
    draft().name_call(index, call->id, call->name);
    draft().add_arguments(index, call->arguments);
  } else if (member_or<std::string>(item, "type", "") == "message") {
    draft().add_text(index, content_in(item, "content"));
  }
}

void ResponsesReader::take_response(const Json& response) {
  const Json& usage = member_of(an_object(response), "usage");
  draft().usage() = {.input_tokens = count_of(usage, "input_tokens"),
                     .output_tokens = count_of(usage, "output_tokens")};
  const Json& output = list_in(response, "output");
  if (output.empty()) return;
  draft().forget_all();
  for (std::size_t i = 0; i < output.size(); ++i) {
    take_item(static_cast<std::int64_t>(i), output[i]);
  }
}

void ResponsesReader::take_whole(const Json& answer) {
  if (!member_of(answer, "output").is_array()) off_format("it holds no output");
  take_response(answer);
  const auto status = member_or<std::string>(answer, "status", "completed");
  if (status == "completed" || status == "incomplete") end();
  if (status == "failed") take_failure(answer);
}

}  // namespace redcode::wire
