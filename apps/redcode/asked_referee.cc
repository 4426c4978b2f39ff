#include "asked_referee.h"

#include <utility>

#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "run/referee/may_judge.h"

namespace redcode::app {
namespace {

// A judge's words should not vary, and its answer is one short object.
ModelOptions judge_model(const JudgeOptions& options) {
  ModelOptions model = options.model;
  model.temperature = 0;
  model.max_tokens = 500;
  return model;
}

void require_sound(const JudgeOptions& options, const std::string& under_test) {
  if (const auto allowed = referee::may_judge(options.model.name, under_test); !allowed)
    throw Failure(Failure::Kind::unavailable, allowed.error().text());
  if (options.findings)
    throw Failure(
        Failure::Kind::unavailable,
        "--findings leaves transcripts unread, so --model has nothing to judge; give one of them");
  if (options.model.name.starts_with("scripted:"))
    throw Failure(Failure::Kind::unavailable,
                  "a persona cannot judge; docs/model-judge.md says how to try one without a key");
}

}  // namespace

AskedReferee::AskedReferee(const record::RunReader& run, const judge::StoredCases& cases,
                           const Json& manifest, const JudgeOptions& options)
    : grades_(cases.gen()), report_(options.list) {
  if (options.model.name.empty()) return;
  require_sound(options, member_or<std::string>(manifest, "model", ""));
  const char* const prompt = grades_ ? "gen-referee.txt" : "referee.txt";
  referee::Queue::Judge judge{
      .name = options.model.name,
      .prompt = read_text(data_folder("prompts") / prompt),
      .model_for = [this](const corpus::Case& subject) { return models_->model_for(subject); },
      .at_a_time = options.concurrency,
      .graded = [this](const judge::Rejudged& one,
                       const referee::Grading& grading) { report_.add(one, grading); }};
  models_.emplace(context_.get_executor(), no_corpus_, judge_model(options));
  queue_.emplace(context_, run, cases, std::move(judge));
}

void AskedReferee::pass(judge::Rejudged one, const referee::Queue::Take& take) {
  if (queue_) {
    queue_->pass(std::move(one), take);
  } else {
    take(one);
  }
}

void AskedReferee::finish(const referee::Queue::Take& take) {
  if (queue_) queue_->finish(take);
}

void AskedReferee::tell(Out& out) const {
  if (!queue_) return;
  std::uint64_t open = 0;
  for (const auto& [code, trouble] : queue_->left_open()) open += trouble.times;
  out.line("The model judge ({}) was asked about {} and {} {}.", queue_->identity(),
           queue_->asked(), grades_ ? "graded" : "settled", queue_->asked() - open);
  for (const auto& [code, trouble] : queue_->left_open())
    out.line("  left open, {}: {} ({})", code, trouble.times, one_line(trouble.first, 200));
  report_.tell(out);
}

}  // namespace redcode::app
