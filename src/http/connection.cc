#include "http/connection.h"

#include <fmt/format.h>

#include <utility>

#include "base/failure.h"
#include "http/proxy.h"

namespace redcode::http {

namespace {

void add_unless_given(Headers& more, const Headers& given, std::string name, std::string value) {
  if (find_header(given, name).empty()) more.emplace_back(std::move(name), std::move(value));
}

bool carries_body(const Request& request) {
  return !request.body.empty() || request.method == "POST" || request.method == "PUT" ||
         request.method == "PATCH";
}

Headers length_of(const Request& request) {
  Headers more;
  if (carries_body(request))
    more.emplace_back("Content-Length", fmt::format("{}", request.body.size()));
  return more;
}

bool is_interim(int status) { return status >= 100 && status < 200 && status != 101; }
bool may_end_here(ResponseReader& reader) {
  try {
    reader.take_end();
    return true;
  } catch (const Failure&) {
    return false;
  }
}

bool is_success(int status) { return status >= 200 && status < 300; }

}  // namespace

std::string host_header(const Endpoint& endpoint) {
  if (!endpoint.unix_path.empty()) return "localhost";
  const bool usual_port = endpoint.port == (endpoint.tls ? 443 : 80);
  const std::string host = bracketed(endpoint.host);
  return usual_port ? host : fmt::format("{}:{}", host, endpoint.port);
}

OpenConnection::OpenConnection(std::unique_ptr<Transport> transport, const Endpoint& endpoint,
                               ExchangeLimits limits)
    : transport_(std::move(transport)), host_(host_header(endpoint)), limits_(limits) {
  if (!endpoint.proxy || endpoint.tls || !endpoint.unix_path.empty()) return;
  target_prefix_ = "http://" + host_;
  proxy_basic_ = basic_authorization(*endpoint.proxy);
}

void OpenConnection::begin_exchange() {
  if (!std::exchange(usable_, false))
    throw Disconnected(transport_->peer() + ": the connection is used up");
  if (limits_.total.count() > 0) transport_->set_deadline(from_now(limits_.total));
}

std::string OpenConnection::head_of(const Request& request, Headers more) const {
  add_unless_given(more, request.headers, "Host", host_);
  add_unless_given(more, request.headers, "Accept-Encoding", "identity");
  if (!proxy_basic_.empty()) more.emplace_back("Proxy-Authorization", proxy_basic_);
  const Request asked{.method = request.method,
                      .target = target_prefix_ + request.target,
                      .headers = request.headers};
  return request_head(asked, more);
}

// A peer may answer and hang up before it has read everything; its answer says why, so a
// connection that breaks while we write is left for the reading to report.
Task<> OpenConnection::send(std::string_view bytes) {
  try {
    co_await transport_->write(bytes);
  } catch (const Disconnected&) {
    co_return;
  }
}

Task<Response> OpenConnection::exchange(Request request) {
  const PieceTaker collect;
  co_return co_await stream(std::move(request), collect);
}

Task<Response> OpenConnection::stream(Request request, PieceTaker on_body) {
  begin_exchange();
  const std::string bytes = head_of(request, length_of(request)) + request.body;
  co_await send(bytes);
  co_return co_await receive(request.method == "HEAD", std::move(on_body));
}

Task<Response> OpenConnection::upload(Request request, std::function<Task<std::string>()> next) {
  begin_exchange();
  Headers more;
  more.emplace_back("Transfer-Encoding", "chunked");
  const std::string head = head_of(request, std::move(more));
  co_await send(head);
  co_await send_chunks(std::move(next));
  const PieceTaker collect;
  co_return co_await receive(false, collect);
}

Task<> OpenConnection::send_chunks(std::function<Task<std::string>()> next) {
  try {
    for (std::string piece = co_await next(); !piece.empty(); piece = co_await next()) {
      const std::string bytes = chunk(piece);
      co_await transport_->write(bytes);
    }
    co_await transport_->write(last_chunk);
  } catch (const Disconnected&) {
    co_return;  // as in send()
  }
}

Task<Response> OpenConnection::upgrade(Request request) {
  begin_exchange();
  Headers more = length_of(request);
  add_unless_given(more, request.headers, "Connection", "Upgrade");
  add_unless_given(more, request.headers, "Upgrade", "tcp");
  const std::string bytes = head_of(request, std::move(more)) + request.body;
  co_await send(bytes);

  ResponseReader reader = co_await receive_head(false);
  const bool taken_over = reader.status == 101 || (reader.status == 200 && reader.unbounded());
  if (!taken_over) {
    const PieceTaker collect;
    co_return co_await receive_body(std::move(reader), collect);
  }
  transport_->set_deadline(
      Transport::Clock::time_point::max());  // the exchange is over, the talk begins
  co_return Response{.status = reader.status, .headers = std::move(reader.headers)};
}

Task<Response> OpenConnection::receive(bool without_body, PieceTaker on_body) {
  ResponseReader reader = co_await receive_head(without_body);
  co_return co_await receive_body(std::move(reader), std::move(on_body));
}

Task<ResponseReader> OpenConnection::receive_head(bool without_body) {
  while (true) {
    ResponseReader reader(limits_.body_bytes, without_body);
    while (!reader.head_read()) co_await receive_more(reader);
    if (!is_interim(reader.status)) co_return reader;
  }
}

// Feeds the reader what is there, or else what comes next.
Task<> OpenConnection::receive_more(ResponseReader& reader) {
  const std::size_t before = received_.size();
  if (before > 0) reader.take(received_);
  if (received_.size() < before || reader.done()) co_return;
  bool at_end = false;
  bool cut = false;
  try {
    const std::string_view more = co_await transport_->read_some();
    received_ += more;
    at_end = more.empty();
  } catch (const Disconnected&) {
    if (!reader.begun()) throw;
    cut = true;
  }
  if (at_end && !reader.begun())
    throw Disconnected(transport_->peer() + ": hung up without an answer");
  if (at_end) cut = !may_end_here(reader);
  if (cut) throw CutOff(transport_->peer() + ": cut off in the middle of an answer");
}

Task<Response> OpenConnection::receive_body(ResponseReader reader, PieceTaker on_body) {
  const bool hand_over = on_body && is_success(reader.status);
  bool wanted = true;
  while (wanted && !reader.done()) {
    co_await receive_more(reader);
    if (!hand_over || reader.body.empty()) continue;
    wanted = co_await on_body(reader.body);
    reader.body.clear();
  }
  usable_ = wanted && reader.keeps_alive();
  co_return Response{.status = reader.status,
                     .headers = std::move(reader.headers),
                     .body = std::move(reader.body)};
}

Task<std::string> OpenConnection::read_raw() {
  if (!received_.empty()) co_return std::exchange(received_, {});
  co_return std::string(co_await transport_->read_some());
}

Task<> OpenConnection::write_raw(std::string_view bytes) { co_await transport_->write(bytes); }

void OpenConnection::finish_writing() { transport_->finish_writing(); }

}  // namespace redcode::http
