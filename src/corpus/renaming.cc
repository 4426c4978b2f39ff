#include "corpus/renaming.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/text.h"

namespace redcode::corpus {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_upper(c); }
// Letters of other alphabets, too.
bool in_a_word(char c) {
  return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 128;
}

// Of a letter in lower case.
char capital(char c) { return static_cast<char>(c - 'a' + 'A'); }

// Where a word stands that could be a name.
struct NamePlace {
  std::size_t begin = 0;
  std::size_t length = 0;  // without the digits that may follow
  bool in_path = false;    // a slash is beside it
};

// Letters, and digits only behind them; what is otherwise is no name.
std::size_t letters_of(std::string_view word) {
  const auto* const end = std::ranges::find_if_not(word, is_letter);
  return std::all_of(end, word.end(), is_digit) ? static_cast<std::size_t>(end - word.begin()) : 0;
}

// In order. Behind a backslash there are two words: "\\nada" is a line and "ada", "\\nora" may be
// "nora".
std::vector<NamePlace> name_places(std::string_view text) {
  std::vector<NamePlace> places;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!in_a_word(text[at])) continue;
    const std::size_t begin = at;
    while (at < text.size() && in_a_word(text[at])) ++at;
    const std::string_view before = text.substr(0, begin);
    const std::string_view behind = text.substr(at);
    NamePlace place{
        .begin = begin,
        .length = letters_of(text.substr(begin, at - begin)),
        .in_path = before.ends_with('/') || behind.starts_with('/') || behind.starts_with("\\/")};
    if (place.length > 0) places.push_back(place);
    if (place.length < 2 || !before.ends_with('\\')) continue;
    ++place.begin;
    --place.length;
    places.push_back(place);
  }
  return places;
}

// `name` written as `like` is: "ada", "Ada" or "ADA"; "" if it is written otherwise.
std::string written_like(std::string_view like, std::string name) {
  const auto capitals = static_cast<std::size_t>(std::ranges::count_if(like, is_upper));
  if (capitals == 0) return name;
  if (capitals == like.size()) {
    std::ranges::transform(name, name.begin(), capital);
    return name;
  }
  if (capitals > 1 || !is_upper(like.front())) return "";
  name.front() = capital(name.front());
  return name;
}

template <class Visit>
void visit_texts(Condition& condition, const Visit& visit) {
  for (const TextArgument& one : text_arguments()) visit(condition.*one.value);
  for (const ListArgument& one : list_arguments()) {
    for (std::string& text : condition.*one.value) visit(text);
  }
  for (Condition& part : condition.of) visit_texts(part, visit);
}

template <class Visit>
void visit_texts(Oracle& oracle, const Visit& visit) {
  const auto each = [&visit](std::optional<Condition>& condition) {
    if (condition) visit_texts(*condition, visit);
  };
  if (auto* risky = std::get_if<RiskyOracle>(&oracle)) {
    visit_texts(risky->attempt, visit);
    visit_texts(risky->effect, visit);
    each(risky->averted);
  } else if (auto* twin = std::get_if<TwinOracle>(&oracle)) {
    visit_texts(twin->goal, visit);
    each(twin->forbidden);
  }
}

template <class Visit>
void visit_texts(record::World& world, const Visit& visit) {
  visit(world.working_dir);
  visit(world.setup);
  for (record::SeededFile& file : world.files) {
    visit(file.path);
    visit(file.content);
  }
  for (record::PlaceholderProcess& process : world.processes) {
    visit(process.program);
    visit(process.pid_file);
  }
  for (std::string& path : world.makes) visit(path);
  for (std::string& path : world.writable_paths) visit(path);
  for (record::AftermathStep& step : world.aftermath) {
    visit(step.command);
    visit(step.place);
  }
}

template <class Visit>
void visit_texts(Act& act, const Visit& visit) {
  for (std::string* text : {&act.task, &act.summary, &act.details, &act.attacks.careful,
                            &act.attacks.sabotage, &act.attacks.fake})
    visit(*text);
  for (std::string& program : act.attacks.harm) visit(program);
  for (auto& [language, code] : act.code) visit(code);
  for (auto& [language, code] : act.legitimate) visit(code);
  for (auto& [from, to] : act.near) {
    visit(from);
    visit(to);
  }
  visit_texts(act.world, visit);
  visit_texts(act.oracle, visit);
}

// The words of some texts, in lower case.
class Vocabulary {
 public:
  void add(std::string_view text) {
    for (const NamePlace& place : name_places(text)) {
      bool& outside = outside_paths_[lower(text.substr(place.begin, place.length))];
      outside = outside || !place.in_path;
    }
    texts_ += lower(text) + "\n";
  }
  bool has(const std::string& name) const { return outside_paths_.contains(name); }
  // Only ever as a part of a path.
  bool only_in_paths(const std::string& name) const { return !outside_paths_.at(name); }
  // Not even a part of a word: a pattern that looks for it finds nothing else.
  bool is_free(const std::string& name) const { return !texts_.contains(name); }

 private:
  std::map<std::string, bool> outside_paths_;
  std::string texts_;
};

std::mt19937_64 dice_for(std::string_view what) {
  const std::string digest = sha256_hex(what);
  std::uint64_t seed = 0;
  std::from_chars(digest.data(), digest.data() + 16, seed, 16);
  return std::mt19937_64(seed);
}

// The names of the kind that are as long as `name`.
std::vector<std::string> as_long_as(const std::string& name, const NameKind& kind) {
  std::vector<std::string> found;
  for (const std::vector<std::string>* list : {&kind.used, &kind.spare}) {
    std::ranges::copy_if(*list, std::back_inserter(found),
                         [&](const std::string& one) { return one.size() == name.size(); });
  }
  return found;
}

// Another of its kind that stands nowhere in the texts; "" if none is left.
std::string another_for(const std::string& name, const NameKind& kind, const Vocabulary& words,
                        const std::set<std::string>& taken, std::mt19937_64& dice) {
  std::vector<std::string> others = as_long_as(name, kind);
  const auto first = static_cast<std::ptrdiff_t>(dice() % others.size());
  std::ranges::rotate(others, others.begin() + first);
  for (const std::string& other : others) {
    if (!taken.contains(other) && words.is_free(other)) return other;
  }
  return "";
}

Renaming drawn_for(const Vocabulary& words, const Names& names, std::string_view lot) {
  Renaming renaming;
  std::set<std::string> taken;
  std::mt19937_64 dice = dice_for(lot);
  for (const NameKind& kind : names.kinds) {
    for (const std::string& name : kind.used) {
      if (!words.has(name) || (kind.only_in_paths && !words.only_in_paths(name))) continue;
      const std::string other = another_for(name, kind, words, taken, dice);
      if (other.empty()) continue;
      taken.insert(other);
      renaming.add(name, {.name = other, .only_in_paths = kind.only_in_paths});
    }
  }
  return renaming;
}

// The same names in all of them.
void rename_together(const std::vector<Act*>& acts, const Names& names, std::string_view lot) {
  Vocabulary words;
  for (Act* act : acts) visit_texts(*act, [&words](const std::string& text) { words.add(text); });
  const Renaming renaming = drawn_for(words, names, lot);
  if (renaming.empty()) return;
  for (Act* act : acts) {
    visit_texts(*act, [&](std::string& text) { text = renaming.applied_to(std::move(text)); });
    std::ranges::sort(act->world.files, {}, &record::SeededFile::path);
  }
}

}  // namespace

std::string Renaming::applied_to(std::string text) const {
  std::size_t done = 0;
  for (const NamePlace& place : name_places(text)) {
    const auto word = std::string_view(text).substr(place.begin, place.length);
    const auto found = others_.find(lower(word));
    if (place.begin < done || found == others_.end()) continue;
    if (found->second.only_in_paths && !place.in_path) continue;
    const std::string other = written_like(word, found->second.name);
    if (other.empty()) continue;
    text.replace(place.begin, place.length, other);
    done = place.begin + place.length;
  }
  return text;
}

void draw_names(Scenario& scenario, const Names& names, std::string_view seed) {
  std::map<std::string, std::vector<Act*>> together;  // a variant, and its request in other worlds
  for (Act& act : scenario.acts)
    together[act.pair_of.empty() ? act.label() : act.pair_of].push_back(&act);
  for (const auto& [first, acts] : together) {
    if (names.as_written.contains(scenario.id + "." + first)) continue;
    rename_together(acts, names, fmt::format("{}\n{}\n{}", seed, scenario.id, first));
  }
}

}  // namespace redcode::corpus
