#include "referee/referee.h"

#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "referee/question.h"

namespace redcode::referee {
namespace {

std::string identity_of(const models::Model& model, const std::string& prompt) {
  static constexpr std::size_t digits = 12;
  const Json all{{"format", format_version},
                 {"prompt", prompt},
                 {"model", model.name()},
                 {"settings", model.settings()}};
  return "model " + sha256_hex(dump_json(all)).substr(0, digits);
}

// The model's words, or why there are none.
Task<Result<std::string>> answer_of(models::Model& model, const record::Transcript& question) {
  try {
    models::Reply reply = co_await model.reply(question);
    co_return std::move(reply.text);
  } catch (const Failure& failure) {
    if (failure.kind() == Failure::Kind::interrupted) throw;
    co_return std::unexpected(
        Error{.code = "referee-unavailable", .message = one_line(failure.what(), 300)});
  }
}

}  // namespace

Referee::Referee(models::Model& model, std::string prompt)
    : model_(model), prompt_(std::move(prompt)), identity_(identity_of(model_, prompt_)) {}

Task<Result<Opinion>> Referee::opinion(const record::Transcript& transcript) const {
  const record::Transcript question{
      {.role = record::Role::system, .text = prompt_},
      {.role = record::Role::user, .text = question_about(transcript)}};
  const Result<std::string> answer = co_await answer_of(model_, question);
  if (!answer) co_return std::unexpected(answer.error());
  co_return read_opinion(*answer, transcript);
}

}  // namespace redcode::referee
