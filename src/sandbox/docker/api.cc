#include "sandbox/docker/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cctype>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "base/version.h"
#include "http/url.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_line = std::size_t{1} << 20U;
constexpr http::ExchangeLimits patient{.idle = 600s};

http::Request request(std::string method, const std::string& path, const Json& body = nullptr) {
  http::Request result{.method = std::move(method), .target = path};
  if (body.is_null()) return result;
  result.headers.emplace_back("Content-Type", "application/json");
  result.body = dump_json(body);
  return result;
}

http::Request tar_request(std::string method, const std::string& path, std::string tar) {
  http::Request result{.method = std::move(method), .target = path};
  result.headers.emplace_back("Content-Type", "application/x-tar");
  result.body = std::move(tar);
  return result;
}

std::string words_of(const http::Response& response) {
  const Result<Json> json = parse_json(response.body);
  const std::string message = json ? member_or<std::string>(*json, "message", "") : response.body;
  return one_line(message, 300);
}

void require_success(const http::Request& asked, const http::Response& response) {
  if (response.status < 400) return;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the container daemon answered {} to {} {}: {}", response.status,
                            asked.method, one_line(asked.target, 120), words_of(response)));
}

Json json_of(const http::Response& response) {
  if (response.body.empty()) return nullptr;
  Result<Json> json = parse_json(response.body);
  if (!json) {
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("the container daemon sent no JSON: {}", json.error().text()));
  }
  return *std::move(json);
}

// "tcp://host:port", without TLS: what protects such a daemon is not ours.
http::Endpoint endpoint_of(const std::string& address) {
  constexpr std::string_view tcp = "tcp://";
  if (!address.starts_with(tcp)) return {.unix_path = address};
  const Result<http::Url> url = http::parse_url("http://" + address.substr(tcp.size()));
  if (url) return url->endpoint;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("no container daemon's address: {}", one_line(address, 200)));
}

}  // namespace

Api::Api(const std::string& address) : endpoint_(endpoint_of(address)) {}

Task<http::Response> Api::answer(http::Request request) const {
  request = co_await versioned(std::move(request));
  co_return co_await exchange(std::move(request));
}

Task<http::Response> Api::exchange(http::Request request) const {
  try {
    co_return co_await http::exchange(endpoint_, std::move(request));
  } catch (const Failure& failure) {
    throw Failure(
        failure.kind(),
        fmt::format("no answer from Docker: {}; `redcode doctor` says what to do", failure.what()));
  }
}

Task<http::Response> Api::call(http::Request request) const {
  const http::Response response = co_await answer(request);
  require_success(request, response);
  co_return response;
}

Task<Json> Api::introduction() const {
  const http::Request asked{.target = "/version"};
  const http::Response response = co_await exchange(asked);
  require_success(asked, response);
  co_return json_of(response);
}

// By the oldest version that both speak: what it answers has been seen.
Task<http::Request> Api::versioned(http::Request request) const {
  if (prefix_.empty()) {
    const Json daemon = co_await introduction();
    const auto wanted = member_or<std::string>(daemon, "MinAPIVersion", "");
    const std::pair version = std::max(oldest_api, version_numbers(wanted));
    if (version > newest_api) {
      throw Failure(
          Failure::Kind::unavailable,
          fmt::format("the container daemon wants API {} at least, and {}.{} is the newest that "
                      "is spoken here; `redcode doctor` says what to do",
                      one_line(wanted, 20), newest_api.first, newest_api.second));
    }
    prefix_ = fmt::format("/v{}.{}", version.first, version.second);
  }
  request.target = prefix_ + request.target;
  co_return request;
}

Task<Json> Api::get(std::string path) const {
  co_return json_of(co_await call(request("GET", path)));
}

Task<Json> Api::post(std::string path, Json body) const {
  co_return json_of(co_await call(request("POST", path, body)));
}

Task<std::optional<Json>> Api::find(std::string path) const {
  const http::Request asked = request("GET", path);
  const http::Response response = co_await answer(asked);
  if (response.status == 404) co_return std::nullopt;
  require_success(asked, response);
  co_return json_of(response);
}

Task<> Api::remove_container(std::string id, std::chrono::seconds limit) const {
  using Clock = std::chrono::steady_clock;
  asio::steady_timer pause(co_await asio::this_coro::executor);
  const http::Request asked =
      co_await versioned(request("DELETE", fmt::format("/containers/{}?force=1&v=1", id)));
  const auto deadline = Clock::now() + limit;
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const http::ExchangeLimits limits{.total = std::max(left, 1ms)};
    const http::Response response = co_await http::exchange(endpoint_, asked, limits);
    // 409: somebody else's removal is under way, or the container is just being killed.
    const bool again = response.status == 409 && Clock::now() < deadline;
    if (!again && response.status != 404) require_success(asked, response);
    if (!again) co_return;
    pause.expires_after(50ms);
    co_await pause.async_wait(asio::use_awaitable);
  }
}

Task<> Api::put_tar(std::string id, std::string tar, std::string directory) const {
  const std::string query = query_string({{"path", std::move(directory)}});
  co_await call(
      tar_request("PUT", fmt::format("/containers/{}/archive?{}", id, query), std::move(tar)));
}

Task<bool> Api::has_path(std::string id, std::string path) const {
  const std::string query = query_string({{"path", std::move(path)}});
  const http::Request asked =
      co_await versioned(request("GET", fmt::format("/containers/{}/archive?{}", id, query)));
  const http::BodySink stop = [](std::string_view) { return false; };  // the status says it all
  const http::Response response = co_await http::exchange_streaming(endpoint_, asked, stop);
  if (response.status != 404) require_success(asked, response);
  co_return response.status != 404;
}

Task<> Api::remove_volume(std::string name) const {
  const http::Request asked =
      request("DELETE", fmt::format("/volumes/{}?force=1", query_string({{"", name}}).substr(1)));
  const http::Response response = co_await answer(asked);
  if (response.status != 404 && response.status != 409) require_success(asked, response);
}

Task<std::unique_ptr<http::Connection>> Api::attach(std::string exec_id,
                                                    std::chrono::milliseconds idle) const {
  const Json body = {{"Detach", false}, {"Tty", false}};
  http::Request asked = request("POST", fmt::format("/exec/{}/start", exec_id), body);
  co_return co_await take_over(std::move(asked), idle);
}

Task<std::unique_ptr<http::Connection>> Api::attach_container(std::string id) const {
  http::Request asked =
      request("POST", fmt::format("/containers/{}/attach?stream=1&stdin=1&stdout=1&stderr=1", id));
  co_return co_await take_over(std::move(asked), for_ever);
}

Task<std::unique_ptr<http::Connection>> Api::take_over(http::Request asked,
                                                       std::chrono::milliseconds idle) const {
  const http::ExchangeLimits limits{.idle = idle};
  asked = co_await versioned(std::move(asked));
  auto connection = co_await http::Connection::open(endpoint_, limits);
  asked.headers.emplace_back("Connection", "Upgrade");
  asked.headers.emplace_back("Upgrade", "tcp");
  const http::Response response = co_await connection->upgrade(asked);
  require_success(asked, response);
  co_return connection;
}

Task<> Api::post_tar_for_lines(std::string path, std::string tar, OnText on_text) const {
  const http::Request asked = co_await versioned(tar_request("POST", path, std::move(tar)));
  ProgressLines lines(std::move(on_text));
  const http::BodySink sink = [&lines](std::string_view bytes) {
    lines.feed(bytes);
    return true;
  };
  const http::Response response =
      co_await http::exchange_streaming(endpoint_, asked, sink, patient);
  require_success(asked, response);
}

Task<> Api::upload_for_lines(std::string path, std::function<Task<std::string>()> next,
                             OnText on_text) const {
  const http::Request asked = co_await versioned(tar_request("POST", path, ""));
  auto connection = co_await http::Connection::open(endpoint_, patient);
  const http::Response response = co_await connection->upload(asked, std::move(next));
  require_success(asked, response);
  ProgressLines lines(std::move(on_text));
  lines.feed(response.body);
}

Task<> Api::download(std::string path, http::BodyTaker take, std::size_t limit) const {
  const http::Request asked = co_await versioned(request("GET", path));
  http::ExchangeLimits limits = patient;
  limits.body_bytes = limit;
  const http::Response response =
      co_await http::exchange_passing(endpoint_, asked, std::move(take), limits);
  require_success(asked, response);
}

Task<> Api::remove_image(std::string id) const {
  const http::Request asked = request("DELETE", fmt::format("/images/{}", id));
  const http::Response response = co_await answer(asked);
  if (response.status != 404) require_success(asked, response);
}

std::string query_string(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string query;
  for (const auto& [name, value] : members) {
    query += (query.empty() ? "" : "&") + name + "=";
    for (const char byte : value) {
      const bool plain = std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '-' ||
                         byte == '_' || byte == '.' || byte == '~';
      query += plain ? std::string(1, byte) : "%" + to_hex(std::string_view(&byte, 1));
    }
  }
  return query;
}

void ProgressLines::feed(std::string_view bytes) {
  rest_ += bytes;
  std::size_t start = 0;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos;
       end = rest_.find('\n', start)) {
    take(std::string_view(rest_).substr(start, end - start));
    start = end + 1;
  }
  rest_.erase(0, start);
  if (rest_.size() > longest_line) {
    throw Failure(Failure::Kind::corrupt, "the container daemon sent a line without an end");
  }
}

void ProgressLines::take(std::string_view line) {
  const Result<Json> json = parse_json(trim(line));
  if (!json) return;
  const auto error = member_or<std::string>(*json, "error", "");
  if (!error.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("the container daemon says: {}", one_line(error, 300)));
  }
  const auto text = member_or<std::string>(*json, "stream", "");
  for (const std::string& part : split(text, '\n')) {
    if (!trim(part).empty()) on_text_(one_line(part, 500));
  }
}

}  // namespace redcode::docker
