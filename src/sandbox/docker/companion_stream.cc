#include "sandbox/docker/companion_stream.h"

#include <fmt/format.h>

#include <boost/asio/this_coro.hpp>
#include <limits>
#include <utility>

#include "base/event.h"
#include "base/failure.h"
#include "base/scope_exit.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "sandbox/docker/frames.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto longest_greeting = 30s;
constexpr auto longest_answer = 300s;                     // a large layer takes its time to be read
constexpr std::size_t most_news = std::size_t{1} << 30U;  // bytes nobody has asked for yet
constexpr std::size_t longest_complaint = 2000;
constexpr std::uint64_t greeting_question = 0;  // which nobody asks

std::size_t size_of(const sandbox::Message& message) {
  constexpr std::size_t roughly_a_head = 512;
  return message.payload.size() + roughly_a_head;
}

}  // namespace

struct CompanionStream::Question {
  explicit Question(CompanionStream& stream, std::uint64_t number)
      : from(stream), id(number), news(stream.executor_) {
    from.questions_[id] = this;
  }
  Question(Question&&) = delete;
  Question& operator=(Question&&) = delete;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() { from.questions_.erase(id); }

  CompanionStream& from;
  std::uint64_t id;
  Event news;  // the answer is there, or will never be
  std::optional<Answer> answer = {};
};

CompanionStream::CompanionStream(const asio::any_io_executor& executor,
                                 std::unique_ptr<http::Connection> connection)
    : executor_(executor), connection_(std::move(connection)), pen_(executor, 1), scope_(executor) {
  scope_.spawn(read());
}

void CompanionStream::gone() const {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the companion is gone{}{}", complaint_.empty() ? "" : ": ",
                            one_line(complaint_, 300)));
}

Task<> CompanionStream::read() {
  const ScopeExit ended([this] {
    ended_ = true;
    for (const auto& [id, question] : questions_) question->news.set();
  });
  Frames frames(std::numeric_limits<std::uint64_t>::max());
  sandbox::MessageReader reader;
  while (true) {
    const std::string bytes = co_await connection_->read_raw();
    if (bytes.empty()) co_return;
    frames.feed(bytes);
    reader.feed(std::exchange(frames.out, {}));
    complaint_ += std::exchange(frames.err, {}).substr(0, longest_complaint - complaint_.size());
    while (std::optional<sandbox::Message> message = reader.next()) take(*std::move(message));
  }
}

void CompanionStream::take(sandbox::Message message) {
  const auto number = member_or<std::uint64_t>(message.head, "n", 0);
  if (message.head.contains("hello")) {
    // They may come before anybody waits for them.
    greeting_ = std::move(message.head);
  } else if (!message.head.contains("q")) {
    return keep_news(number, std::move(message));
  }
  const auto found = questions_.find(member_or(message.head, "q", greeting_question));
  if (found == questions_.end()) return;  // who asked was cancelled
  Answer& answer = found->second->answer.emplace();
  answer.head = std::move(message.head);
  if (const auto news = news_.find(number); news != news_.end()) {
    answer.news = std::exchange(news->second, {});
  }
  for (const sandbox::Message& one : answer.news) news_bytes_ -= size_of(one);
  found->second->news.set();
}

void CompanionStream::keep_news(std::uint64_t number, sandbox::Message message) {
  const auto found = news_.find(number);
  if (found == news_.end()) return;  // forgotten
  news_bytes_ += size_of(message);
  if (news_bytes_ > most_news) {
    throw Failure(Failure::Kind::corrupt, "the companion says more than anybody can take in");
  }
  found->second.push_back(std::move(message));
}

// Cut in two, a message would take the next one along.
Task<> CompanionStream::write(std::string bytes) {
  const Semaphore::Permit permit = co_await pen_.acquire();
  const std::shared_ptr<http::Connection> connection = connection_;  // close() may come meanwhile
  if (!connection) gone();
  co_await connection->write_raw(bytes);
}

Task<> CompanionStream::write_if_it_goes(std::string bytes) {
  try {
    co_await write(std::move(bytes));
  } catch (
      const std::exception&) {  // NOLINT(bugprone-empty-catch): then it is gone, with all it knew
  }
}

Task<CompanionStream::Answer> CompanionStream::wait(Question& question,
                                                    std::chrono::seconds limit) {
  const bool in_time = ended_ || co_await question.news.wait_until(Clock::now() + limit);
  if (!in_time) throw Failure(Failure::Kind::unavailable, "the companion does not answer");
  if (!question.answer) gone();
  co_return *std::move(question.answer);
}

Task<Json> CompanionStream::greeting() {
  Question question(*this, greeting_question);
  if (greeting_.is_null()) co_await wait(question, longest_greeting);
  co_return greeting_;
}

Task<CompanionStream::Answer> CompanionStream::ask(std::uint64_t number, Json request,
                                                   std::string payload) {
  if (ended_) gone();
  Question question(*this, ++asked_);
  news_.try_emplace(number);
  request["n"] = number;
  request["q"] = question.id;
  std::string bytes = sandbox::encode({.head = std::move(request), .payload = std::move(payload)});
  co_await uncancellable(write(std::move(bytes)));
  Answer answer = co_await wait(question, longest_answer);
  const auto failure = member_or<std::string>(answer.head, "failure", "");
  if (!failure.empty()) {
    throw Failure(Failure::Kind::unavailable, fmt::format("the companion: {}", failure));
  }
  co_return answer;
}

void CompanionStream::forget(std::uint64_t number) {
  const auto found = news_.find(number);
  if (found == news_.end()) return;
  for (const sandbox::Message& one : found->second) news_bytes_ -= size_of(one);
  news_.erase(found);
  if (ended_) return;
  scope_.spawn(write_if_it_goes(sandbox::encode({.head = {{"ask", "forget"}, {"n", number}}})));
}

Task<> CompanionStream::close() {
  connection_->finish_writing();
  scope_.cancel();
  co_await asio::this_coro::throw_if_cancelled(false);
  try {
    co_await scope_.join();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): however it ended, it has ended
  }
  connection_.reset();
}

}  // namespace redcode::docker
