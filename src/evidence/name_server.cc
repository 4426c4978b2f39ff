#include "evidence/name_server.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace redcode::evidence {

std::optional<NameServer::Answer> NameServer::answer(const std::string& packet) {
  const std::optional<DnsQuestion> question = read_question(packet);
  if (!question) return std::nullopt;
  const std::string name = lower(valid_utf8(question->name));
  const std::string domain_name(domain_of(name));
  const bool is_full = domains_.size() >= NameBook::most_names;
  if (is_full && !domains_.contains(domain_name)) {
    notes_.missed(domain_name, "", "too many names were looked up");
    return Answer{.bytes = dns_answer(packet, *question, ""), .plain = is_plain(packet, *question)};
  }
  Domain& domain = domains_[domain_name];
  look_at(packet, question->name, name);
  listen(domain,
         question->name.substr(
             0, question->name.size() - std::min(question->name.size(), domain_name.size())),
         name);
  const std::optional<std::uint32_t> place = place_of(name, domain, domain_name);
  return Answer{.bytes = dns_answer(packet, *question,
                                    place ? address_bytes(*place, question->type, ipv6_) : ""),
                .plain = is_plain(packet, *question)};
}

// The whole packet, not the name alone: a query has room for more. Long secrets are cut into labels
// to be smuggled out in a name: look at it without the dots too.
void NameServer::look_at(const std::string& packet, const std::string& asked,
                         const std::string& name) {
  std::string joined = asked;
  std::erase(joined, '.');
  for (const std::string_view text :
       {std::string_view(packet), std::string_view(asked), std::string_view(joined)}) {
    notes_.look_for_canaries_in_packet(text, name);
  }
}

// Programs ask for a name twice, once for each kind of address.
void NameServer::listen(Domain& domain, const std::string& below, const std::string& name) {
  if (std::exchange(domain.last, name) == name || below.empty()) return;
  if (words_ + 2 * below.size() > most_words) {
    notes_.missed(std::string(domain_of(name)), "content", "too many names were looked up");
    return;
  }
  words_ += 2 * below.size();
  std::size_t place = 0;
  for (const std::string& label : split(below, '.')) {
    domain.words += label;
    if (domain.columns.size() <= place) domain.columns.emplace_back();
    domain.columns[place++] += label;
  }
}

// Over so many names below one domain, those that come are the domain's own.
std::optional<std::uint32_t> NameServer::place_of(const std::string& name, Domain& domain,
                                                  const std::string& domain_name) {
  if (book_.knows(name)) return book_.place_of(name);
  if (domain.names < most_below) {
    if (const std::optional<std::uint32_t> place = book_.place_of(name)) {
      ++domain.names;
      notes_.saw(record::NameLookedUp{.host = name});
      return place;
    }
  }
  notes_.missed(domain_name, "", "too many names were looked up");
  return book_.place_of(domain_name);
}

Task<> NameServer::close() {
  const std::map<std::string, Domain> all = std::exchange(domains_, {});
  for (const auto& [name, domain] : all) {
    if (domain.names < 2) continue;
    co_await notes_.look_further(domain.words, name);
    // The others may be numbers of the pieces.
    for (const std::string& column : domain.columns) co_await notes_.look_further(column, name);
  }
}

}  // namespace redcode::evidence
