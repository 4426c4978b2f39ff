#include "analysis/linking.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/nodes.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr int rounds = 2;  // a helper's helper
constexpr std::size_t most_linked_bytes = std::size_t{1} << 20U;
constexpr int most_steps_outward = 8;

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_' || letter == '$' || letter == '!' ||
         letter == '?';
}

bool is_linked(Kind kind) {
  return kind != Kind::string && kind != Kind::import && kind != Kind::yara;
}

// Where the bracket that opens at `open` closes, outside of texts; `text.size()` if it does not.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  char quote = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote != 0) {
      if (letter == '\\') ++at;
      if (letter == quote) quote = 0;
    } else if (letter == '"' || letter == '`') {
      quote = letter;
    } else if (letter == '(') {
      ++depth;
    } else if (letter == ')' && --depth == 0) {
      return at;
    }
  }
  return text.size();
}

// A part of a fact with its chosen names marked.
std::string marked_part(const Fact& fact, std::size_t begin, std::size_t end) {
  const std::string_view text = fact.text;
  std::string part;
  std::size_t done = begin;
  for (const Span& name : fact.chosen) {
    const std::size_t from = std::clamp<std::size_t>(name.begin, done, end);
    const std::size_t to = std::clamp<std::size_t>(name.end, from, end);
    if (from == to) continue;
    part += text.substr(done, from - done);
    part += marked(text.substr(from, to - from));
    done = to;
  }
  return part += text.substr(done, end - done);
}

// A call of an own function inside a fact.
struct OwnCall {
  std::size_t name = 0;  // where its name begins
  std::size_t open = 0;  // its bracket
  const Function* function = nullptr;
};

class Linking {
 public:
  explicit Linking(std::vector<Outline>& files) : files_(files) {
    for (Outline& file : files_) {
      for (Function& function : file.functions) {
        if (function.name.empty()) continue;
        by_name_.emplace(function.name, &function);
        if (is_constructor(function)) by_owner_.emplace(function.owner, &function);
      }
      for (const Fact& fact : file.facts) bytes_ += fact.text.size();
    }
  }

  void run() {
    if (by_name_.empty() || bytes_ > most_linked_bytes) return;
    for (int round = 0; round < rounds; ++round)
      for (const Outline& file : files_) learn_all(file);
    for (Outline& file : files_)
      for (Fact& fact : file.facts)
        if (is_linked(fact.kind)) fact = with_own_names(linked(file, fact));
  }

 private:
  void learn_all(const Outline& file) {
    for (const Fact& fact : file.facts)
      if (fact.kind == Kind::call) learn(linked(file, fact));
  }

  static bool is_constructor(const Function& function) {
    static constexpr std::array<std::string_view, 5> names{"initialize", "__init__", "constructor",
                                                           "__construct", "new"};
    return !function.owner.empty() && (std::ranges::find(names, function.name) != names.end() ||
                                       function.name == function.owner);
  }

  // The function that a name in front of a bracket calls: its own one, or the constructor of its
  // class.
  const Function* called(std::string_view text, std::size_t begin, std::size_t end) const {
    const std::string_view name = text.substr(begin, end - begin);
    if (const auto owner = by_owner_.find(name); owner != by_owner_.end()) return owner->second;
    if (name == "new" && begin > 1) {
      std::size_t from = begin;
      while (from > 0 && (text[from - 1] == '.' || text[from - 1] == ':')) --from;
      const std::size_t stop = from;
      while (from > 0 && is_word(text[from - 1])) --from;
      const auto owner = by_owner_.find(text.substr(from, stop - from));
      if (owner != by_owner_.end()) return owner->second;
      if (from != stop) return nullptr;
    }
    const auto found = by_name_.find(name);
    return found != by_name_.end() ? found->second : nullptr;
  }

  std::vector<OwnCall> own_calls(std::string_view text) const {
    std::vector<OwnCall> calls;
    for (std::size_t open = text.find('('); open != std::string_view::npos;
         open = text.find('(', open + 1)) {
      std::size_t begin = open;
      while (begin > 0 && is_word(text[begin - 1])) --begin;
      if (begin == open) continue;
      if (const Function* function = called(text, begin, open))
        calls.push_back({.name = begin, .open = open, .function = function});
    }
    return calls;
  }

  // The last call that says something is taken for all; in a later round it may say more.
  void learn(const Fact& fact) {
    for (const OwnCall& call : own_calls(fact.text)) {
      const std::size_t end = closing(fact.text, call.open);
      const std::string inside = marked_part(fact, call.open + 1, end);
      const std::vector<std::string_view> arguments = listed_in(inside);
      const auto& parameters = call.function->parameters;
      const std::size_t count = std::min(arguments.size(), parameters.size());
      for (std::size_t place = 0; place < count; ++place) {
        std::string_view argument = arguments[place].substr(0, longest_meaning);
        const std::string plain = unmarked(argument).text;
        if (plain == parameters[place] || plain.find_first_of("([\"'.=") == std::string::npos)
          continue;
        // `act(order=ask())` says of `order` that it is `ask()`.
        const std::string own = marked(parameters[place]) + "=";
        if (argument.starts_with(own)) argument.remove_prefix(own.size());
        meanings_[call.function].insert_or_assign(parameters[place], std::string(argument));
      }
    }
  }

  const std::string* meaning(const Function* function, std::string_view name) const {
    const auto known = meanings_.find(function);
    if (known == meanings_.end()) return nullptr;
    const auto found = known->second.find(name);
    return found != known->second.end() ? &found->second : nullptr;
  }

  // In the function, in those around it, or as it was handed to the object.
  const std::string* find(const Outline& file, std::uint32_t number, std::string_view name) const {
    for (int step = 0; number != 0 && step < most_steps_outward; ++step) {
      const Function& function = file.functions[number];
      if (const std::string* found = meaning(&function, name)) return found;
      const auto owner = by_owner_.find(function.owner);
      if (!function.owner.empty() && owner != by_owner_.end())
        if (const std::string* found = meaning(owner->second, name)) return found;
      number = function.parent;
    }
    return nullptr;
  }

  // What is to be put into a fact's text, by place.
  std::map<std::size_t, std::string> additions(const Outline& file, const Fact& fact,
                                               const std::vector<OwnCall>& calls) const {
    std::map<std::size_t, std::string> added;
    const std::string_view text = fact.text;
    for (const Span& span : fact.chosen) {
      if (text.substr(span.end).starts_with('=')) continue;
      if (const auto* found =
              find(file, fact.function, text.substr(span.begin, span.end - span.begin)))
        added[span.end] = *found;
    }
    for (const OwnCall& call : calls) {
      const std::size_t end = closing(text, call.open);
      const bool is_the_fact = fact.kind == Kind::call && end + 1 >= text.size();
      if (call.function->returns.empty() || end >= text.size() || is_the_fact) continue;
      if (!text.substr(end + 1).starts_with('=')) added[end + 1] = call.function->returns;
    }
    return added;
  }

  // The fact with all that is known put into it.
  Fact linked(const Outline& file, const Fact& fact) const {
    const std::vector<OwnCall> calls = own_calls(fact.text);
    if (calls.empty() && fact.chosen.empty()) return fact;
    std::string text;
    std::size_t done = 0;
    for (const auto& [place, meaning] : additions(file, fact, calls)) {
      text += marked_part(fact, done, place);
      (text += '=') += meaning;
      done = place;
    }
    if (done == 0) return fact;
    text += marked_part(fact, done, fact.text.size());
    Unmarked plain = unmarked(text);
    if (plain.text.size() > longest_fact) return fact;
    Fact more = fact;
    more.text = std::move(plain.text);
    more.chosen = std::move(plain.chosen);
    return more;
  }

  // What own functions are called is their author's choice too.
  Fact with_own_names(Fact fact) const {
    if (fact.kind == Kind::define) {
      fact.chosen = {{.begin = 0, .end = static_cast<std::uint16_t>(fact.text.size())}};
      return fact;
    }
    for (const OwnCall& call : own_calls(fact.text))
      fact.chosen.push_back({.begin = static_cast<std::uint16_t>(call.name),
                             .end = static_cast<std::uint16_t>(call.open)});
    std::ranges::sort(fact.chosen, {}, &Span::begin);
    return fact;
  }

  std::vector<Outline>& files_;
  std::map<std::string_view, const Function*> by_name_;
  std::map<std::string_view, const Function*> by_owner_;
  std::map<const Function*, std::map<std::string, std::string, std::less<>>> meanings_;
  std::size_t bytes_ = 0;
};

}  // namespace

void link(std::vector<Outline>& files) { Linking(files).run(); }

}  // namespace redcode::analysis
