// How a query is written in an address.
#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "view/query.h"

namespace redcode::view {
namespace {

constexpr std::size_t most_words = 8;
constexpr std::array<std::string_view, 5> order_names{"plan", "duration", "cost", "case",
                                                      "outcome"};
constexpr std::array<std::string_view, 7> stop_names{
    "finished", "out-of-turns", "out-of-time", "unparseable", "failed", "budget", missing_stop};

std::unexpected<Error> unknown(std::string_view key, std::string_view value, std::string hint) {
  return std::unexpected(
      Error{.code = fmt::format("query-{}", key),
            .message = fmt::format("'{}' is not known as {}", one_line(value, 60), key),
            .hint = std::move(hint)});
}

Result<std::size_t> number(std::string_view key, std::string_view text, std::size_t most) {
  const auto value = parse_number<std::size_t>(text);
  if (!value || *value > most) return unknown(key, text, fmt::format("a number up to {}", most));
  return *value;
}

template <class Names>
Result<bool> add_some_of(std::string_view key, std::string_view text, const Names& names,
                         std::set<std::string>& chosen) {
  for (std::string& word : split(text, ',')) {
    if (std::ranges::find(names, word) == names.end())
      return unknown(key, word, fmt::format("one or more of {}", fmt::join(names, ", ")));
    chosen.insert(std::move(word));
  }
  return true;
}

Result<bool> add_outcomes(std::string_view text, std::set<record::Outcome>& chosen) {
  for (const std::string& word : split(text, ',')) {
    const std::optional<record::Outcome> outcome = record::outcome_named(word);
    if (!outcome) return unknown("outcome", word, "an outcome as a report names it");
    chosen.insert(*outcome);
  }
  return true;
}

Result<bool> add_where(Query& query, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<report::Trait> trait = report::trait_named(text.substr(0, colon));
  if (!trait || colon == std::string_view::npos)
    return unknown("where", text, "TRAIT:VALUE, as in domain:file-system");
  query.where[*trait].insert(std::string(text.substr(colon + 1)));
  return true;
}

template <class Value>
Result<bool> put(Result<Value> read, Value& into) {
  if (!read) return std::unexpected(read.error());
  into = *std::move(read);
  return true;
}

Result<bool> put_order(Query& query, std::string_view text) {
  const auto* const found = std::ranges::find(order_names, text);
  if (found == order_names.end())
    return unknown("sort", text, fmt::format("one of {}", fmt::join(order_names, ", ")));
  query.order = static_cast<Order>(found - order_names.begin());
  return true;
}

Result<bool> put_words(Query& query, std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  for (std::size_t at = text.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blank, at), text.size());
    query.words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(blank, end);
  }
  if (query.words.size() > most_words)
    return unknown("q", text, fmt::format("{} words at most", most_words));
  return true;
}

// What one `key=value` adds. An empty value asks for nothing.
Result<bool> take(Query& query, std::string_view key, std::string_view value) {
  constexpr std::size_t most_trials = 1'000'000'000;
  if (value.empty()) return true;
  if (key == "q") return put_words(query, value);
  if (key == "where") return add_where(query, value);
  if (key == "outcome") return add_outcomes(value, query.outcomes);
  if (key == "stop") return add_some_of(key, value, stop_names, query.stops);
  if (key == "kind") return add_some_of(key, value, kind_names, query.kinds);
  if (key == "sort") return put_order(query, value);
  if (key == "offset") return put(number(key, value, most_trials), query.offset);
  if (key == "limit") return put(number(key, value, largest_page), query.limit);
  if (key == "changed") query.judged_again = value == "1";
  if (key == "desc") query.descending = value == "1";
  return true;
}

}  // namespace

Result<Query> query_of(const http::Target& target) {
  Query query;
  for (const auto& [key, value] : target.query) {
    if (const Result<bool> taken = take(query, key, value); !taken)
      return std::unexpected(taken.error());
  }
  return query;
}

}  // namespace redcode::view
