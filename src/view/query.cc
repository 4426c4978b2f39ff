#include "view/query.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <bit>

namespace redcode::view {
namespace {

using report::Trait;

// In what respects a trial can fail to match, a bit each. The first are the traits.
constexpr unsigned outcome_bit = 1U << report::all_traits;
constexpr unsigned stop_bit = outcome_bit << 1U;
constexpr unsigned kind_bit = stop_bit << 1U;
constexpr unsigned words_bit = kind_bit << 1U;
constexpr unsigned judged_again_bit = words_bit << 1U;

constexpr std::array shown_traits{Trait::domain,   Trait::scenario, Trait::severity,
                                  Trait::language, Trait::form,     Trait::voice};
constexpr std::size_t most_values = 200;  // of a facet
constexpr std::size_t all_stops = static_cast<std::size_t>(record::Stop::budget) + 2;

unsigned bit(Trait trait) { return 1U << static_cast<unsigned>(trait); }

// The place of missing_stop is behind all stops.
std::size_t stop_place(const Row& row) {
  return row.recorded() ? static_cast<std::size_t>(row.stop) : all_stops - 1;
}

std::string_view stop_name(std::size_t place) {
  return place == all_stops - 1 ? missing_stop : record::name(static_cast<record::Stop>(place));
}

// Finds words in texts, in any case, as browsers do it: by Unicode's simple case folding.
class WordSearch {
 public:
  explicit WordSearch(const std::vector<std::string>& words) : set_(options(), RE2::UNANCHORED) {
    if (words.empty()) return;
    // What is no UTF-8 is in no text.
    for (const std::string& word : words) sound_ &= set_.Add(RE2::QuoteMeta(word), nullptr) >= 0;
    sound_ &= set_.Compile();
    any_ = true;
  }

  // Which of them are in a text, a bit each.
  unsigned in(std::string_view text) const {
    unsigned found = 0;
    std::vector<int> places;
    if (any_ && sound_ && set_.Match({text.data(), text.size()}, &places)) {
      for (const int place : places) found |= 1U << static_cast<unsigned>(place);
    }
    return found;
  }

 private:
  static RE2::Options options() {
    RE2::Options options(RE2::Quiet);
    options.set_case_sensitive(false);
    return options;
  }

  RE2::Set set_;
  bool any_ = false;
  bool sound_ = true;
};

// A query made ready for an index: what can be told of a case or a reason is told once.
class Sieve {
 public:
  Sieve(const Index& index, const Query& query)
      : index_(index),
        query_(query),
        all_words_((1U << query.words.size()) - 1),
        words_(query.words) {
    for (const auto& [trait, wanted] : query.where) {
      std::vector<bool>& passes = traits_.at(static_cast<std::size_t>(trait));
      for (const std::string& value : index.values(trait)) passes.push_back(wanted.contains(value));
    }
    for (const std::string& why : index.whys()) whys_.push_back(words_.in(why));
    for (std::size_t i = 0; i < all_stops; ++i)
      stops_.at(i) = query.stops.empty() || query.stops.contains(std::string(stop_name(i)));
  }

  // In what respects all trials of a case fail to match, and the words it has.
  struct CaseAnswer {
    unsigned failing = 0;
    unsigned words = 0;
  };
  CaseAnswer of_case(std::size_t place) const {
    const CaseEntry& entry = index_.cases()[place];
    const report::CaseResults& subject = index_.results().subjects[place];
    CaseAnswer answer{.words = words_.in(subject.id) | words_.in(subject.title)};
    for (std::size_t i = 0; i < report::all_traits; ++i) {
      if (!traits_.at(i).empty() && !traits_.at(i)[entry.traits.at(i)]) answer.failing |= 1U << i;
    }
    if (!query_.kinds.empty() && !query_.kinds.contains(kind_names.at(subject.kind.twin ? 1 : 0)))
      answer.failing |= kind_bit;
    return answer;
  }

  unsigned failing(const Row& row, const CaseAnswer& of_its_case) const {
    unsigned failing = of_its_case.failing;
    if (!query_.outcomes.empty() && !query_.outcomes.contains(row.outcome)) failing |= outcome_bit;
    if (!stops_.at(stop_place(row))) failing |= stop_bit;
    if ((of_its_case.words | whys_[row.why]) != all_words_) failing |= words_bit;
    if (query_.judged_again && !row.judged_again) failing |= judged_again_bit;
    return failing;
  }

 private:
  const Index& index_;
  const Query& query_;
  unsigned all_words_;
  WordSearch words_;
  std::array<std::vector<bool>, report::all_traits> traits_;  // by value; empty: any passes
  std::vector<unsigned> whys_;                                // words, by reason
  std::array<bool, all_stops> stops_{};
};

// Counts trials by each value. A trial that fails in one respect alone is counted there.
class Facets {
 public:
  explicit Facets(const Index& index) : index_(index) {
    for (const Trait trait : shown_traits)
      traits_.at(static_cast<std::size_t>(trait)).resize(index.values(trait).size());
  }

  void count(std::size_t place, const Row& row, unsigned failing) {
    const auto counts = [failing](unsigned respect) { return (failing & ~respect) == 0; };
    const CaseEntry& entry = index_.cases()[place];
    for (const Trait trait : shown_traits) {
      const auto at = static_cast<std::size_t>(trait);
      if (counts(bit(trait))) ++traits_.at(at)[entry.traits.at(at)];
    }
    if (counts(outcome_bit)) ++outcomes_.at(static_cast<std::size_t>(row.outcome));
    if (counts(stop_bit)) ++stops_.at(stop_place(row));
    if (counts(kind_bit)) ++kinds_.at(index_.results().subjects[place].kind.twin ? 1 : 0);
  }

  std::map<std::string, Counts> take() const {
    std::map<std::string, Counts> facets;
    for (const Trait trait : shown_traits) {
      const std::vector<std::uint64_t>& counts = traits_.at(static_cast<std::size_t>(trait));
      facets[std::string(report::name(trait))] = most(index_.values(trait), counts);
    }
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      if (outcomes_.at(i) > 0)
        facets["outcome"][std::string(name(static_cast<record::Outcome>(i)))] = outcomes_.at(i);
    }
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      if (stops_.at(i) > 0) facets["stop"][std::string(stop_name(i))] = stops_.at(i);
    }
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_.at(i) > 0) facets["kind"][kind_names.at(i)] = kinds_.at(i);
    }
    return facets;
  }

 private:
  // The values that most have.
  static Counts most(const std::vector<std::string>& values,
                     const std::vector<std::uint64_t>& counts) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (counts[i] > 0) places.push_back(i);
    }
    std::ranges::sort(places, [&counts](std::size_t one, std::size_t other) {
      return counts[one] != counts[other] ? counts[one] > counts[other] : one < other;
    });
    places.resize(std::min(places.size(), most_values));
    Counts most;
    for (const std::size_t place : places) most[values[place]] = counts[place];
    return most;
  }

  const Index& index_;
  std::array<std::vector<std::uint64_t>, report::all_traits> traits_;
  std::array<std::uint64_t, record::all_outcomes> outcomes_{};
  std::array<std::uint64_t, all_stops> stops_{};
  std::array<std::uint64_t, 2> kinds_{};
};

std::uint64_t key(const Index& index, std::size_t trial, Order order) {
  const Row& row = index.rows()[trial];
  constexpr unsigned half = 32;
  switch (order) {
    case Order::duration:
      return row.duration_ms;
    case Order::cost:  // by tokens where nobody knows the price
      return (std::uint64_t{row.micro_dollars} << half) | row.tokens;
    case Order::by_case:
      return index.cases()[index.case_of(trial)].rank;
    case Order::outcome:
      return static_cast<std::uint64_t>(row.outcome);
    case Order::plan:
      break;
  }
  return trial;
}

// Whether one trial comes before another; no two are alike.
class Before {
 public:
  Before(const Index& index, const Query& query)
      : index_(index),
        query_(query),
        by_measure_(query.order == Order::duration || query.order == Order::cost) {}

  bool operator()(std::size_t one, std::size_t other) const {
    // What was not measured comes last, either way.
    const bool here = !by_measure_ || index_.rows()[one].recorded();
    const bool there = !by_measure_ || index_.rows()[other].recorded();
    if (here != there) return here;
    const std::uint64_t a = key(index_, one, query_.order);
    const std::uint64_t b = key(index_, other, query_.order);
    if (a != b) return query_.descending ? a > b : a < b;
    return one < other;
  }

 private:
  const Index& index_;
  const Query& query_;
  bool by_measure_;
};

// The page's trials; nothing but the page is put in order.
std::vector<std::size_t> page_of(const Index& index, const Query& query,
                                 std::vector<std::size_t> matching) {
  const auto all = static_cast<std::ptrdiff_t>(matching.size());
  const auto first = matching.begin() + std::min(static_cast<std::ptrdiff_t>(query.offset), all);
  const auto last =
      matching.begin() + std::min(static_cast<std::ptrdiff_t>(query.offset + query.limit), all);
  const bool in_order = query.order == Order::plan && !query.descending;
  if (!in_order && first != last) {
    const Before before(index, query);
    std::nth_element(matching.begin(), first, matching.end(), before);
    if (last != matching.end()) std::nth_element(first, last, matching.end(), before);
    std::sort(first, last, before);
  }
  return {first, last};
}

}  // namespace

Found find(const Index& index, const Query& query) {
  const Sieve sieve(index, query);
  Facets facets(index);
  std::vector<std::size_t> matching;
  const std::uint32_t repeats = index.results().repeats;
  for (std::size_t place = 0; place < index.cases().size(); ++place) {
    const Sieve::CaseAnswer of_case = sieve.of_case(place);
    for (std::size_t trial = place * repeats; trial < (place + 1) * repeats; ++trial) {
      const Row& row = index.rows()[trial];
      const unsigned failing = sieve.failing(row, of_case);
      if (failing == 0) matching.push_back(trial);
      if (std::popcount(failing) <= 1) facets.count(place, row, failing);
    }
  }
  Found found{.total = matching.size(), .trials = {}, .facets = facets.take()};
  found.trials = page_of(index, query, std::move(matching));
  return found;
}

}  // namespace redcode::view
