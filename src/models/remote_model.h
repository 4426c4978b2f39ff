// RemoteModel: a model behind a provider's endpoint, in any of the wire formats.
//
// Answers are asked for as a stream and given out whole or not at all. What may pass is asked again
// until the deadline (retry.h). No message of a Failure holds a key, even if the server repeats it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/task.h"
#include "http/http.h"
#include "models/addressing.h"
#include "models/budget.h"
#include "models/cache.h"
#include "models/model.h"
#include "models/prices.h"
#include "models/retry.h"
#include "models/secret.h"
#include "models/throttle.h"

namespace redcode::models {

class RemoteModel final : public Model {
 public:
  // In tokens: what no agent needs for one turn. Where nobody sets a limit, the budget takes an
  // answer to be as long as this.
  static constexpr std::uint64_t longest_answer = 32'768;

  // What the models of a run share; any may be missing.
  struct Shared {
    std::shared_ptr<Throttle> throttle = {};
    std::shared_ptr<Budget> budget = {};
    std::shared_ptr<const Prices> prices = {};
    std::shared_ptr<Cache> cache = {};
  };

  struct Options {
    wire::Format format = wire::Format::chat;
    std::string base_url;  // ends with the version: https://host/v1; a query goes with each request
    std::string model;
    std::string price_name = {};  // as the price table calls it; "": as `model` does
    Secret key = {};
    std::string key_header = {};                               // "": the format's own
    std::vector<std::pair<std::string, Secret>> headers = {};  // more of them
    std::optional<http::Proxy> proxy = {};
    std::optional<double> temperature = {};
    // Of an answer. Programs whose calls are passed on cannot ask for more; without one, they
    // cannot ask for more than longest_answer.
    std::optional<std::uint64_t> max_tokens = {};
    // One reply, all its tries and waits included; but not the waits for a place in the throttle,
    // where nobody is asked yet. A server may be silent for half of it.
    std::chrono::milliseconds deadline{120'000};
    std::chrono::milliseconds first_backoff{500};
    std::string salt = {};  // keeps what the cache shall not mix up apart: the number of the repeat
    Shared shared = {};
  };

  // Errors: those of http::parse_url() and of check(Address), model-name.
  static Result<std::unique_ptr<RemoteModel>> make(Options options);
  // Requires: `options` checked, `address` made from them; what make() does.
  RemoteModel(Options options, Address address);

  std::string name() const override { return options_.model; }
  Json settings() const override;
  Task<Reply> reply(const record::Transcript& transcript,
                    const std::vector<wire::Tool>& tools) override;
  bool passes(wire::Format format) const override { return format == options_.format; }
  Task<Reply> pass(Call call, Sink sink) override;

 private:
  using Clock = std::chrono::steady_clock;
  // What is asked, and how far its answer has come.
  struct Asked {
    std::string target;
    http::Headers headers;
    std::string body;
    std::uint64_t answer_tokens = 0;  // at most
    bool streamed = true;             // it can be seen how far the answer has come
    Sink sink = {};                   // where the answer goes besides; may be empty
    bool begun = false;               // the answer to this try
    bool passed_on = false;           // something went there
    bool in_sink = false;             // something is going there
    // Of this try: what came and is held back, how much came in all, and what the server counted.
    std::string held = {};
    std::size_t read = 0;
    record::Usage usage = {};
    Clock::time_point since = {};
  };
  // One try: a reply, or why there is none.
  struct Try {
    std::optional<Reply> reply = {};
    Trouble trouble = {};
  };

  Task<std::string> body_of(wire::Question question) const;
  Task<Reply> ask(Asked asked);
  Task<std::optional<Budget::Reservation>> reserve(const Asked& asked) const;
  Task<Try> try_in_turn(Asked& asked, Clock::time_point& deadline);
  Task<Try> try_once(Asked& asked, std::chrono::milliseconds left);
  Task<Try> exchange(Asked& asked, std::chrono::milliseconds left);
  static Task<> take(wire::AnswerReader& reader, Asked& asked, std::string_view bytes);
  static Task<> give(Asked& asked, std::string_view bytes);

  std::string cache_key(const std::string& body) const;
  std::optional<std::uint64_t> cost(const record::Usage& usage) const;
  void require_price() const;
  Reply charged(Reply reply, const Asked& asked) const;
  void charge_unanswered(const Asked& asked) const;
  void charge_abandoned(const Asked& asked) const;
  void spend(record::Usage usage) const;
  [[noreturn]] void give_up(const Trouble& trouble, int tries, const std::string& why_not) const;
  // The message of a Failure.
  std::string told(const std::string& what) const;
  [[noreturn]] void fail(Failure::Kind kind, const std::string& what) const;

  Options options_;
  Address address_;
  Secrets secrets_;
};

}  // namespace redcode::models
