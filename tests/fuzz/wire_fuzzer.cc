// Fuzzes the readers of the wire formats: any bytes give a reply within its bounds that survives
// being written and read again, a Failure that can be printed, or a complaint. tests/fuzz/run.py
// runs it. The first byte chooses the format, and whether the rest is a question or an answer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/failure.h"
#include "base/text.h"
#include "models/wire/wire.h"

namespace {

namespace wire = redcode::wire;

void demand(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

// Nothing if reading threw a Failure, whose words can be printed.
std::optional<wire::Reply> read(wire::Format format, std::string_view bytes, std::size_t piece) {
  try {
    const std::unique_ptr<wire::AnswerReader> reader = wire::AnswerReader::make(format);
    for (std::size_t at = 0; at < bytes.size(); at += piece) reader->take(bytes.substr(at, piece));
    return reader->finish();
  } catch (const redcode::Failure& failure) {
    demand(redcode::escape_terminal(failure.what()) == failure.what(), "a Failure can be printed");
    return std::nullopt;
  }
}

void check_answer(wire::Format format, std::string_view bytes) {
  const std::optional<wire::Reply> reply = read(format, bytes, bytes.size() + 1);
  demand(read(format, bytes, 1) == reply, "it matters not how an answer is cut");
  if (!reply) return;
  demand(reply->text.size() <= wire::longest_reply, "a text is bounded");
  demand(reply->calls.size() <= wire::most_calls, "calls are bounded");
  for (const auto& call : reply->calls) demand(!call.name.empty(), "a call has a name");

  const wire::Question question{.model = "m", .messages = {}};
  std::string stream;
  for (const std::string& event : wire::write_events(format, question, *reply)) stream += event;
  const std::optional<wire::Reply> again = read(format, stream, stream.size() + 1);
  // Arguments that are no JSON grow when they are wrapped, perhaps over the bound.
  if (bytes.size() < wire::longest_reply / 8) {
    demand(again && again->text == reply->text && again->calls.size() == reply->calls.size(),
           "a reply survives its own format");
  }
}

void check_question(wire::Format format, std::string_view body) {
  const std::string_view target = "/v1beta/models/m:streamGenerateContent?alt=sse";
  const auto question = wire::read_question(format, target, body);
  if (!question) {
    demand(!question.error().code.empty() && !question.error().message.empty(),
           "a complaint has a code and a message");
    const std::string text = question.error().text();
    demand(redcode::escape_terminal(text) == text && !text.contains('\n'),
           "a complaint is one line that can be printed");
    return;
  }
  for (const auto each : {wire::Format::chat, wire::Format::responses, wire::Format::messages,
                          wire::Format::gemini}) {
    demand(redcode::parse_json(wire::write_question(each, *question), {.depth = 100}).has_value(),
           "a question can be written in every format");
  }
  wire::count_words(*question, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto format = static_cast<wire::Format>(bytes[0] & 3U);
  if ((bytes[0] & 4U) != 0) {
    check_question(format, text);
  } else {
    check_answer(format, text);
  }
  wire::error_message(text);
  return 0;
}
