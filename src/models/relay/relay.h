// Relay: the host side of one trial's bridge. A program inside the sandbox asks its model here, in
// the provider's own format; the relay has the model answer, and tells what was said.
//
// It is no proxy: it opens no connection, and only the Model leads anywhere. The provider's key is
// in the Model alone; the one a program sends is dropped. Of an upstream answer only the body goes
// inside.
//
// Everything that comes from inside is hostile: sizes, calls and connections are bounded, and what
// is no model call is refused and counted.
//
// HTTP 400 ends every agent program within seconds, while a 5xx makes most try again for minutes:
// so whatever is over for good is a 400.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/result.h"
#include "base/semaphore.h"
#include "base/task.h"
#include "http/room.h"
#include "http/server.h"
#include "models/model.h"
#include "models/relay/conversation.h"
#include "models/wire/wire.h"

namespace redcode::relay {

// What one sandbox may have of this process, whose memory, time and money are shared by all trials.
struct RelayLimits {
  int calls = 40;       // of the conversation itself: the agent's turns
  int side_calls = 80;  // for titles, summaries and the like
  // A context of a million tokens is some 4 MB of text, and JSON's escapes at most double code. No
  // program we know gets near: those with recipes sum up their context at 100,000 to 200,000.
  std::size_t request_bytes = std::size_t{8} << 20U;
  std::size_t held_bytes = std::size_t{64} << 20U;  // of all requests at a time, as they arrive
  std::size_t all_bytes = std::size_t{512} << 20U;  // of all requests; then nothing is served
  // At a time; more wait. Programs keep a few open that they do not use: only the first half may
  // stay open once it is answered, so that there is always one for who has something to ask.
  std::size_t connections = 8;
  // Answered at a time; more wait. Programs with helpers ask for two or three.
  std::size_t calls_at_a_time = 4;
  std::size_t question_messages = 10'000;
  std::size_t question_tools = 1'000;
  std::size_t question_calls = 10'000;
};

// What came over the bridge. Names and targets are hostile text.
struct Seen {
  static constexpr std::size_t most_names = 200;

  int calls = 0;
  int side_calls = 0;
  int refused = 0;              // requests that are no model call, or none we can read
  std::set<std::string> tools;  // that were offered to the model
  // "404 GET /v1/files"; and what was left out of calls: "not passed on: tool web_search_20250305"
  std::set<std::string> refusals;
  std::set<std::string> asked_for;  // the names of models it asked for
};

class Relay {
 public:
  // `model` must outlive it. `told_name` is what programs inside are told the model is called.
  Relay(models::Model& model, std::string told_name, RelayLimits limits, Listener listener);
  Relay(Relay&&) = delete;
  Relay& operator=(Relay&&) = delete;
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  ~Relay() = default;

  // Serves one connection made inside, until its client is done, when there is a place for it. The
  // relay must outlive it.
  Task<> serve(asio::ip::tcp::socket socket);

  // From now on no model call is answered; what was held back of the conversation is told.
  void end();
  bool ended() const { return ended_; }

  const Seen& seen() const { return seen_; }
  // How many bytes of requests there are at present.
  std::size_t held_bytes() const { return room_.held(); }
  // A call was not answered because of RelayLimits::calls.
  bool out_of_turns() const { return out_of_turns_; }
  // Why the trial cannot be judged; nothing if the model answered all that mattered.
  const std::optional<Failure>& trouble() const { return fatal_ ? fatal_ : broken_; }

 private:
  struct Call;

  Task<> answer(const http::Request& request, http::Responder& responder);
  Task<Result<Call>> read_call(wire::Format format, const http::Request& request);
  Task<> refuse(int status, const http::Request& request, http::Responder& responder);
  Task<> answer_call(Call call, const http::Request& request, http::Responder& responder);
  Task<> ask(Call& call, const http::Request& request, http::Responder& responder);
  Task<> write_piece(Call& call, std::string_view piece, http::Responder& responder);
  Task<> let_others_finish(const Call& call);
  std::string admit(Call& call);
  bool classify(const Call& call);
  void note_question(const wire::Question& question);
  void note_reply(Call& call, const wire::Reply& reply);
  void note_end(const Call& call);
  void note_abandoned(const Call& call);
  bool is_side_call(const Call& call) const;
  void note_failure(const Call& call, const Failure& failure);

  models::Model& model_;
  std::string told_name_;
  RelayLimits limits_;
  Listener listener_;
  http::Handler handler_;
  http::Room room_;
  http::Terms terms_;
  std::optional<Semaphore> connections_;  // made when there is somebody to run the tasks
  std::optional<Semaphore> answering_;
  Conversation conversation_;
  Seen seen_;
  int passing_ = 0;    // calls of the conversation whose answers are on their way
  int completed_ = 0;  // those that were
  int admitted_ = 0;
  int last_answered_ = 0;
  int broken_at_ = 0;  // how many were admitted when an answer broke off
  bool ended_ = false;
  bool offered_tools_ = false;
  bool out_of_turns_ = false;
  std::optional<Failure> fatal_;   // a call was answered with an error
  std::optional<Failure> broken_;  // an answer never came to its end; the program may ask again
};

}  // namespace redcode::relay
