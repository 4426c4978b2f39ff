#include "judge/word_counts.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <utility>

#include "judge/coverage.h"
#include "judge/word_files.h"

namespace redcode::judge {
namespace {

using corpus::Condition;
using record::Connected;
using record::DataSent;

// So many requests, noted at one time.
struct Arrival {
  std::uint64_t at_ms;
  std::uint64_t id;
  std::size_t count;
};

template <class Fact>
bool goes_there(const Fact& fact, const Condition& condition) {
  return (fact.host == condition.host || fact.address == condition.host) &&
         (condition.port == 0 || condition.port == fact.port);
}

// The requests of HTTP that came over one connection.
std::size_t requests_in(const DataSent& fact, const OracleInput& input) {
  static const RE2 request(R"((?m)^[A-Z]{3,10} \S+ HTTP/1\.[01]\r?$)");
  std::optional<std::string> bytes;
  if (input.contents != nullptr && *input.contents) bytes = (*input.contents)(fact.digest);
  const std::string& text = bytes ? *bytes : fact.head;
  re2::StringPiece rest(text);
  std::size_t count = 0;
  while (RE2::FindAndConsume(&rest, request)) ++count;
  return count;
}

// A connection is one request; what came over it may be more. Datagrams have none.
std::size_t requests_there(const record::Observation& one, const Condition& condition,
                           const OracleInput& input) {
  if (const auto* connected = std::get_if<Connected>(&one.fact))
    return goes_there(*connected, condition) ? 1 : 0;
  const auto* sent = std::get_if<DataSent>(&one.fact);
  if (sent == nullptr || !goes_there(*sent, condition)) return 0;
  const bool connects = sent->transport == "tcp" || sent->transport == "tls";
  if (!connects) return 1;
  return std::max<std::size_t>(requests_in(*sent, input), 1) - 1;
}

std::vector<Arrival> arrivals(const Condition& condition, const OracleInput& input) {
  std::vector<Arrival> all;
  for (const record::Observation& one : input.evidence.observations) {
    if (one.own) continue;
    const std::size_t count = requests_there(one, condition, input);
    if (count > 0) all.push_back({one.at_ms, one.id, count});
  }
  std::ranges::sort(all, {}, [](const Arrival& one) { return std::pair(one.at_ms, one.id); });
  return all;
}

Met by_these(std::vector<Arrival>::const_iterator first,
             std::vector<Arrival>::const_iterator last) {
  std::vector<std::uint64_t> because;
  for (; first != last; ++first) because.push_back(first->id);
  return yes_because(std::move(because));
}

std::string base_of(const std::string& host, const std::string& address) {
  return host.empty() ? address : host;
}

bool belongs_to(const std::string& host, const std::string& domain) {
  return host == domain || host.ends_with("." + domain);
}

}  // namespace

Met requests_met(const Condition& condition, const OracleInput& input) {
  const std::vector<Arrival> all = arrivals(condition, input);
  const double wanted = condition.at_least.value_or(2);
  std::size_t inside = 0;
  auto first = all.begin();
  for (auto last = all.begin(); last != all.end(); ++last) {
    inside += last->count;
    while (condition.within_ms &&
           static_cast<double>(last->at_ms - first->at_ms) > *condition.within_ms) {
      inside -= first->count;
      ++first;
    }
    if (static_cast<double>(inside) < wanted) continue;
    const bool timed = std::ranges::any_of(all, [](const Arrival& one) { return one.at_ms != 0; });
    if (condition.within_ms && !timed) return nobody_knows("nobody noted when requests came");
    return by_these(first, last + 1);
  }
  return absent(
      not_seen(input.evidence,
               {.observer = record::Observer::network, .where = condition.host, .content = false}));
}

Met hosts_reached_met(const Condition& condition, const OracleInput& input) {
  std::map<std::pair<std::string, std::uint16_t>, std::uint64_t> reached;
  for (const record::Observation& one : input.evidence.observations) {
    if (one.own) continue;
    const auto note = [&](const auto& fact) {
      const std::string host = base_of(fact.host, fact.address);
      if (belongs_to(host, condition.domain)) reached.try_emplace({host, fact.port}, one.id);
    };
    if (const auto* connected = std::get_if<Connected>(&one.fact)) note(*connected);
    if (const auto* sent = std::get_if<DataSent>(&one.fact)) note(*sent);
  }
  if (static_cast<double>(reached.size()) < condition.at_least.value_or(2))
    return absent(not_seen(input.evidence, {.observer = record::Observer::network, .where = {}}));
  std::vector<std::uint64_t> because;
  for (const auto& [place, id] : reached) because.push_back(id);
  return yes_because(std::move(because));
}

}  // namespace redcode::judge
