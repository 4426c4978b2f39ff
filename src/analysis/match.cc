#include "analysis/match.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace redcode::analysis {
namespace {

// Where a fact is.
struct Place {
  std::size_t file = 0;
  FunctionId function = 0;
  std::uint32_t line = 0;
  Kind kind = Kind::call;
  std::string_view text = {};
  const std::vector<Span>* chosen = nullptr;  // names in the text
};

using PlaceId = std::uint32_t;  // among all places of the program, in order

// One bit for each language, and one for files of none that is known.
using Languages = std::uint32_t;
constexpr Languages every_language = (1U << (all_languages + 1)) - 1;

Languages bit_of(const std::optional<Language>& language) {
  return 1U << (language ? static_cast<std::size_t>(*language) : all_languages);
}

Languages languages_of(const Rule& rule) {
  if (rule.languages.empty()) return every_language;
  Languages all = 0;
  for (const Language language : rule.languages) all |= bit_of(language);
  return all;
}

// A part of the program in which a rule's signs must be seen together.
struct Scope {
  Within within = Within::file;
  std::size_t file = 0;
  FunctionId function = 0;
};

// Where a sign is seen: the first place in each file and function.
struct Sightings {
  std::map<std::size_t, PlaceId> by_file = {};
  std::map<std::size_t, PlaceId> bytes_by_file = {};         // byte patterns alone
  std::unordered_map<FunctionId, PlaceId> by_function = {};  // all others
  std::set<std::size_t> reachable_files = {};                // those where one can be reached
};

template <typename Map>
std::optional<PlaceId> value_of(const Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found != map.end() ? std::optional(found->second) : std::nullopt;
}

// ReadingCost is counted in bytes searched; all else in what takes about as long. Counted, not
// measured: the same program always gets the same verdict.
constexpr std::size_t most_work = 100'000'000;
constexpr std::size_t work_of_a_try = 100;
constexpr std::size_t work_of_a_place = 50;
constexpr std::size_t most_looks = 1'500'000;  // at a pattern by its words, at a place

// Finds first, in one pass, which patterns each fact may match. A pattern is tried only when a rule
// comes to it whose other signs may all be there: most never are.
class Matching {
 public:
  Matching(const std::vector<Rule>& rules, const PatternSets& patterns, const Program& program)
      : rules_(rules), patterns_(patterns), program_(program), by_pattern_(patterns.size()) {
    for (const Rule& rule : rules)
      for (const auto* signs : {&rule.all, &rule.unless})
        for (const Sign& sign : *signs) ask_for(sign, languages_of(rule));
    for (std::size_t file = 0; file < program.files.size(); ++file) look_at(file);
  }

  std::vector<Match> run() {
    for (std::size_t rule = 0; rule < rules_.size() && !is_exhausted(); ++rule) decide(rule);
    return std::move(found_);
  }
  bool is_complete() const { return !is_exhausted() && looks_ < most_looks; }

 private:
  enum class Use { wanted, excuse };
  struct Seen {
    std::vector<PlaceId> places = {};  // in order; before it is tried, where it may match
    Languages asked = 0;               // of the rules that ask for it
    bool tried = false;
  };

  bool is_exhausted() const { return work_ > most_work; }

  void ask_for(const Sign& sign, Languages languages) {
    for (const auto* patterns : {&sign.any, &sign.also, &sign.but_not})
      for (const PatternId pattern : *patterns) by_pattern_[pattern].asked |= languages;
  }

  void look_at(std::size_t file) {
    const Languages language = bit_of(program_.languages[file]);
    PatternSets::Scratch scratch;
    for (const Fact& fact : program_.files[file].facts) {
      if (looks_ >= most_looks) return;
      const auto here = static_cast<PlaceId>(places_.size());
      places_.push_back({.file = file,
                         .function = program_.graph.id(file, fact.function),
                         .line = fact.line,
                         .kind = fact.kind,
                         .text = fact.text,
                         .chosen = &fact.chosen});
      of_kind_.at(static_cast<std::size_t>(fact.kind)).push_back(here);
      patterns_.possible(fact, scratch);
      looks_ += scratch.touched.size() + scratch.found.size();
      for (const PatternId pattern : scratch.found) {
        Seen& seen = by_pattern_[pattern];
        if ((seen.asked & language) == 0) continue;
        seen.places.push_back(here);
      }
    }
  }

  // Where a pattern may match, by its words.
  const std::vector<PlaceId>& possible(PatternId pattern) const {
    const Seen& seen = by_pattern_[pattern];
    return seen.tried || patterns_.has_words(pattern)
               ? seen.places
               : of_kind_.at(static_cast<std::size_t>(patterns_.kind(pattern)));
  }

  bool matches(PatternId pattern, PlaceId place) {
    const std::string_view text = places_[place].text;
    work_ += text.size() + work_of_a_try;
    return patterns_.matches(pattern, text);
  }

  // Whether a pattern that excuses something still matches when chosen names are hidden: what a
  // variable is called excuses nothing. Only for places where it matches as written.
  bool matches_without_names(PatternId pattern, PlaceId id) {
    const Place& place = places_[id];
    if (place.chosen->empty()) return true;
    work_ += place.text.size() + work_of_a_try;
    return patterns_.matches(pattern, masked(place.text, *place.chosen));
  }

  // Where a pattern does match.
  const std::vector<PlaceId>& seen(PatternId pattern) {
    Seen& seen = by_pattern_[pattern];
    if (seen.tried) return seen.places;
    std::vector<PlaceId> places;
    for (const PlaceId place : possible(pattern)) {
      if (is_exhausted()) break;
      if (matches(pattern, place)) places.push_back(place);
    }
    seen.places = std::move(places);
    seen.tried = true;
    return seen.places;
  }

  std::size_t most_places(const Sign& sign) const {
    std::size_t most = 0;
    for (const PatternId pattern : sign.any) most += possible(pattern).size();
    return most;
  }

  // Whether the fact shows as well where the value comes from, or what else is asked for.
  bool shows_also(PlaceId place, const Sign& sign) {
    return sign.also.empty() || std::ranges::any_of(sign.also, [&](PatternId pattern) {
             return std::ranges::binary_search(possible(pattern), place) &&
                    (by_pattern_[pattern].tried || matches(pattern, place));
           });
  }

  // Tried on this place alone: it is one of few.
  bool is_excluded(PlaceId place, const Sign& sign) {
    return std::ranges::any_of(sign.but_not, [&](PatternId pattern) {
      return std::ranges::binary_search(possible(pattern), place) &&
             (by_pattern_[pattern].tried || matches(pattern, place)) &&
             matches_without_names(pattern, place);
    });
  }

  Sightings sightings_of(const Sign& sign, Languages languages, Use use) {
    std::vector<PlaceId> candidates;
    for (const PatternId pattern : sign.any) {
      const std::vector<PlaceId>& more = seen(pattern);
      work_ += more.size() * work_of_a_place;
      std::ranges::copy_if(more, std::back_inserter(candidates), [&](PlaceId place) {
        return use == Use::wanted || matches_without_names(pattern, place);
      });
    }
    std::ranges::sort(candidates);
    const auto twice = std::ranges::unique(candidates);
    candidates.erase(twice.begin(), twice.end());
    Sightings sightings;
    for (const PlaceId candidate : candidates) {
      if (is_exhausted()) break;
      const bool spoken = (languages & bit_of(program_.languages[places_[candidate].file])) != 0;
      if (spoken && shows_also(candidate, sign) && !is_excluded(candidate, sign))
        add(candidate, sightings);
    }
    return sightings;
  }

  // In order, so that the first one stays.
  void add(PlaceId id, Sightings& sightings) const {
    const Place& place = places_[id];
    sightings.by_file.try_emplace(place.file, id);
    if (place.kind == Kind::yara) {
      sightings.bytes_by_file.try_emplace(place.file, id);
    } else {
      sightings.by_function.try_emplace(place.function, id);
    }
    if (program_.graph.reachable(place.function)) sightings.reachable_files.insert(place.file);
  }

  // Each sign that a rule wants, the rarest looked for first; nothing if one is not there.
  std::vector<Sightings> all_wanted(const Rule& rule) {
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t sign = 0; sign < rule.all.size(); ++sign) {
      order.emplace_back(most_places(rule.all[sign]), sign);
      if (order.back().first == 0) return {};
    }
    std::ranges::sort(order);
    std::vector<Sightings> wanted(rule.all.size());
    for (const auto& [most, sign] : order) {
      wanted[sign] = sightings_of(rule.all[sign], languages_of(rule), Use::wanted);
      if (wanted[sign].by_file.empty()) return {};
    }
    return wanted;
  }

  // A program of several files: what one of them uses of another counts as its own.
  std::optional<PlaceId> first_in_files(const Sightings& sightings, std::size_t file) const {
    for (const std::size_t one : program_.graph.files_with(file))
      if (program_.languages[one] == program_.languages[file])
        if (const auto place = value_of(sightings.by_file, one)) return place;
    return std::nullopt;
  }

  // The first place inside the scope; byte patterns belong to every scope of their file.
  std::optional<PlaceId> first_inside(const Sightings& sightings, const Scope& scope) {
    if (scope.within == Within::file) return first_in_files(sightings, scope.file);
    std::optional<PlaceId> first = value_of(sightings.bytes_by_file, scope.file);
    if (sightings.by_function.empty()) return first;
    const auto& members = program_.graph.scope(scope.function);
    work_ += members.size() * work_of_a_place;
    for (const FunctionId member : members) {
      const auto here = value_of(sightings.by_function, member);
      if (here && (!first || *here < *first)) first = here;
    }
    return first;
  }

  // Each scope in which the first sign is seen.
  std::vector<Scope> scopes_of(const Rule& rule, const Sightings& first) {
    std::vector<Scope> scopes;
    if (rule.within == Within::file) {
      for (std::size_t file = 0; file < program_.files.size(); ++file)
        if (first_in_files(first, file))
          scopes.push_back({.within = Within::file, .file = file, .function = 0});
      return scopes;
    }
    std::set<std::pair<std::size_t, FunctionId>> known;
    for (const auto& [file, place] : first.bytes_by_file)
      for (std::uint32_t one = 0; one < program_.files[file].functions.size(); ++one)
        known.emplace(file, program_.graph.id(file, one));
    for (const auto& [function, place] : first.by_function)
      for (const FunctionId around : program_.graph.scopes_with(function))
        known.emplace(places_[place].file, around);
    work_ += known.size() * work_of_a_place;
    for (const auto& [file, function] : known)
      scopes.push_back({.within = Within::function, .file = file, .function = function});
    return scopes;
  }

  void decide(std::size_t number) {
    const Rule& rule = rules_[number];
    const std::vector<Sightings> wanted = all_wanted(rule);
    if (wanted.empty()) return;
    std::vector<Sightings> forbidden;
    for (const Sign& sign : rule.unless)
      forbidden.push_back(sightings_of(sign, languages_of(rule), Use::excuse));

    std::map<std::size_t, Match> by_file;
    for (const Scope& scope : scopes_of(rule, wanted.front())) {
      if (is_exhausted()) return;  // what was not seen may have mattered
      const auto inside = [&](const Sightings& sightings) {
        return first_inside(sightings, scope).has_value();
      };
      if (!std::ranges::all_of(wanted, inside) || std::ranges::any_of(forbidden, inside)) continue;
      keep({.rule = number,
            .file = scope.file,
            .line = places_[first_inside(wanted.front(), scope).value_or(0)].line,
            .reachable = is_reachable(wanted, scope)},
           by_file);
    }
    if (is_exhausted()) return;
    for (const auto& [file, match] : by_file) found_.push_back(match);
  }

  bool is_reachable(const std::vector<Sightings>& wanted, const Scope& scope) const {
    if (scope.within == Within::function) return program_.graph.reachable(scope.function);
    return std::ranges::all_of(wanted, [&](const Sightings& sightings) {
      return std::ranges::any_of(program_.graph.files_with(scope.file), [&](std::size_t file) {
        return sightings.reachable_files.contains(file);
      });
    });
  }

  static void keep(const Match& match, std::map<std::size_t, Match>& by_file) {
    const auto [kept, is_new] = by_file.try_emplace(match.file, match);
    const auto rank = [](const Match& one) { return std::pair(!one.reachable, one.line); };
    if (!is_new && rank(match) < rank(kept->second)) kept->second = match;
  }

  const std::vector<Rule>& rules_;
  const PatternSets& patterns_;
  const Program& program_;
  std::vector<Seen> by_pattern_;
  std::vector<Place> places_;
  std::array<std::vector<PlaceId>, all_kinds> of_kind_;
  std::vector<Match> found_;
  std::size_t work_ = 0;
  std::size_t looks_ = 0;
};

}  // namespace

std::vector<Match> match(const std::vector<Rule>& rules, const PatternSets& patterns,
                         const Program& program, bool* complete) {
  Matching matching(rules, patterns, program);
  std::vector<Match> found = matching.run();
  if (complete != nullptr) *complete = matching.is_complete();
  return found;
}

}  // namespace redcode::analysis
