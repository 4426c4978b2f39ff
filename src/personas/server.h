// ScriptedServer: a model server on loopback that plays personas, in the OpenAI chat-completions
// wire format.
//
//   POST /{case-id}/v1/chat/completions     body.model is the persona's name
//   GET  /{case-id}/v1/models               the personas
//
// The first part of the path says which case the caller is on, as a model would know it from the
// prompt. Who plays: the script's part for the case, else the model named in the request, else
// the default persona.
//
// Thread safety: used from the one thread that runs the tasks. Waiting replies are timers, so ten
// thousand of them cost memory and descriptors only.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/task.h"
#include "corpus/corpus.h"
#include "http/server.h"
#include "personas/personas.h"
#include "personas/script.h"
#include "personas/wire.h"

namespace redcode::personas {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;                // 0: any free one
  std::chrono::milliseconds latency{0};  // before the first byte of each reply
  std::chrono::seconds stall{600};       // how long a stalled connection is held open
  Persona default_persona = Persona::ideal;
  Script script = {};
};

class ScriptedServer {
 public:
  // Listens at once; `corpus` must outlive it. Throws Failure when it cannot listen.
  ScriptedServer(asio::any_io_executor executor, const corpus::Corpus& corpus,
                 ServerOptions options);

  std::uint16_t port() const { return server_->port(); }
  // Until stop() or cancelled.
  Task<> serve();
  void stop() { server_->stop(); }

 private:
  struct No {
    int status = 404;
    Error error;
  };
  struct Answer {
    ChatRequest chat;
    Line line;
  };

  Task<> answer(const http::Request& request, http::Responder& responder) const;
  std::expected<Answer, No> answer_to(const http::Request& request, std::string_view case_id) const;
  std::expected<Line, No> line_for(const corpus::Case& subject, const ChatRequest& chat) const;
  Task<> deliver(Answer answer, http::Responder& responder) const;

  const corpus::Corpus& corpus_;
  ServerOptions options_;
  std::unordered_map<std::string_view, const corpus::Case*> cases_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace redcode::personas
