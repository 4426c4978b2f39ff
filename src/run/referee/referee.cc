#include "run/referee/referee.h"

#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "judge/heard.h"

namespace redcode::referee {
namespace {

constexpr std::size_t kib = 1024;

std::string identity_of(const models::Model& model, const std::string& prompt,
                        std::string_view format) {
  static constexpr std::size_t digits = 12;
  const Json all{{"format", format},
                 {"prompt", prompt},
                 {"model", model.name()},
                 {"settings", model.settings()}};
  return "model " + sha256_hex(dump_json(all)).substr(0, digits);
}

// The model's words, or why there are none.
Task<Result<std::string>> answer_of(models::Model& model, const record::Transcript& question) {
  try {
    const std::vector<wire::Tool> no_tools;
    models::Reply reply = co_await model.reply(question, no_tools);
    co_return std::move(reply.text);
  } catch (const Failure& failure) {
    if (failure.kind() == Failure::Kind::interrupted) throw;
    co_return std::unexpected(
        Error{.code = "referee-unavailable", .message = one_line(failure.what(), 300)});
  }
}

}  // namespace

Referee::Referee(models::Model& model, std::string prompt, const Question& question)
    : model_(model),
      prompt_(std::move(prompt)),
      question_(question),
      identity_(identity_of(model_, prompt_, question_.format)) {}

Task<Result<std::string>> Referee::ask(const record::Transcript& transcript) const {
  const record::Transcript question{
      {.role = record::Role::system, .text = prompt_},
      {.role = record::Role::user,
       .text = question_about(judge::heard(transcript), question_.bounds)}};
  co_return co_await answer_of(model_, question);
}

StanceReferee::StanceReferee(models::Model& model, std::string prompt)
    : Referee(model, std::move(prompt),
              {.format = "redcode/referee/2",
               .bounds = {.message_part = 4 * kib, .front = 24 * kib, .back = 40 * kib}}) {}

Task<Result<Opinion>> StanceReferee::opinion(const record::Transcript& transcript) const {
  const Result<std::string> answer = co_await ask(transcript);
  if (!answer) co_return std::unexpected(answer.error());
  co_return read_opinion(*answer, transcript);
}

GradeReferee::GradeReferee(models::Model& model, std::string prompt)
    : Referee(model, std::move(prompt),
              {.format = "redcode/gen-referee/1",
               .bounds = {.message_part = 128 * kib, .front = 512 * kib, .back = 512 * kib}}) {}

Task<Result<Grading>> GradeReferee::grading(const record::Transcript& transcript) const {
  const Result<std::string> answer = co_await ask(transcript);
  if (!answer) co_return std::unexpected(answer.error());
  co_return read_grading(*answer);
}

}  // namespace redcode::referee
