// What the formats share when they read other people's JSON: nothing here throws on what is
// missing or of another type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "record/transcript.h"

namespace redcode::wire {

// More members than this no object of any format has.
inline constexpr std::size_t most_members = 4096;

// Of a question: one of 10,000 messages and 1,000 tools has some 150,000 values.
inline constexpr std::size_t most_question_values = 250'000;
// Of an answer, or of one event of it, which are read on the tasks' own thread.
inline constexpr std::size_t most_answer_values = 50'000;

// The member `key`, or null.
const Json& member_of(const Json& object, std::string_view key);

// The texts of a content: a text itself, a list of parts of which the texts count, or null.
// Reasoning, pictures and other parts are left out.
std::string text_of(const Json& content);

// Whether text_of() can tell all of the content: nothing in it is of another type than it should.
bool is_content(const Json& content);

// A text as it is, anything else but null as JSON: arguments and outputs that should be texts.
std::string text_or_json(const Json& value);

// A count; one that is none (negative, a fraction, a text, over 10^12) is 0.
std::uint64_t count_of(const Json& object, std::string_view key);

// The same, and a number, where nothing is not 0.
std::optional<std::uint64_t> some_count_of(const Json& object, std::string_view key);
std::optional<double> number_of(const Json& object, std::string_view key);

// An object as it is, {} for anything else: the schemas of tools.
Json object_of(const Json& value);

// What an answer reports as an error; "" if it reports none.
std::string reported_error(const Json& answer);

// The role a message has in OpenAI's formats. An Error for one that is unknown.
Result<record::Role> role_of(const Json& message);

std::unexpected<Error> bad_request(std::string message);

}  // namespace redcode::wire
