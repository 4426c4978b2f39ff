#include "evidence/request_framing.h"

#include <utility>

#include "base/text.h"
#include "evidence/bytes.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t longest_head = 65'536;
constexpr std::size_t longest_body = std::size_t{1} << 40U;

// Cuts a vector with a length prefix of `width` bytes off the front of `bytes`; "" if it is cut
// short.
std::string_view take_vector(std::string_view& bytes, std::size_t width) {
  if (bytes.size() < width) return bytes = {};
  const std::size_t length = width == 1 ? byte_at(bytes, 0) : word_at(bytes, 0);
  if (bytes.size() < width + length) return bytes = {};
  const std::string_view vector = bytes.substr(width, length);
  bytes.remove_prefix(width + length);
  return vector;
}

}  // namespace

RequestFraming::RequestFraming() : reader_(longest_body) {}

RequestFraming::Next RequestFraming::look(std::string_view bytes) {
  if (bytes.empty() || silent_) return Next::more;
  if (bytes[0] == tls_handshake) {
    const bool complete = bytes.size() >= 5 && bytes.size() >= 5 + word_at(bytes, 3);
    return complete ? Next::open_tls : Next::more;
  }
  refused_ = refused_ || !parse(bytes);
  if (refused_) return look_at_refused(bytes);
  if (reader_.done()) return Next::answer_http;
  const bool waits = reader_.head_read() && std::exchange(wants_continue_, false);
  return waits ? Next::say_continue : Next::more;
}

bool RequestFraming::parse(std::string_view bytes) {
  std::string_view rest = bytes.substr(parsed_);
  bool goes_on = true;
  while (goes_on && !rest.empty() && !reader_.done()) {
    const std::size_t before = rest.size();
    if (reader_.parse(rest)) return false;
    goes_on = rest.size() < before;
  }
  parsed_ = bytes.size() - rest.size();
  if (lower(http::find_header(reader_.headers, "expect")) == "100-continue") wants_continue_ = true;
  // The connection keeps the bytes; a second copy would go uncounted.
  reader_.headers = {};
  reader_.body = {};
  return true;
}

// What says it is HTTP is answered behind its head, whatever is wrong with it: there is nothing
// more to learn from waiting.
RequestFraming::Next RequestFraming::look_at_refused(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, longest_head);
  const bool complete = head.contains("\r\n\r\n");
  if (complete && head.substr(0, head.find('\n')).contains(" HTTP/1.")) return Next::answer_http;
  silent_ = complete || bytes.size() > longest_head;
  return Next::more;
}

std::string server_name(std::string_view client_hello) {
  // Record header, handshake header, version and random.
  constexpr std::size_t fixed = 5 + 4 + 2 + 32;
  if (client_hello.size() < fixed || client_hello[0] != '\x16' || client_hello[5] != 1) return "";
  std::string_view rest = client_hello.substr(fixed);
  take_vector(rest, 1);  // session id
  take_vector(rest, 2);  // cipher suites
  take_vector(rest, 1);  // compression methods
  std::string_view extensions = take_vector(rest, 2);
  while (extensions.size() >= 4) {
    const std::size_t type = word_at(extensions, 0);
    extensions.remove_prefix(2);
    std::string_view content = take_vector(extensions, 2);
    if (type != 0) continue;
    std::string_view list = take_vector(content, 2);
    if (list.empty() || list[0] != 0) return "";
    list.remove_prefix(1);
    return lower(valid_utf8(take_vector(list, 2).substr(0, 253)));
  }
  return "";
}

}  // namespace redcode::evidence
