// OpenAiChat: a model behind an OpenAI-compatible chat completions endpoint.
//
// Answers are asked for as a stream and given out whole or not at all. What may pass (429, 5xx,
// a connection that fails) is tried again until the deadline; nothing else is. No message of a
// Failure holds the key, even if the server repeats it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/task.h"
#include "http/url.h"
#include "models/model.h"
#include "models/secret.h"

namespace redcode::models {

class OpenAiChat final : public Model {
 public:
  struct Options {
    std::string base_url;  // e.g. https://host/v1; "/chat/completions" is added
    std::string model;
    Secret key = {};  // empty: no Authorization header
    std::optional<double> temperature = {};
    std::optional<std::uint32_t> max_tokens = {};
    std::chrono::milliseconds deadline{120'000};   // one reply, all its tries and waits included
    std::chrono::milliseconds first_backoff{500};  // doubles with each try
  };

  // Errors: those of parse_url(), model-name, key-malformed.
  static Result<std::unique_ptr<OpenAiChat>> make(Options options);
  // Requires: `options` checked, `url` made from its base_url; what make() does.
  OpenAiChat(Options options, http::Url url);

  std::string name() const override { return options_.model; }
  Json settings() const override;
  Task<Reply> reply(const record::Transcript& transcript) override;

 private:
  using Clock = std::chrono::steady_clock;
  // One try: a reply, or why there is none yet and how long the server wants us to wait.
  struct Try {
    std::optional<Reply> reply = {};
    std::string trouble = {};
    std::chrono::milliseconds wait{0};
    bool hopeless = false;  // asking again would change nothing
  };

  std::string body_for(const record::Transcript& transcript) const;
  Task<Try> try_once(std::string body, Clock::time_point deadline);
  Task<Try> exchange(std::string body, Clock::time_point deadline);
  std::string without_key(std::string text) const;

  Options options_;
  http::Url url_;
};

}  // namespace redcode::models
