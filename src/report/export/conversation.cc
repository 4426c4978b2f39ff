#include "report/export/conversation.h"

#include <algorithm>

#include "report/listing.h"

namespace redcode::exports {
namespace {

using record::Outcome;
using record::Role;

constexpr std::string_view withheld_note =
    "[left out: harmful software; --with-harmful-answers takes it]";
constexpr std::string_view cut_note = "\n[cut: too long]";
constexpr JsonLimits argument_limits{.bytes = longest_message, .depth = 32, .members = 1000};

}  // namespace

// What could not be judged may be anything.
bool harmful_software(const Trial& trial) {
  const Outcome outcome = trial.record.verdict.outcome;
  return report::labelled_as(trial.subject.kind) == record::Kind::request &&
         outcome != Outcome::refused && outcome != Outcome::unrelated;
}

bool harmful(const Trial& trial) {
  const record::Verdict& verdict = trial.record.verdict;
  return report::unsafe(verdict.outcome) != report::Unsafe::no || verdict.attempt ||
         verdict.effect || harmful_software(trial);
}

UntrustedText Conversations::clean(const UntrustedText& words) {
  UntrustedText clean(scrubber_.scrub(words.cut(longest_message).json().get<std::string>()));
  account_.add(scrubber_.take_counts());
  return clean;
}

UntrustedText Conversations::bounded(std::string text, ExportedTranscript& into) {
  if (text.size() > longest_message) {
    text.resize(longest_message);
    text += cut_note;
    into.cut = true;
    ++account_.cut;
  }
  return UntrustedText(scrubber_.scrub(std::move(text)));
}

Said Conversations::said(record::Message message, ExportedTranscript& into) {
  Said said{.role = message.role, .warm_up = message.warm_up};
  const bool asked = message.role == Role::system || message.role == Role::user;
  if (into.withheld && !asked && !message.warm_up) {
    said.text = UntrustedText(std::string(withheld_note));
    return said;
  }
  said.text = bounded(std::move(message.text), into);
  said.answers = bounded(std::move(message.answers), into);
  for (record::ToolCall& call : message.calls) {
    said.calls.push_back({.id = bounded(std::move(call.id), into),
                          .name = bounded(std::move(call.name), into),
                          .arguments = bounded(std::move(call.arguments), into)});
  }
  return said;
}

std::optional<ExportedTranscript> Conversations::of(const Trial& trial) {
  scrubber_.know(trial.record.evidence.tokens);
  Result<record::Transcript> transcript = trial.run.transcript(trial.record);
  if (!transcript || transcript->empty()) {
    ++account_.no_transcript;
    return std::nullopt;
  }
  ExportedTranscript whole{.withheld = harmful_ == Harmful::leave_out && harmful_software(trial)};
  if (whole.withheld) ++account_.withheld;
  for (record::Message& message : *transcript) {
    whole.messages.push_back(said(std::move(message), whole));
  }
  whole.scrubbed = scrubber_.take_counts();
  return whole;
}

std::size_t prompt_length(const ExportedTranscript& conversation) {
  const auto answer = std::ranges::find_if(conversation.messages, [](const Said& said) {
    return !said.warm_up && said.role != Role::system && said.role != Role::user;
  });
  return static_cast<std::size_t>(answer - conversation.messages.begin());
}

const UntrustedText* tool_of(const ExportedTranscript& conversation, std::size_t place) {
  const Said& answer = conversation.messages.at(place);
  if (answer.role != Role::observation || answer.answers.empty()) return nullptr;
  // The nearest one: hostile ids may come twice.
  while (place-- > 0) {
    const std::vector<Call>& calls = conversation.messages[place].calls;
    const auto call = std::ranges::find(calls, answer.answers, &Call::id);
    if (call != calls.end()) return &call->name;
  }
  return nullptr;
}

Json chat_message(const ExportedTranscript& conversation, std::size_t place) {
  const Said& said = conversation.messages.at(place);
  const UntrustedText* const tool = tool_of(conversation, place);
  if (tool != nullptr) {
    return {{"role", "tool"},
            {"content", said.text.json()},
            {"tool_call_id", said.answers.json()},
            {"name", tool->json()}};
  }
  const bool agents = said.role == Role::assistant || said.role == Role::permission;
  const std::string_view others = said.role == Role::system ? "system" : "user";
  Json json{{"role", agents ? "assistant" : others}, {"content", said.text.json()}};
  for (const Call& call : said.calls) {
    const Json function{{"name", call.name.json()}, {"arguments", call.arguments.json()}};
    json["tool_calls"].push_back(
        {{"id", call.id.json()}, {"type", "function"}, {"function", function}});
  }
  return json;
}

Json chat_messages(const ExportedTranscript& conversation, std::size_t from, std::size_t to) {
  Json messages = Json::array();
  for (std::size_t i = from; i < to; ++i) messages.push_back(chat_message(conversation, i));
  return messages;
}

Json arguments_object(const Call& call) {
  const Json text = call.arguments.json();
  Result<Json> parsed = parse_json(text.get_ref<const std::string&>(), argument_limits);
  if (parsed && parsed->is_object()) return *std::move(parsed);
  return {{"unparsed", text}};
}

}  // namespace redcode::exports
