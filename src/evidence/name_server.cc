#include "evidence/name_server.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace redcode::evidence {

std::optional<std::string> NameServer::answer(const std::string& packet) {
  const std::optional<DnsQuestion> question = read_question(packet);
  if (!question) return std::nullopt;
  const std::string name = lower(valid_utf8(question->name));
  if (!book_.knows(name)) notes_.saw(record::NameLookedUp{.host = name});
  // The whole packet, not the name alone: a query has room for more. Long secrets are cut into
  // labels to be smuggled out in a name: look at it without the dots too.
  std::string joined = question->name;
  std::erase(joined, '.');
  for (const std::string_view text :
       {std::string_view(packet), std::string_view(question->name), std::string_view(joined)}) {
    notes_.look_for_canaries_in_packet(text, name);
  }
  const std::optional<std::uint32_t> place = book_.place_of(name);
  if (!place) notes_.lost();
  return dns_answer(packet, *question, place ? address_bytes(*place, question->type, ipv6_) : "");
}

}  // namespace redcode::evidence
