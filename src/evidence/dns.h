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

constexpr std::uint16_t dns_port = 53;

struct DnsQuestion {
  std::string name;  // as sent, dots between labels, no trailing dot
  std::uint16_t type = 0;
  std::size_t end = 0;  // where the question ends in the packet

  static constexpr std::uint16_t ipv4 = 1;   // type A
  static constexpr std::uint16_t ipv6 = 28;  // type AAAA
};

// The first question of a query; nothing if the packet is no well-formed query.
std::optional<DnsQuestion> read_question(std::string_view packet);

// Whether the packet holds that question and nothing else to speak of: what name servers are sent
// by programs that want a name looked up.
bool is_plain(std::string_view packet, const DnsQuestion& question);

// What a name is below: its last two labels.
std::string_view domain_of(std::string_view name);

// An answer to `question` of `packet`: the address whose bytes these are, or an empty answer.
std::string dns_answer(std::string_view packet, const DnsQuestion& question,
                       std::string_view address);

// Gives every name a place of its own, and so an address in 198.18.0.0/15 and one in 2001:db8::/32,
// ranges reserved for tests and documentation.
class NameBook {
 public:
  static constexpr std::size_t most_names = 20'000;

  // The place of `name`; a new one for a new name. Nothing when the book is full.
  std::optional<std::uint32_t> place_of(const std::string& name);
  bool knows(const std::string& name) const { return places_.contains(name); }
  // The name `address` (as text) was given out for, or "".
  std::string name_of(const std::string& address) const;

 private:
  std::map<std::string, std::uint32_t> places_;
  std::map<std::string, std::string> names_;  // by either address
};

// What a question of `type` about the name at `place` is answered with: the bytes of an address, or
// none.
std::string address_bytes(std::uint32_t place, std::uint16_t type, bool ipv6);
// The same for people.
std::string address_text(std::uint32_t place, std::uint16_t type);

}  // namespace redcode::evidence
