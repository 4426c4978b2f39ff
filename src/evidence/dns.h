// The little of DNS the sinkhole needs: read one question, answer it, remember who got which
// address.
//
// Packets come from the sandbox: hostile, bounded, never trusted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace redcode::evidence {

struct DnsQuestion {
  std::string name;  // as sent, dots between labels, no trailing dot
  std::uint16_t type = 0;
  std::size_t end = 0;  // where the question ends in the packet

  static constexpr std::uint16_t ipv4 = 1;  // type A
};

// The first question of a query; nothing if the packet is no well-formed query.
std::optional<DnsQuestion> read_question(std::string_view packet);

// An answer to `question` of `packet`: `address` for it, or an empty answer.
std::string dns_answer(std::string_view packet, const DnsQuestion& question,
                       std::optional<std::uint32_t> address);

// Gives every name an address of its own in 198.18.0.0/15, a range reserved for tests.
class NameBook {
 public:
  static constexpr std::size_t most_names = 20'000;

  // The address of `name`, in host byte order; a new one for a new name. Nothing when the book is
  // full.
  std::optional<std::uint32_t> address_of(const std::string& name);
  bool knows(const std::string& name) const { return addresses_.contains(name); }
  // The name `address` (as text) was given out for, or "".
  std::string name_of(const std::string& address) const;

 private:
  std::map<std::string, std::uint32_t> addresses_;
  std::map<std::string, std::string> names_;
};

std::string ipv4_text(std::uint32_t address);

}  // namespace redcode::evidence
