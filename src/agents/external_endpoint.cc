#include "agents/external_endpoint.h"

#include <fmt/format.h>

#include <charconv>
#include <deque>
#include <utility>

#include "base/failure.h"
#include "base/random.h"
#include "base/text.h"
#include "http/http.h"
#include "models/secret.h"

namespace redcode::agents {
namespace {

constexpr std::size_t longest_answer = std::size_t{4} << 20U;
constexpr std::size_t longest_conversation = std::size_t{64} << 20U;
constexpr std::size_t conversation_id_length = 24;
constexpr JsonLimits answer_limits{.bytes = longest_answer, .depth = 8, .members = 64};

std::string target_of(const http::Url& url) {
  const std::string path = url.path.empty() ? "/" : url.path;
  return url.query.empty() ? path : path + '?' + url.query;
}

std::string without_percent_signs(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const std::string_view digits = text.substr(i + 1).substr(0, 2);
    const char* const end = digits.data() + digits.size();
    const bool coded = text[i] == '%' && digits.size() == 2 &&
                       std::from_chars(digits.data(), end, byte, 16).ptr == end;
    plain.push_back(coded ? static_cast<char>(byte) : text[i]);
    if (coded) i += 2;
  }
  return plain;
}

// A query may hold a key, which a server may repeat in its complaints.
models::Secrets secrets_in(std::string_view query) {
  constexpr std::size_t shortest = 4;  // a version, a switch
  models::Secrets secrets;
  secrets.add(models::Secret(std::string(query)));
  for (const std::string& pair : split(query, '&')) {
    const std::string value = pair.substr(pair.find('=') + 1);
    if (value.size() < shortest) continue;
    secrets.add(models::Secret(value));
    secrets.add(models::Secret(without_percent_signs(value)));
  }
  return secrets;
}

class EndpointTalk final : public ExternalChannel {
 public:
  EndpointTalk(const http::Url& url, std::chrono::milliseconds patience)
      : url_(url), patience_(patience), secrets_(secrets_in(url.query)) {}

  void tell(Json message) override {
    if (message["type"] == "task") {
      task_ = message;
      unheard_.clear();  // what it said behind its "done"
    }
    messages_.push_back(std::move(message));
  }

  Task<OwnWord> hear() override {
    if (unheard_.empty()) co_await ask();
    Json message = std::move(unheard_.front());
    unheard_.pop_front();
    Result<OwnWord> word = read_own_word(message);
    if (!word) fail(Failure::Kind::corrupt, word.error().message);
    messages_.push_back(std::move(message));
    co_return *std::move(word);
  }

 private:
  [[noreturn]] void fail(Failure::Kind kind, std::string_view what) const {
    throw Failure(kind, secrets_.taken_out_of(fmt::format("the agent's endpoint: {}", what)));
  }
  // Without the secrets before it is cut: a part of one would not be found.
  std::string shown(const std::string& body) const {
    return one_line(secrets_.taken_out_of(body), 300);
  }

  std::string question() const {
    Json all = task_;
    all.erase("type");
    all["conversation"] = conversation_;
    all["messages"] = messages_;
    return dump_json(all);
  }

  Task<> ask() {
    http::Request request{.method = "POST",
                          .target = target_of(url_),
                          .headers = {{"Content-Type", "application/json"}},
                          .body = question()};
    if (request.body.size() > longest_conversation)
      fail(Failure::Kind::corrupt, "the conversation is too long");
    http::ExchangeLimits limits;
    limits.idle = patience_;
    limits.body_bytes = longest_answer;
    limits.total = patience_;
    const http::Response response =
        co_await http::exchange(url_.endpoint, std::move(request), limits);
    if (response.status < 200 || response.status > 299) {
      fail(Failure::Kind::unavailable,
           fmt::format("answered with status {}: {}", response.status, shown(response.body)));
    }
    read(response.body);
  }

  void read(const std::string& body) {
    const Result<Json> answer = parse_json(body, answer_limits);
    if (!answer) fail(Failure::Kind::corrupt, "answered with no JSON: " + shown(body));
    const auto messages = member_or<Json>(*answer, "messages", nullptr);
    if (!messages.is_array() || messages.empty())
      fail(Failure::Kind::corrupt, "answered without messages: " + shown(body));
    unheard_.assign(messages.begin(), messages.end());
  }

  const http::Url& url_;
  std::chrono::milliseconds patience_;
  models::Secrets secrets_;
  std::string conversation_ = random_token(conversation_id_length);
  Json task_;
  Json messages_ = Json::array();
  std::deque<Json> unheard_;
};

}  // namespace

Result<std::unique_ptr<EndpointAgent>> EndpointAgent::make(std::string_view address, OwnRules rules,
                                                           std::optional<http::Proxy> proxy) {
  Result<http::Url> url = http::parse_url(address, http::QueryPart::allowed);
  if (!url) return std::unexpected(url.error());
  url->endpoint.proxy = std::move(proxy);
  return std::make_unique<EndpointAgent>(*std::move(url), std::move(rules));
}

std::string EndpointAgent::architecture() const {
  const http::Endpoint& endpoint = url_.endpoint;
  return fmt::format("{}://{}:{}{}", endpoint.tls ? "https" : "http", endpoint.host, endpoint.port,
                     url_.path);
}

std::string EndpointAgent::prompt_digest() const {
  return rules_.digest({{"address", architecture()}, {"query", url_.query}});
}

Task<record::Stop> EndpointAgent::work(Assignment assignment, models::Model& /*model*/,
                                       SandboxProvider& place, const Listener& listener) const {
  EndpointTalk talk(url_, rules_.patience);
  const ExternalContext context{rules_, place, listener};
  co_return co_await work_through(talk, std::move(assignment), context);
}

}  // namespace redcode::agents
