#include "evidence/protocol_emulator.h"

#include <fmt/format.h>

#include <utility>

namespace redcode::evidence {
namespace {

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

std::string http_answer(std::string_view type, std::string_view body, bool head_only) {
  return fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
      type, body.size(), head_only ? "" : body);
}

// A line of git's protocol has its length in front.
std::string git_line(const std::string& text) {
  return fmt::format("{:04x}{}", text.size() + 4, text);
}

// An empty repository that takes whatever is pushed.
std::string empty_repository() {
  const std::string refs = std::string(40, '0') + " capabilities^{}" + '\0' + "report-status\n";
  return git_line("# service=git-receive-pack\n") + "0000" + git_line(refs) + "0000";
}

// "All went well", or git would wait for it: `push` starts with the branch, between two commits'
// ids and a zero.
std::string taken(std::string_view push) {
  constexpr std::size_t ids = 4 + 40 + 1 + 40 + 1;
  constexpr std::size_t longest_branch = 512;
  std::string answer = git_line("unpack ok\n");
  const std::size_t end = push.substr(0, ids + longest_branch).find('\0');
  if (end != std::string_view::npos && end > ids) {
    answer += git_line("ok " + std::string(push.substr(ids, end - ids)) + "\n");
  }
  return answer + "0000";
}

std::string_view request_line(std::string_view bytes) { return bytes.substr(0, bytes.find('\n')); }

}  // namespace

ProtocolEmulator::ProtocolEmulator(std::string address, std::uint16_t port, NameServer& names)
    : names_(&names), name_port_(port == dns_port), only_lookups_(name_port_) {
  if (const auto kind = LineServer::customary(port)) lines_.emplace(*kind, std::move(address));
}

std::string ProtocolEmulator::greeting() const { return lines_ ? lines_->greeting() : ""; }

ProtocolEmulator::Answer ProtocolEmulator::answer(std::string_view bytes) {
  if (name_port_) return {.bytes = answer_lookups(bytes)};
  using Next = RequestFraming::Next;
  const Next next = framing_.look(bytes);
  if (next == Next::open_tls) return {.open_tls = true};
  if (next == Next::say_continue) return {.bytes = std::string(go_on)};
  if (next == Next::answer_http) return answer_http(bytes);
  if (!lines_) return {};
  std::string said = lines_->answer(bytes);
  return {.bytes = std::move(said), .last = lines_->ended()};
}

ProtocolEmulator::Answer ProtocolEmulator::answer_http(std::string_view bytes) {
  const std::string_view request = request_line(bytes);
  std::string type = "text/plain";
  std::string body = "ok\n";
  if (request.contains("/info/refs?service=git-receive-pack")) {
    type = "application/x-git-receive-pack-advertisement";
    body = empty_repository();
  } else if (request.contains("/git-receive-pack ")) {
    type = "application/x-git-receive-pack-result";
    body = taken(bytes.substr(bytes.find("\r\n\r\n") + 4));
  }
  return {.bytes = http_answer(type, body, bytes.starts_with("HEAD ")), .last = true};
}

// Each with its length in two bytes before it.
std::string ProtocolEmulator::answer_lookups(std::string_view bytes) {
  std::string answers;
  while (is_lookup_ && looked_up_ + 2 <= bytes.size()) {
    const auto high = static_cast<unsigned char>(bytes[looked_up_]);
    const auto low = static_cast<unsigned char>(bytes[looked_up_ + 1]);
    const std::size_t size = static_cast<std::size_t>(high) << 8U | low;
    if (looked_up_ + 2 + size > bytes.size()) break;
    const auto reply = names_->answer(std::string(bytes.substr(looked_up_ + 2, size)));
    is_lookup_ = reply.has_value();
    only_lookups_ = only_lookups_ && reply && reply->plain;
    if (!reply) break;
    answers += static_cast<char>(reply->bytes.size() >> 8U);
    answers += static_cast<char>(reply->bytes.size() & 0xFFU);
    answers += reply->bytes;
    looked_up_ += 2 + size;
  }
  return answers;
}

}  // namespace redcode::evidence
