#include "models/remote_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/off_thread.h"
#include "base/pause.h"
#include "base/text.h"
#include "http/proxy.h"

namespace redcode::models {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t message_limit = 300;
constexpr std::size_t answer_limit = std::size_t{32}
                                     << 20U;  // with all the JSON around 1 MiB of text
constexpr milliseconds longest_connect{10'000};
constexpr std::size_t written_at_once = std::size_t{256} << 10U;  // a few milliseconds' work
constexpr std::size_t streamed_token = 64;  // its bytes, with the JSON around; rather too few

double chance() {
  std::random_device random;
  return std::uniform_real_distribution<double>(0, 1)(random);
}

milliseconds until(std::chrono::steady_clock::time_point deadline) {
  return std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
}

// Values too short to be worth hiding would only make messages unreadable.
constexpr std::size_t shortest_secret = 4;

// Of "Bearer key" a server may repeat the key alone.
void add_header(Secrets& secrets, const std::string& value) {
  const std::string key = value.substr(value.find_last_of(" \t") + 1);
  for (const std::string& each : {value, key}) {
    if (each.size() >= shortest_secret) secrets.add(Secret(each));
  }
}

Secrets secrets_of(const RemoteModel::Options& options) {
  Secrets secrets;
  secrets.add(options.key);
  for (const auto& [name, value] : options.headers) add_header(secrets, value.reveal());
  if (!options.proxy) return secrets;
  const std::string& credentials = options.proxy->credentials;
  const std::size_t colon = credentials.find(':');
  const std::string password = colon == std::string::npos ? "" : credentials.substr(colon + 1);
  if (password.size() >= shortest_secret) secrets.add(Secret(password));
  add_header(secrets, http::basic_authorization(*options.proxy));
  return secrets;
}

// Gateways say with a page that one must sign in, or that they are down. As a stream of events it
// would be an empty one.
bool is_page(std::string_view first_bytes) { return trim(first_bytes).starts_with('<'); }

// What a provider that does not count will have counted, for the budget: better too much than
// nothing. A token is about four bytes.
record::Usage estimated(const std::string& question, const Reply& reply) {
  std::size_t said = reply.text.size();
  for (const record::ToolCall& call : reply.calls) said += call.name.size() + call.arguments.size();
  return {.input_tokens = question.size() / 4 + 1, .output_tokens = said / 4 + 1};
}

std::size_t size_of(const wire::Question& question) {
  std::size_t size = 0;
  for (const record::Message& message : question.messages) {
    size += message.text.size();
    for (const record::ToolCall& call : message.calls) size += call.arguments.size();
  }
  return size;
}

}  // namespace

Result<std::unique_ptr<RemoteModel>> RemoteModel::make(Options options) {
  Result<http::Url> url = http::parse_url(options.base_url, http::QueryPart::allowed);
  if (!url) return std::unexpected(url.error());
  if (options.model.empty())
    return std::unexpected(Error{.code = "model-name", .message = "the model has no name"});
  url->endpoint.proxy = options.proxy;
  Address address{.format = options.format,
                  .url = *std::move(url),
                  .key = options.key,
                  .key_header = options.key_header,
                  .headers = options.headers};
  const Result<void> sound = check(address);
  if (!sound) return std::unexpected(sound.error());
  return std::make_unique<RemoteModel>(std::move(options), std::move(address));
}

RemoteModel::RemoteModel(Options options, Address address)
    : options_(std::move(options)), address_(std::move(address)), secrets_(secrets_of(options_)) {}

Json RemoteModel::settings() const {
  Json settings = Json::object();
  if (options_.temperature) settings["temperature"] = *options_.temperature;
  if (options_.max_tokens) settings["max_tokens"] = *options_.max_tokens;
  return settings;
}

Task<Reply> RemoteModel::reply(const record::Transcript& transcript,
                               const std::vector<wire::Tool>& tools) {
  wire::Question question{.model = options_.model,
                          .messages = transcript,
                          .tools = tools,
                          .temperature = options_.temperature,
                          .max_tokens = options_.max_tokens};
  const bool needs_limit = options_.format == wire::Format::messages;
  const std::uint64_t usual = needs_limit ? wire::usual_max_tokens : longest_answer;
  std::string target = target_of(address_, question);
  std::string body = co_await body_of(std::move(question));
  Asked asked{.target = std::move(target),
              .headers = headers_of(address_),
              .body = std::move(body),
              .answer_tokens = options_.max_tokens.value_or(usual)};
  Cache* cache = options_.shared.cache.get();
  if (cache == nullptr) co_return co_await ask(std::move(asked));
  const std::string key = cache_key(asked.body);
  std::optional<Reply> known = cache->find(key);
  if (known) co_return *std::move(known);
  Reply fresh = co_await ask(std::move(asked));
  cache->keep(key, fresh);
  co_return fresh;
}

// A program's question can be megabytes long, and others wait for this thread.
Task<std::string> RemoteModel::body_of(wire::Question question) const {
  const std::function<std::string()> work = [&] {
    return wire::write_question(options_.format, question);
  };
  if (size_of(question) <= written_at_once) co_return work();
  co_return co_await off_thread(work);
}

Task<Reply> RemoteModel::pass(Call call, Sink sink) {
  if (!passes(call.format)) co_return co_await Model::pass(std::move(call), std::move(sink));
  if (!call.body.is_object())
    fail(Failure::Kind::corrupt, "the call cannot be passed on: its body is not a JSON object");
  const wire::AnswerLimit limit{.most = options_.max_tokens.value_or(longest_answer),
                                .said_always = options_.max_tokens.has_value()};
  const bool streamed =
      member_or(call.body, "stream", false) || call.target.contains(":streamGenerateContent");
  std::optional<std::uint64_t> answer_tokens;
  const std::function<std::string()> work = [&] {
    answer_tokens = wire::limit_answer(call.format, call.body, limit);
    return dump_json(wire::with_model(call.format, std::move(call.body), options_.model));
  };
  std::string body = co_await off_thread(work);
  Asked asked{.target = target_of(address_, call.target, options_.model),
              .headers = headers_of(address_, call.headers),
              .body = std::move(body),
              .answer_tokens = answer_tokens.value_or(longest_answer),
              .streamed = streamed,
              .sink = std::move(sink)};
  co_return co_await ask(std::move(asked));
}

Task<Reply> RemoteModel::ask(Asked asked) {
  require_price();
  auto deadline = Clock::now() + options_.deadline;
  Retry retry(options_.first_backoff);
  for (int tries = 1;; ++tries) {
    Try outcome = co_await try_in_turn(asked, deadline);
    if (outcome.reply) co_return *std::move(outcome.reply);
    const Trouble& trouble = outcome.trouble;
    const Step step = asked.passed_on ? Step{.why_not = "a part of the answer was passed on"}
                                      : retry.after(trouble, until(deadline), chance());
    if (!step.wait) give_up(trouble, tries, step.why_not);
    co_await pause_for(*step.wait);
  }
}

void RemoteModel::give_up(const Trouble& trouble, int tries, const std::string& why_not) const {
  const std::string what =
      fmt::format("no reply in {} {}: {}; {}", tries, tries == 1 ? "try" : "tries",
                  one_line(secrets_.taken_out_of(trouble.what), message_limit), why_not);
  if (says_bad_call(trouble)) throw BadCall(told(what));
  const bool off_format = trouble.kind == Trouble::Kind::off_format;
  fail(off_format ? Failure::Kind::corrupt : Failure::Kind::unavailable, what);
}

// The most this request can cost is kept for it: each token has a byte at least.
Task<std::optional<Budget::Reservation>> RemoteModel::reserve(const Asked& asked) const {
  if (!options_.shared.budget) co_return std::nullopt;
  record::Usage worst{.input_tokens = asked.body.size(), .output_tokens = asked.answer_tokens};
  worst.micro_dollars = cost(worst).value_or(0);
  co_return co_await options_.shared.budget->reserve(worst);
}

// One try, when there is a place for it and money. Waiting for these moves the deadline.
Task<RemoteModel::Try> RemoteModel::try_in_turn(Asked& asked, Clock::time_point& deadline) {
  const auto queued = Clock::now();
  std::optional<Throttle::Place> place;
  if (options_.shared.throttle) place.emplace(co_await options_.shared.throttle->enter());
  const std::optional<Budget::Reservation> kept = co_await reserve(asked);
  deadline += Clock::now() - queued;
  Try outcome;
  try {
    outcome = co_await try_once(asked, std::max(until(deadline), milliseconds(1)));
  } catch (...) {
    charge_abandoned(asked);
    throw;
  }
  if (outcome.reply) {
    outcome.reply = charged(*std::move(outcome.reply), asked);
  } else if (outcome.trouble.status == 0) {
    charge_unanswered(asked);
  }
  if (place && outcome.reply) place->succeeded();
  if (place && is_overload(outcome.trouble.status)) place->overloaded();
  co_return outcome;
}

// Sorts the Failures of one exchange. What the sink throws is not the model's doing and goes on up.
Task<RemoteModel::Try> RemoteModel::try_once(Asked& asked, milliseconds left) {
  using enum Trouble::Kind;
  try {
    co_return co_await exchange(asked, left);
  } catch (const http::ProxyRefused& no) {
    const Trouble trouble{.kind = status, .what = no.what(), .status = no.status()};
    co_return Try{.trouble = trouble};
  } catch (const http::CutOff& cut) {
    if (asked.in_sink) throw;
    co_return Try{.trouble = {.kind = no_answer, .what = cut.what()}};
  } catch (const Failure& failure) {
    if (asked.in_sink) throw;
    const bool corrupt = failure.kind() == Failure::Kind::corrupt;
    if (!corrupt && failure.kind() != Failure::Kind::unavailable) throw;
    co_return Try{.trouble = {.kind = corrupt ? off_format : no_answer, .what = failure.what()}};
  }
}

Task<RemoteModel::Try> RemoteModel::exchange(Asked& asked, milliseconds left) {
  http::Request request{
      .method = "POST", .target = asked.target, .headers = asked.headers, .body = asked.body};
  const http::ExchangeLimits limits{.connect = std::min(left, longest_connect),
                                    .idle = std::min(left, options_.deadline / 2),
                                    .body_bytes = answer_limit,
                                    .total = left};
  asked.begun = false;
  asked.held.clear();
  asked.read = 0;
  asked.usage = {};
  asked.since = Clock::now();
  const auto reader = wire::AnswerReader::make(options_.format);
  const http::BodyTaker taker = [&reader, &asked](std::string_view bytes) {
    return take(*reader, asked, bytes);
  };
  const http::Response response =
      co_await http::exchange_passing(address_.url.endpoint, std::move(request), taker, limits);
  if (response.status < 200 || response.status >= 300)
    co_return Try{.trouble = trouble_of(response, std::chrono::system_clock::now())};
  Try outcome{.reply = reader->finish()};
  if (!asked.held.empty()) co_await give(asked, asked.held);
  co_return outcome;
}

// Read first: an answer that is off format from its beginning can still be asked for again. One
// that is a single JSON text is held back until it is known to be an answer.
Task<> RemoteModel::take(wire::AnswerReader& reader, Asked& asked, std::string_view bytes) {
  if (!asked.begun && is_page(bytes))
    throw Failure(Failure::Kind::corrupt, "a web page came in the place of an answer");
  asked.begun = true;
  asked.read += bytes.size();
  reader.take(bytes);
  asked.usage = reader.usage();
  if (!asked.sink) co_return;
  asked.held += bytes;
  if (reader.is_whole()) co_return;
  const std::string ready = std::exchange(asked.held, {});
  co_await give(asked, ready);
}

Task<> RemoteModel::give(Asked& asked, std::string_view bytes) {
  asked.passed_on = true;
  asked.in_sink = true;
  co_await asked.sink(bytes);
  asked.in_sink = false;
}

std::string RemoteModel::cache_key(const std::string& body) const {
  Json headers = Json::array();
  for (const auto& [name, value] : options_.headers)
    headers.push_back({lower(name), sha256_hex(value.reveal())});
  const Json asked = {{"format", wire::name(options_.format)},
                      {"base_url", options_.base_url},
                      {"model", options_.model},
                      {"question", body},
                      {"headers", std::move(headers)},
                      {"salt", options_.salt}};
  return sha256_hex(dump_json(asked));
}

std::optional<std::uint64_t> RemoteModel::cost(const record::Usage& usage) const {
  if (!options_.shared.prices) return std::nullopt;
  const std::string& name = options_.price_name.empty() ? options_.model : options_.price_name;
  return options_.shared.prices->cost(name, usage);
}

void RemoteModel::require_price() const {
  const bool needed = options_.shared.budget && options_.shared.budget->counts_dollars();
  if (needed && !cost({})) {
    fail(Failure::Kind::unavailable,
         "there is a budget in dollars, and its price is not known; add it to the price table");
  }
}

Reply RemoteModel::charged(Reply reply, const Asked& asked) const {
  reply.usage.micro_dollars = cost(reply.usage).value_or(0);
  const bool counted = reply.usage.input_tokens + reply.usage.output_tokens > 0;
  spend(counted ? reply.usage : estimated(asked.body, reply));
  return reply;
}

// A try is paid for once the server is at work, whether or not its answer comes to an end.
void RemoteModel::charge_unanswered(const Asked& asked) const {
  const bool at_work = asked.begun || Clock::now() - asked.since > longest_connect;
  if (!at_work) return;
  spend({.input_tokens = std::max(asked.usage.input_tokens, asked.body.size() / 4 + 1),
         .output_tokens = std::max(asked.usage.output_tokens, asked.read / streamed_token)});
}

// Nobody waits for it any more. A server may go on with an answer that it does not send as it
// comes, and all of it is to be paid for.
void RemoteModel::charge_abandoned(const Asked& asked) const {
  if (asked.streamed) return charge_unanswered(asked);
  spend({.input_tokens = asked.body.size() / 4 + 1, .output_tokens = asked.answer_tokens});
}

void RemoteModel::spend(record::Usage usage) const {
  if (!options_.shared.budget) return;
  usage.micro_dollars = cost(usage).value_or(0);
  options_.shared.budget->spend(usage);
}

std::string RemoteModel::told(const std::string& what) const {
  return fmt::format("model {}: {}", one_line(options_.model, 80), secrets_.taken_out_of(what));
}

void RemoteModel::fail(Failure::Kind kind, const std::string& what) const {
  throw Failure(kind, told(what));
}

}  // namespace redcode::models
