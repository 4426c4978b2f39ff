// CompanionStream: the talk with a companion that runs: questions and their answers, many at the
// same time, and what it tells unasked.
//
// Thread safety: used from the one thread that runs the companion's stream.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/scope.h"
#include "base/semaphore.h"
#include "base/task.h"
#include "http/http.h"
#include "sandbox/messages.h"

namespace redcode::docker {

class CompanionStream {
 public:
  struct Answer {
    Json head;
    std::vector<sandbox::Message> news;  // told unasked since the last answer, in order
  };

  CompanionStream(const asio::any_io_executor& executor,
                  std::unique_ptr<http::Connection> connection);
  CompanionStream(CompanionStream&&) = delete;
  CompanionStream& operator=(CompanionStream&&) = delete;
  CompanionStream(const CompanionStream&) = delete;
  CompanionStream& operator=(const CompanionStream&) = delete;
  // Requires: close() has returned.
  ~CompanionStream() = default;

  // Waits for the companion's first words and gives them. Throws Failure{unavailable}, with what it
  // said instead, when they do not come.
  Task<Json> greeting();

  // Asks for something about the sandbox `number`. Throws Failure{unavailable} when the companion
  // says no, says nothing for too long, or is gone.
  Task<Answer> ask(std::uint64_t number, Json request, std::string payload);
  // The sandbox `number` is of no interest any more.
  void forget(std::uint64_t number);

  bool ended() const { return ended_; }
  // Ends the talk, and with it the companion.
  Task<> close();

 private:
  struct Question;
  Task<> read();
  void take(sandbox::Message message);
  void keep_news(std::uint64_t number, sandbox::Message message);
  Task<> write(std::string bytes);
  Task<> write_if_it_goes(std::string bytes);
  Task<Answer> wait(Question& question, std::chrono::seconds limit);
  [[noreturn]] void gone() const;

  asio::any_io_executor executor_;
  std::shared_ptr<http::Connection> connection_;  // null: closed
  Semaphore pen_;                                 // one message is written at a time
  std::uint64_t asked_ = 0;
  std::map<std::uint64_t, Question*> questions_;                 // those without an answer yet
  std::map<std::uint64_t, std::vector<sandbox::Message>> news_;  // by sandbox
  std::size_t news_bytes_ = 0;
  Json greeting_;          // null: not yet
  std::string complaint_;  // the head of its standard error
  bool ended_ = false;
  Scope scope_;
};

}  // namespace redcode::docker
