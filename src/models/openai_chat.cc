#include "models/openai_chat.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <random>
#include <utility>

#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"
#include "http/http.h"
#include "models/chat_answer.h"

namespace redcode::models {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t message_limit = 300;
constexpr std::size_t answer_limit = std::size_t{32}
                                     << 20U;  // with all the JSON around 1 MiB of text
constexpr milliseconds longest_backoff{20'000};

std::string_view role_of(record::Role role) {
  switch (role) {
    case record::Role::system:
      return "system";
    case record::Role::assistant:
      return "assistant";
    case record::Role::user:
    case record::Role::observation:
      return "user";
  }
  return "user";
}

bool may_pass(int status) { return status == 429 || status >= 500; }

// Retry-After in seconds; its other form, a date, is rare and counts as absent.
milliseconds asked_to_wait(const http::Response& response) {
  const std::string_view text = trim(response.header("Retry-After"));
  std::uint32_t seconds = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), seconds);
  return error == std::errc() && end == text.end() ? milliseconds(std::chrono::seconds(seconds))
                                                   : milliseconds(0);
}

// Doubles with each try; the random half keeps many waiting trials from coming back at once.
milliseconds backoff(milliseconds first, int tries) {
  const milliseconds full =
      std::min(first * (std::int64_t{1} << std::min(tries, 16)), longest_backoff);
  std::random_device random;
  std::uniform_int_distribution<std::int64_t> half(full.count() / 2, full.count());
  return milliseconds(half(random));
}

}  // namespace

Result<std::unique_ptr<OpenAiChat>> OpenAiChat::make(Options options) {
  Result<http::Url> url = http::parse_url(options.base_url);
  if (!url) return std::unexpected(url.error());
  if (options.model.empty())
    return std::unexpected(Error{.code = "model-name", .message = "the model has no name"});
  const bool printable =
      std::ranges::all_of(options.key.reveal(), [](char c) { return c > ' ' && c < 0x7f; });
  if (!printable) {
    return std::unexpected(
        Error{.code = "key-malformed",
              .message = "the model's key holds a space, a line break or a byte that is not ASCII",
              .hint = "look for a stray line break at its end"});
  }
  return std::make_unique<OpenAiChat>(std::move(options), *std::move(url));
}

OpenAiChat::OpenAiChat(Options options, http::Url url)
    : options_(std::move(options)), url_(std::move(url)) {}

Task<Reply> OpenAiChat::reply(const record::Transcript& transcript) {
  const auto deadline = Clock::now() + options_.deadline;
  const std::string body = body_for(transcript);
  for (int tries = 0;; ++tries) {
    Try outcome = co_await try_once(body, deadline);
    if (outcome.reply) co_return *std::move(outcome.reply);
    const milliseconds wait = std::max(backoff(options_.first_backoff, tries), outcome.wait);
    if (outcome.hopeless || Clock::now() + wait >= deadline) {
      const std::string trouble = one_line(without_key(std::move(outcome.trouble)), message_limit);
      throw Failure(Failure::Kind::unavailable, fmt::format("model {}: no reply in {} tries: {}",
                                                            options_.model, tries + 1, trouble));
    }
    asio::steady_timer pause(co_await asio::this_coro::executor, wait);
    co_await pause.async_wait(asio::use_awaitable);
  }
}

Json OpenAiChat::settings() const {
  Json settings = Json::object();
  if (options_.temperature) settings["temperature"] = *options_.temperature;
  if (options_.max_tokens) settings["max_tokens"] = *options_.max_tokens;
  return settings;
}

std::string OpenAiChat::body_for(const record::Transcript& transcript) const {
  Json messages = Json::array();
  for (const record::Message& message : transcript) {
    Json entry;
    entry["role"] = role_of(message.role);
    entry["content"] = message.text;
    messages.push_back(std::move(entry));
  }
  Json body;
  body["model"] = options_.model;
  body["messages"] = std::move(messages);
  body["stream"] = true;
  body["stream_options"]["include_usage"] = true;
  body.update(settings());
  return dump_json(body);
}

// Sorts the Failures of one exchange: what may pass is trouble, the rest goes on up.
Task<OpenAiChat::Try> OpenAiChat::try_once(std::string body, Clock::time_point deadline) {
  try {
    co_return co_await exchange(std::move(body), deadline);
  } catch (const Failure& failure) {
    if (failure.kind() == Failure::Kind::unavailable) co_return Try{.trouble = failure.what()};
    const std::string what = one_line(without_key(failure.what()), message_limit);
    throw Failure(failure.kind(), fmt::format("model {}: {}", options_.model, what));
  }
}

Task<OpenAiChat::Try> OpenAiChat::exchange(std::string body, Clock::time_point deadline) {
  http::Request request{
      .method = "POST", .target = url_.path + "/chat/completions", .body = std::move(body)};
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back("Accept", "text/event-stream, application/json");
  if (!options_.key.empty())
    request.headers.emplace_back("Authorization", "Bearer " + options_.key.reveal());
  const auto left =
      std::max(std::chrono::duration_cast<milliseconds>(deadline - Clock::now()), milliseconds(1));
  const http::Limits limits{.connect = std::min(left, milliseconds(10'000)),
                            .idle = left,
                            .body_bytes = answer_limit,
                            .total = left};
  ChatAnswer answer;
  const http::BodySink sink = [&answer](std::string_view bytes) {
    answer.take(bytes);
    return true;
  };

  const http::Response response =
      co_await http::exchange_streaming(url_.endpoint, std::move(request), sink, limits);
  if (response.status >= 200 && response.status < 300) co_return Try{.reply = answer.finish()};
  const std::string why = without_key(error_message(response.body));
  const std::string trouble = fmt::format("HTTP {}: {}", response.status, why);
  co_return Try{
      .trouble = trouble, .wait = asked_to_wait(response), .hopeless = !may_pass(response.status)};
}

std::string OpenAiChat::without_key(std::string text) const {
  const std::string& key = options_.key.reveal();
  if (key.empty()) return text;
  static constexpr std::string_view mask = "[key]";
  // Behind each mask, because a short key may be a part of it.
  for (std::size_t at = text.find(key); at != std::string::npos;
       at = text.find(key, at + mask.size())) {
    text.replace(at, key.size(), mask);
  }
  return text;
}

}  // namespace redcode::models
