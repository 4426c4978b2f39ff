#include "http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>

#include "base/failure.h"

namespace redcode::http {

namespace {

namespace beast = boost::beast;

constexpr std::uint32_t header_limit = std::uint32_t{64} << 10U;

bool same_letter(char a, char b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return lower(a) == lower(b);
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// A value may come from outside; a line break in it would start a header of its own.
void append_headers(std::string& head, const Headers& headers) {
  for (const auto& [name, value] : headers) {
    const bool bad_name = name.empty() || std::ranges::any_of(name, [](char c) {
                            return c <= ' ' || c == ':' || c == 0x7f;
                          });
    const bool bad_value =
        std::ranges::any_of(value, [](char c) { return is_control(c) && c != '\t'; });
    if (bad_name || bad_value)
      throw Failure(Failure::Kind::corrupt, "a header holds bytes no header may hold");
    fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
  }
}

bool breaks_out(std::string_view part) {
  return part.empty() ||
         std::ranges::any_of(part, [](char c) { return is_control(c) || c == ' '; });
}

}  // namespace

std::string_view find_header(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (std::ranges::equal(key, name, same_letter)) return value;
  }
  return {};
}

std::string_view Response::header(std::string_view name) const {
  return find_header(headers, name);
}

std::string request_head(const Request& request, const Headers& more) {
  if (breaks_out(request.method) || breaks_out(request.target)) {
    throw Failure(Failure::Kind::corrupt, "a request line holds bytes it may not hold");
  }
  std::string head = fmt::format("{} {} HTTP/1.1\r\n", request.method, request.target);
  append_headers(head, request.headers);
  append_headers(head, more);
  return head + "\r\n";
}

std::string response_head(const Response& response, const Headers& more) {
  const beast::string_view reason = beast::http::obsolete_reason(
      beast::http::int_to_status(static_cast<unsigned>(response.status)));
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status,
                                 std::string_view(reason.data(), reason.size()));
  append_headers(head, response.headers);
  append_headers(head, more);
  return head + "\r\n";
}

std::string chunk(std::string_view piece) {
  return piece.empty() ? std::string() : fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
}

template <bool is_request>
MessageReader<is_request>::MessageReader(std::size_t body_limit, bool without_body) {
  this->body_limit(body_limit);
  this->header_limit(header_limit);
  if (without_body) this->skip(true);
}

template <bool is_request>
void MessageReader<is_request>::take(std::string& bytes) {
  std::string_view rest = bytes;
  const error_code error = parse(rest);
  bytes.erase(0, bytes.size() - rest.size());
  if (error) refuse(error);
}

template <bool is_request>
auto MessageReader<is_request>::parse(std::string_view& bytes) -> error_code {
  this->eager(head_read());
  error_code error;
  bytes.remove_prefix(this->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error));
  if (error != beast::http::error::need_more) return error;
  // The parser wants whole lines; an endless one between two chunks would be kept for ever.
  if (bytes.size() > 2 * std::size_t{header_limit}) return beast::http::error::header_limit;
  return {};
}

template <bool is_request>
void MessageReader<is_request>::take_end() {
  error_code error = beast::http::error::partial_message;
  if (begun()) this->put_eof(error);
  if (error) refuse(error);
}

template <bool is_request>
void MessageReader<is_request>::refuse(const error_code& error) {
  too_big_ = error == beast::http::error::body_limit;
  throw Failure(Failure::Kind::corrupt, too_big_ ? "HTTP: the body exceeds its limit"
                                                 : "not proper HTTP: " + error.message());
}

template <bool is_request>
void MessageReader<is_request>::on_request_impl(beast::http::verb /*verb*/, view verb_text,
                                                view path, int /*version*/, error_code& /*error*/) {
  method.assign(verb_text.data(), verb_text.size());
  target.assign(path.data(), path.size());
}

template <bool is_request>
void MessageReader<is_request>::on_response_impl(int code, view /*reason*/, int /*version*/,
                                                 error_code& /*error*/) {
  status = code;
}

template <bool is_request>
void MessageReader<is_request>::on_field_impl(beast::http::field /*field*/, view name, view value,
                                              error_code& /*error*/) {
  headers.emplace_back(std::string(name.data(), name.size()),
                       std::string(value.data(), value.size()));
}

template <bool is_request>
std::size_t MessageReader<is_request>::on_body_impl(view piece, error_code& /*error*/) {
  body.append(piece.data(), piece.size());
  return piece.size();
}

template <bool is_request>
std::size_t MessageReader<is_request>::on_chunk_body_impl(std::uint64_t /*remain*/, view piece,
                                                          error_code& /*error*/) {
  body.append(piece.data(), piece.size());
  return piece.size();
}

template <bool is_request>
void MessageReader<is_request>::on_header_impl(error_code& /*error*/) {}
template <bool is_request>
void MessageReader<is_request>::on_body_init_impl(const boost::optional<std::uint64_t>& /*length*/,
                                                  error_code& /*error*/) {}
template <bool is_request>
void MessageReader<is_request>::on_chunk_header_impl(std::uint64_t /*size*/, view /*extensions*/,
                                                     error_code& /*error*/) {}
template <bool is_request>
void MessageReader<is_request>::on_finish_impl(error_code& /*error*/) {}

template class MessageReader<true>;
template class MessageReader<false>;

}  // namespace redcode::http
