#include "evidence/request_framing.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t longest_head = 65'536;
constexpr std::size_t longest_method = 20;
constexpr std::size_t longest_chunk_line = 1024;
constexpr std::size_t npos = std::string_view::npos;

std::optional<std::size_t> number(std::string_view text, int base) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::size_t word_at(std::string_view bytes, std::size_t at) {
  return byte_at(bytes, at) << 8U | byte_at(bytes, at + 1);
}

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

RequestFraming::Form RequestFraming::form_of(std::string_view bytes) {
  if (bytes[0] == '\x16') return Form::tls;
  const auto method = static_cast<std::size_t>(
      std::ranges::find_if_not(bytes,
                               [](unsigned char c) { return std::isupper(c) != 0 || c == '-'; }) -
      bytes.begin());
  if (method > longest_method) return Form::other;
  if (method == bytes.size()) return Form::unknown;
  if (method == 0 || bytes[method] != ' ') return Form::other;
  const std::size_t line_end = bytes.find('\n');
  if (line_end == npos) return bytes.size() > longest_head ? Form::other : Form::unknown;
  return bytes.substr(0, line_end).contains(" HTTP/1.") ? Form::http : Form::other;
}

RequestFraming::Next RequestFraming::look(std::string_view bytes) {
  if (bytes.empty()) return Next::more;
  if (form_ == Form::unknown) form_ = form_of(bytes);
  if (form_ == Form::http) return look_http(bytes);
  const bool hello_complete =
      form_ == Form::tls && bytes.size() >= 5 && bytes.size() >= 5 + word_at(bytes, 3);
  return hello_complete ? Next::open_tls : Next::more;
}

RequestFraming::Next RequestFraming::look_http(std::string_view bytes) {
  if (body_ == 0) {
    const std::size_t end = bytes.find("\r\n\r\n", searched_);
    if (end == npos) {
      searched_ = bytes.size() < 3 ? 0 : bytes.size() - 3;
      if (bytes.size() > longest_head) form_ = Form::other;
      return Next::more;
    }
    body_ = end + 4;
    chunk_ = body_;
    read_head(bytes.substr(0, end));
  }
  if (body_complete(bytes)) return Next::answer_http;
  if (std::exchange(wants_continue_, false)) return Next::say_continue;
  return Next::more;
}

void RequestFraming::read_head(std::string_view head) {
  for (const std::string& line : split(head, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == npos) continue;
    const std::string name = lower(trim(std::string_view(line).substr(0, colon)));
    const std::string value = lower(trim(std::string_view(line).substr(colon + 1)));
    if (name == "content-length") length_ = number(value, 10).value_or(0);
    if (name == "transfer-encoding") chunked_ = value.contains("chunked");
    if (name == "expect") wants_continue_ = value == "100-continue";
  }
}

bool RequestFraming::body_complete(std::string_view bytes) {
  return chunked_ ? chunks_complete(bytes) : bytes.size() - body_ >= length_;
}

// A chunk that breaks the rules ends the request: there is nothing more to learn from waiting.
bool RequestFraming::chunks_complete(std::string_view bytes) {
  while (!in_trailer_ && chunk_ < bytes.size()) {
    const std::size_t line_end = bytes.find("\r\n", chunk_);
    if (line_end == npos) return bytes.size() - chunk_ > longest_chunk_line;
    const std::string_view line = bytes.substr(chunk_, line_end - chunk_);
    const std::optional<std::size_t> size = number(trim(line.substr(0, line.find(';'))), 16);
    if (!size || *size > (std::size_t{1} << 40U)) return true;
    in_trailer_ = *size == 0;
    // Without a trailer, the line's own end is the first half of the blank line that ends it all.
    chunk_ = in_trailer_ ? line_end : line_end + 2 + *size + 2;
  }
  return in_trailer_ && bytes.find("\r\n\r\n", chunk_) != npos;
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
