#include "evidence/dns.h"

#include <arpa/inet.h>

#include <array>

#include "evidence/bytes.h"

namespace redcode::evidence {
namespace {

constexpr std::size_t header_size = 12;
constexpr std::size_t longest_name = 253;
// 198.18.1.0 and 2001:db8:1::, and an address for each place from there on.
constexpr std::uint32_t first_ipv4 = 198U << 24U | 18U << 16U | 1U << 8U;
constexpr std::string_view first_ipv6("\x20\x01\x0d\xb8\0\1\0\0\0\0\0\0", 12);

std::string bytes_of(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xFFU);
  }
  return bytes;
}

}  // namespace

std::optional<DnsQuestion> read_question(std::string_view packet) {
  if (packet.size() < header_size || word_at(packet, 4) == 0) return std::nullopt;
  if ((byte_at(packet, 2) & 0x80U) != 0) return std::nullopt;  // a response
  DnsQuestion question;
  std::size_t at = header_size;
  while (at < packet.size() && packet[at] != 0) {
    const std::size_t length = byte_at(packet, at);
    if (length > 63 || at + 1 + length >= packet.size()) return std::nullopt;
    if (!question.name.empty()) question.name += '.';
    question.name += packet.substr(at + 1, length);
    if (question.name.size() > longest_name) return std::nullopt;
    at += 1 + length;
  }
  if (at + 5 > packet.size()) return std::nullopt;
  question.type = static_cast<std::uint16_t>(word_at(packet, at + 1));
  question.end = at + 5;
  return question;
}

bool is_plain(std::string_view packet, const DnsQuestion& question) {
  constexpr std::size_t option_head = 11;   // of the one record that may follow: EDNS
  constexpr std::size_t most_options = 12;  // a cookie
  constexpr unsigned option_type = 41;
  const bool one_question =
      word_at(packet, 4) == 1 && word_at(packet, 6) == 0 && word_at(packet, 8) == 0;
  const unsigned more = word_at(packet, 10);
  const std::string_view rest = packet.substr(question.end);
  if (!one_question || more > 1) return false;
  if (more == 0) return rest.empty();
  if (rest.size() < option_head || rest[0] != 0 || word_at(rest, 1) != option_type) return false;
  const std::size_t length = word_at(rest, 9);
  return length <= most_options && rest.size() == option_head + length;
}

std::string_view domain_of(std::string_view name) {
  const std::size_t last = name.rfind('.');
  if (last == std::string_view::npos || last == 0) return name;
  const std::size_t before = name.rfind('.', last - 1);
  return before == std::string_view::npos ? name : name.substr(before + 1);
}

std::string dns_answer(std::string_view packet, const DnsQuestion& question,
                       std::string_view address) {
  std::string answer(packet.substr(0, 2));                // id
  answer += std::string("\x81\x80\0\1\0\0\0\0\0\0", 10);  // a response, one question
  answer += packet.substr(header_size, question.end - header_size);
  if (address.empty()) return answer;
  answer[7] = 1;                                 // one answer:
  answer += std::string("\xc0\x0c", 2);          // of that name,
  answer += packet.substr(question.end - 4, 4);  // its type and class,
  answer += std::string("\0\0\0\x3c\0", 5);      // for 60 s
  answer += static_cast<char>(address.size());
  answer += address;
  return answer;
}

std::optional<std::uint32_t> NameBook::place_of(const std::string& name) {
  if (const auto found = places_.find(name); found != places_.end()) return found->second;
  if (places_.size() == most_names) return std::nullopt;
  const auto place = static_cast<std::uint32_t>(places_.size()) + 1;
  places_[name] = place;
  names_[address_text(place, DnsQuestion::ipv4)] = name;
  names_[address_text(place, DnsQuestion::ipv6)] = name;
  return place;
}

std::string NameBook::name_of(const std::string& address) const {
  const auto found = names_.find(address);
  return found == names_.end() ? "" : found->second;
}

std::string address_bytes(std::uint32_t place, std::uint16_t type, bool ipv6) {
  if (type == DnsQuestion::ipv4) return bytes_of(first_ipv4 + place);
  if (type == DnsQuestion::ipv6 && ipv6) return std::string(first_ipv6) + bytes_of(place);
  return "";
}

std::string address_text(std::uint32_t place, std::uint16_t type) {
  const std::string bytes = address_bytes(place, type, true);
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(type == DnsQuestion::ipv4 ? AF_INET : AF_INET6, bytes.data(), text.data(), text.size());
  return text.data();
}

}  // namespace redcode::evidence
