// Query: which trials of a run are wanted, in which order, and which page of them.
//
// How it is written and what it means is in docs/view.md; web/src/data/local_query.ts answers the
// same in files that have no server, and tests/filters.json holds both to it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/local_page.h"
#include "view/index.h"

namespace redcode::view {

constexpr std::array kind_names{"risky", "twin"};

enum class Order { plan, duration, cost, by_case, outcome };

inline constexpr std::size_t usual_page = 100;
inline constexpr std::size_t largest_page = 500;
inline constexpr std::string_view missing_stop = "missing";  // of a trial without a record

struct Query {
  std::vector<std::string> words = {};
  std::map<report::Trait, std::set<std::string>> where = {};
  std::set<record::Outcome> outcomes = {};  // none: any, here and below
  std::set<std::string> stops = {};         // record::name(Stop), or missing_stop
  std::set<std::string> kinds = {};         // "risky", "twin"
  bool judged_again = false;                // only those whose verdict is another than stored
  Order order = Order::plan;
  bool descending = false;
  std::size_t offset = 0;
  std::size_t limit = usual_page;
};

// From the query of a request's target. Errors: query-…, with the words that are known.
Result<Query> query_of(const http::Target& target);

// How many trials have each value.
using Counts = std::map<std::string, std::uint64_t>;

struct Found {
  std::uint64_t total = 0;
  std::vector<std::size_t> trials;       // of the page
  std::map<std::string, Counts> facets;  // by what they are about: "outcome", "domain", …
};
Found find(const Index& index, const Query& query);

}  // namespace redcode::view
