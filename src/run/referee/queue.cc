#include "run/referee/queue.h"

#include <boost/asio/co_spawn.hpp>

#include "base/failure.h"
#include "base/scope.h"
#include "base/text.h"
#include "run/referee/may_judge.h"
#include "run/referee/referee.h"
#include "run/referee/with_opinion.h"

namespace redcode::referee {
namespace {

// So many records wait for their turn while the judge speaks.
constexpr std::size_t most_held = 1024;

}  // namespace

Queue::Queue(asio::io_context& context, const record::RunReader& run,
             const judge::StoredCases& cases, Judge judge)
    : context_(context), run_(run), cases_(cases), judge_(std::move(judge)), grades_(cases.gen()) {
  const auto model = judge_.model_for({});
  identity_ = grades_ ? GradeReferee(*model, judge_.prompt).identity()
                      : StanceReferee(*model, judge_.prompt).identity();
}

bool Queue::wanted(const judge::Rejudged& one) const {
  if (!grades_) return judge::left_to_words(one.now);
  const corpus::Case* subject = cases_.find(one.record.trial);
  return subject != nullptr && subject->gen() != nullptr && !subject->twin() && one.now.generated &&
         one.now.outcome != record::Outcome::invalid;
}

void Queue::pass(judge::Rejudged one, const Take& take) {
  held_.push_back(std::move(one));
  if (held_.size() >= most_held) hand_on(take);
}

void Queue::hand_on(const Take& take) {
  ask_about_held();
  for (const judge::Rejudged& one : held_) take(one);
  held_.clear();
}

void Queue::finish(const Take& take) {
  hand_on(take);
  const auto silent = left_open_.find("referee-unavailable");
  if (asked_ > 0 && silent != left_open_.end() && silent->second.times == asked_)
    throw Failure(Failure::Kind::unavailable,
                  "the model judge answered nothing: " + one_line(silent->second.first, 300));
}

void Queue::ask_about_held() {
  context_.restart();
  std::exception_ptr failure;
  asio::co_spawn(context_, ask_all(), [&failure](std::exception_ptr end) { failure = end; });
  context_.run();
  if (failure) std::rethrow_exception(failure);
}

Task<> Queue::ask_all() {
  const auto executor = co_await asio::this_coro::executor;
  Semaphore slots(executor, judge_.at_a_time);
  Scope scope(executor);
  for (judge::Rejudged& one : held_) {
    if (!wanted(one)) continue;
    Semaphore::Permit permit = co_await slots.acquire();
    scope.spawn(ask(one, std::move(permit)));
  }
  co_await scope.join();
}

Task<> Queue::ask(judge::Rejudged& one, Semaphore::Permit permit) {
  const Semaphore::Permit held = std::move(permit);
  const corpus::Case* subject = cases_.find(one.record.trial);
  const Result<record::Transcript> transcript = judge::transcript_of(run_, one.record);
  if (subject == nullptr || !transcript) co_return;
  ++asked_;
  // The manifest was asked first, but a record's own word is the sealed one.
  if (const auto allowed = may_judge(judge_.name, one.record.trial.agent.model); !allowed) {
    leave_open(allowed.error());
    co_return;
  }
  const auto model = judge_.model_for(*subject);
  Task<Result<void>> asking =
      grades_ ? grade(one, *model, *transcript) : settle(one, *subject, *model, *transcript);
  const Result<void> answered = co_await std::move(asking);
  if (!answered) leave_open(answered.error());
}

Task<Result<void>> Queue::settle(judge::Rejudged& one, const corpus::Case& subject,
                                 models::Model& model, const record::Transcript& transcript) const {
  const StanceReferee referee(model, judge_.prompt);
  const Result<Opinion> opinion = co_await referee.opinion(transcript);
  if (!opinion) co_return std::unexpected(opinion.error());
  const record::Record& record = one.record;
  one.now = with_opinion(subject, {record.evidence, transcript, record.stop, record.failure},
                         *opinion, identity_);
  co_return Result<void>{};
}

Task<Result<void>> Queue::grade(judge::Rejudged& one, models::Model& model,
                                const record::Transcript& transcript) const {
  const GradeReferee referee(model, judge_.prompt);
  const Result<Grading> grading = co_await referee.grading(transcript);
  if (!grading) co_return std::unexpected(grading.error());
  add_grading(one.now, *grading);
  judge_.graded(one, *grading);
  co_return Result<void>{};
}

void Queue::leave_open(const Error& why) {
  Trouble& trouble = left_open_[why.code];
  if (trouble.times++ == 0) trouble.first = why.message;
}

}  // namespace redcode::referee
