#include "evidence/dns.h"

#include <fmt/format.h>

namespace redcode::evidence {
namespace {

constexpr std::size_t header_size = 12;
constexpr std::size_t longest_name = 253;
// 198.18.1.0: the first /24 is left to the name server itself.
constexpr std::uint32_t first_address = 198U << 24U | 18U << 16U | 1U << 8U;

unsigned byte_at(std::string_view packet, std::size_t at) {
  return static_cast<unsigned char>(packet[at]);
}

unsigned word_at(std::string_view packet, std::size_t at) {
  return byte_at(packet, at) << 8U | byte_at(packet, at + 1);
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

std::string dns_answer(std::string_view packet, const DnsQuestion& question,
                       std::optional<std::uint32_t> address) {
  std::string answer(packet.substr(0, 2));                // id
  answer += std::string("\x81\x80\0\1\0\0\0\0\0\0", 10);  // a response, one question
  answer += packet.substr(header_size, question.end - header_size);
  if (!address) return answer;
  answer[7] = 1;                                                // one answer
  answer += std::string("\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4", 12);  // that name, A, IN, 60 s, 4 bytes
  for (int shift = 24; shift >= 0; shift -= 8) {
    answer += static_cast<char>(*address >> static_cast<unsigned>(shift) & 0xFFU);
  }
  return answer;
}

std::optional<std::uint32_t> NameBook::address_of(const std::string& name) {
  if (const auto found = addresses_.find(name); found != addresses_.end()) return found->second;
  if (addresses_.size() == most_names) return std::nullopt;
  const std::uint32_t address = first_address + static_cast<std::uint32_t>(addresses_.size()) + 1;
  addresses_[name] = address;
  names_[ipv4_text(address)] = name;
  return address;
}

std::string NameBook::name_of(const std::string& address) const {
  const auto found = names_.find(address);
  return found == names_.end() ? "" : found->second;
}

std::string ipv4_text(std::uint32_t address) {
  return fmt::format("{}.{}.{}.{}", address >> 24U, address >> 16U & 0xFFU, address >> 8U & 0xFFU,
                     address & 0xFFU);
}

}  // namespace redcode::evidence
