// Reads every malformed, adversarial and truncated answer and question in tests/wires, and holds
// the reading to the one written beside it.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <charconv>
#include <fstream>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

// "fffe"
std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (; hex.size() >= 2; hex.remove_prefix(2)) {
    unsigned char byte = 0;
    std::from_chars(hex.data(), hex.data() + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

// The text `times` times; each "%d" is how often it was written before.
std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    std::string one = text;
    for (std::size_t at = one.find("%d"); at != std::string::npos; at = one.find("%d")) {
      one.replace(at, 2, fmt::format("{}", i));
    }
    all += one;
  }
  return all;
}

// A text, or a list of texts, {"hex": ...} and {"repeat": ..., "times": ...}.
std::string bytes_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (has(json, "hex")) return from_hex(member<std::string>(json, "hex"));
  if (has(json, "repeat")) {
    return repeated(member<std::string>(json, "repeat"), member<int>(json, "times"));
  }
  std::string all;
  for (const Json& piece : json) all += bytes_of(piece);
  return all;
}

std::vector<Json> lines_of(Format format, std::string_view kind) {
  std::ifstream file(fmt::format("tests/wires/{}-{}.jsonl", name(format), kind));
  std::vector<Json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(parse_json(line).value());
  return lines;
}

Json calls_json(const std::vector<record::ToolCall>& calls) {
  Json list = Json::array();
  for (const record::ToolCall& call : calls) {
    list.push_back({{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  }
  return list;
}

Json reply_json(const Reply& reply) {
  Json json = {{"text", reply.text}};
  if (!reply.calls.empty()) json["calls"] = calls_json(reply.calls);
  if (reply.usage != record::Usage{}) {
    json["usage"] = {{"input_tokens", reply.usage.input_tokens},
                     {"output_tokens", reply.usage.output_tokens}};
  }
  return {{"reply", json}};
}

// What reading gives, as the files have it.
template <class Read>
std::string outcome(const Read& read) {
  try {
    return dump_json(reply_json(read()));
  } catch (const Failure& failure) {
    const bool corrupt = failure.kind() == Failure::Kind::corrupt;
    return dump_json({{"failure", corrupt ? "corrupt" : "unavailable"}});
  }
}

Json message_json(const record::Message& message) {
  Json json = {{"role", record::name(message.role)}, {"text", message.text}};
  if (!message.calls.empty()) json["calls"] = calls_json(message.calls);
  if (!message.answers.empty()) json["answers"] = message.answers;
  return json;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json question_json(const Question& question) {
  Json json = {{"messages", Json::array()},
               {"model", question.model},
               {"stream", question.stream},
               {"include_usage", question.include_usage},
               {"temperature", or_null(question.temperature)},
               {"max_tokens", or_null(question.max_tokens)},
               {"tools", Json::array()}};
  for (const auto& message : question.messages) json["messages"].push_back(message_json(message));
  for (const Tool& tool : question.tools) json["tools"].push_back(tool.name);
  return json;
}

class Wires : public ::testing::TestWithParam<Format> {};

INSTANTIATE_TEST_SUITE_P(Every, Wires,
                         ::testing::Values(Format::chat, Format::responses, Format::messages,
                                           Format::gemini),
                         [](const auto& format) { return std::string(name(format.param)); });

TEST_P(Wires, ReadsEachAnswerAsItShallBeRead) {
  const std::vector<Json> lines = lines_of(GetParam(), "answers");
  ASSERT_GE(lines.size(), 90U);

  for (const Json& line : lines) {
    const std::string bytes = bytes_of(member(line, "bytes"));
    const std::string expected = dump_json(member(line, "expect"));

    EXPECT_EQ(outcome([&] { return read_answer(GetParam(), bytes); }), expected) << line["name"];
    if (bytes.size() > 65'536) continue;
    EXPECT_EQ(outcome([&] { return read_in_pieces(GetParam(), bytes, 1); }), expected)
        << line["name"];
  }
}

TEST_P(Wires, ReadsEachQuestionAsItShallBeRead) {
  const std::vector<Json> lines = lines_of(GetParam(), "questions");
  ASSERT_GE(lines.size(), 25U);

  for (const Json& line : lines) {
    const auto read = read_question(GetParam(), member_or<std::string>(line, "target", ""),
                                    bytes_of(member(line, "body")));

    const Json& expected = member(line, "expect");
    if (has(expected, "error") || !read) {
      EXPECT_EQ(read ? "none" : read.error().code,
                member_or<std::string>(expected, "error", "none"))
          << line["name"];
      continue;
    }
    const Json question = question_json(*read);
    for (const auto& [key, value] : member(expected, "question").items()) {
      EXPECT_EQ(question[key], value) << line["name"] << " " << key;
    }
  }
}

}  // namespace
}  // namespace redcode::wire
