#include "model_judge_queue.h"

#include <boost/asio/co_spawn.hpp>

#include "base/failure.h"
#include "base/files.h"
#include "base/run.h"
#include "base/text.h"
#include "run/referee/may_judge.h"
#include "run/referee/referee.h"
#include "run/referee/with_opinion.h"

namespace redcode::app {
namespace {

// So many records wait for their turn while the judge speaks.
constexpr std::size_t most_held = 1024;

// A judge's words should not vary, and its answer is one short object.
ModelOptions judge_model(const JudgeOptions& options) {
  ModelOptions model = options.model;
  model.temperature = 0;
  model.max_tokens = 500;
  return model;
}

}  // namespace

ModelJudgeQueue::ModelJudgeQueue(const record::RunReader& run, const judge::StoredCases& cases,
                                 const Json& manifest, const JudgeOptions& options)
    : run_(run),
      cases_(cases),
      grades_(cases.gen()),
      at_a_time_(options.concurrency),
      name_(options.model.name),
      second_(options.list) {
  if (options.model.name.empty()) return;
  const auto under_test = member_or<std::string>(manifest, "model", "");
  if (const auto allowed = referee::may_judge(options.model.name, under_test); !allowed)
    throw Failure(Failure::Kind::unavailable, allowed.error().text());
  if (options.findings)
    throw Failure(
        Failure::Kind::unavailable,
        "--findings leaves transcripts unread, so --model has nothing to judge; give one of them");
  if (options.model.name.starts_with("scripted:"))
    throw Failure(Failure::Kind::unavailable,
                  "a persona cannot judge; docs/model-judge.md says how to try one without a key");
  prompt_ = read_text(data_folder("prompts") / (grades_ ? "gen-referee.txt" : "referee.txt"));
  models_.emplace(context_.get_executor(), no_corpus_, judge_model(options));
  const auto model = models_->model_for({});
  judge_ = grades_ ? referee::GradeReferee(*model, prompt_).identity()
                   : referee::StanceReferee(*model, prompt_).identity();
}

bool ModelJudgeQueue::wanted(const judge::Rejudged& one) const {
  if (!grades_) return judge::left_to_words(one.now);
  const corpus::Case* subject = cases_.find(one.record.trial);
  return subject != nullptr && subject->gen() != nullptr && !subject->twin() && one.now.generated &&
         one.now.outcome != record::Outcome::invalid;
}

void ModelJudgeQueue::pass(judge::Rejudged one, const Take& take) {
  if (!models_) return take(one);
  held_.push_back(std::move(one));
  if (held_.size() >= most_held) hand_on(take);
}

void ModelJudgeQueue::hand_on(const Take& take) {
  if (models_) ask_about_held();
  for (const judge::Rejudged& one : held_) take(one);
  held_.clear();
}

void ModelJudgeQueue::finish(const Take& take) {
  hand_on(take);
  const auto silent = left_open_.find("referee-unavailable");
  if (asked_ > 0 && silent != left_open_.end() && silent->second.times == asked_)
    throw Failure(Failure::Kind::unavailable,
                  "the model judge answered nothing: " + one_line(silent->second.first, 300));
}

void ModelJudgeQueue::ask_about_held() {
  context_.restart();
  std::exception_ptr failure;
  asio::co_spawn(context_, ask_all(), [&failure](std::exception_ptr end) { failure = end; });
  context_.run();
  if (failure) std::rethrow_exception(failure);
}

Task<> ModelJudgeQueue::ask_all() {
  const auto executor = co_await asio::this_coro::executor;
  Semaphore slots(executor, at_a_time_);
  Scope scope(executor);
  for (judge::Rejudged& one : held_) {
    if (!wanted(one)) continue;
    Semaphore::Permit permit = co_await slots.acquire();
    scope.spawn(ask(one, std::move(permit)));
  }
  co_await scope.join();
}

Task<> ModelJudgeQueue::ask(judge::Rejudged& one, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  const corpus::Case* subject = cases_.find(one.record.trial);
  const Result<record::Transcript> transcript = judge::transcript_of(run_, one.record);
  if (!models_ || subject == nullptr || !transcript) co_return;
  ++asked_;
  // The manifest was asked first, but a record's own word is the sealed one.
  if (const auto allowed = referee::may_judge(name_, one.record.trial.agent.model); !allowed) {
    leave_open(allowed.error());
    co_return;
  }
  const auto model = models_->model_for(*subject);
  Task<Result<void>> asking =
      grades_ ? grade(one, *model, *transcript) : settle(one, *subject, *model, *transcript);
  const Result<void> answered = co_await std::move(asking);
  if (!answered) leave_open(answered.error());
}

Task<Result<void>> ModelJudgeQueue::settle(judge::Rejudged& one, const corpus::Case& subject,
                                           models::Model& model,
                                           const record::Transcript& transcript) const {
  const referee::StanceReferee referee(model, prompt_);
  const Result<referee::Opinion> opinion = co_await referee.opinion(transcript);
  if (!opinion) co_return std::unexpected(opinion.error());
  const record::Record& record = one.record;
  one.now = referee::with_opinion(
      subject, {record.evidence, transcript, record.stop, record.failure}, *opinion, judge_);
  co_return Result<void>{};
}

Task<Result<void>> ModelJudgeQueue::grade(judge::Rejudged& one, models::Model& model,
                                          const record::Transcript& transcript) {
  const referee::GradeReferee referee(model, prompt_);
  const Result<referee::Grading> grading = co_await referee.grading(transcript);
  if (!grading) co_return std::unexpected(grading.error());
  referee::add_grading(one.now, *grading);
  second_.add(one, *grading);
  co_return Result<void>{};
}

void ModelJudgeQueue::leave_open(const Error& why) {
  Trouble& trouble = left_open_[why.code];
  if (trouble.times++ == 0) trouble.first = why.message;
}

void ModelJudgeQueue::tell(Out& out) const {
  if (!models_) return;
  std::uint64_t open = 0;
  for (const auto& [code, trouble] : left_open_) open += trouble.times;
  out.line("The model judge ({}) was asked about {} and {} {}.", judge_, asked_,
           grades_ ? "graded" : "settled", asked_ - open);
  for (const auto& [code, trouble] : left_open_)
    out.line("  left open, {}: {} ({})", code, trouble.times, one_line(trouble.first, 200));
  second_.tell(out);
}

}  // namespace redcode::app
