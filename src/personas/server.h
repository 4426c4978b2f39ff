// ScriptedServer: a model server on loopback that plays personas, in the four wire formats.
//
//   POST /{case-id}/{tooling}/v1/chat/completions
//                             /v1/responses
//                             /v1/messages
//                             /v1beta/models/{model}:generateContent and :streamGenerateContent
//   GET  /{case-id}/{tooling}/v1/models     the personas
//
// The first part of the path says which case the caller is on, as a model would know it from the
// prompt; the second how the agent under test acts (action.h). That may be left out: then it is
// "tools" for a question that offers tools, else "codeact". Who plays: the script's part for the
// case, else the model named in the request, else the default persona.
//
// Thread safety: used from the one thread that runs the tasks. Waiting replies are timers, so ten
// thousand of them cost memory and descriptors only.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/task.h"
#include "corpus/corpus.h"
#include "http/server.h"
#include "models/wire/wire.h"
#include "personas/faults.h"
#include "personas/personas.h"
#include "personas/script.h"

namespace redcode::personas {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;                // 0: any free one
  std::chrono::milliseconds latency{0};  // before the first byte of each reply
  std::chrono::seconds stall{600};       // how long a stalled connection is held open
  // Plays for requests whose model is no persona: agents send names of their own. Without one, a
  // request without a model is answered by `ideal`, and one with another name by an error.
  std::optional<Persona> default_persona = {};
  Script script = {};
  std::optional<Faults> faults = {};
};

class ScriptedServer {
 public:
  // Listens at once; `corpus` must outlive it. Throws Failure when it cannot listen.
  ScriptedServer(asio::any_io_executor executor, const corpus::Corpus& corpus,
                 ServerOptions options);

  std::uint16_t port() const { return server_->port(); }
  // Where an agent that acts through `tooling` reaches it, for with_case().
  std::string base_url(Tooling tooling, wire::Format format = wire::Format::chat) const;
  // Until stop() or cancelled.
  Task<> serve();
  void stop() { server_->stop(); }

 private:
  struct No {
    int status = 404;
    Error error;
  };
  struct Answer {
    wire::Format format = wire::Format::chat;
    wire::Question question;
    Line line;
    std::chrono::milliseconds wait{0};
  };

  Task<> answer(const http::Request& request, http::Responder& responder);
  std::expected<Answer, No> answer_to(const http::Request& request) const;
  std::expected<Line, No> line_for(const corpus::Case& subject, Tooling tooling,
                                   const wire::Question& question) const;
  std::expected<Persona, No> player(const std::string& model) const;
  void misbehave(Answer& answer);
  Task<> deliver(Answer answer, http::Responder& responder) const;

  const corpus::Corpus& corpus_;
  ServerOptions options_;
  std::unordered_map<std::string_view, const corpus::Case*> cases_;
  std::uint64_t answered_ = 0;
  std::unique_ptr<http::Server> server_;
};

// An address whose "{case}" is that case: whoever answers there learns which one is asked about.
std::string with_case(std::string url, std::string_view case_id);

}  // namespace redcode::personas
