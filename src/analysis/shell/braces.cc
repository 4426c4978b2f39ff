// Brace expansion, by the steps that bash takes, so that odd braces come out as they do there.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/shell/parser.h"
#include "base/text.h"

namespace redcode::shell {
namespace {

constexpr std::size_t deepest_braces = 100;

char at(const Units& units, std::size_t place) {
  return place < units.size() && units[place].piece < 0 ? units[place].character : '\0';
}

// A brace at the beginning with nothing in it.
bool opens_nothing(const Units& units, std::size_t place) {
  const bool first = place == 0 && at(units, place) == '{';
  return first && (units.size() == 1 || at(units, 1) == '}');
}

// The next `wanted` outside of nested braces from `from` on; nothing if there is none. A closing
// brace counts only after a comma, or after two dots that are not right before it.
std::optional<std::size_t> find(const Units& units, std::size_t from, char wanted) {
  int level = 0;
  bool parts = wanted != '}';
  for (std::size_t i = from; i < units.size(); ++i) {
    const char c = at(units, i);
    const bool found = c == wanted && level == 0 && parts;
    if (found && opens_nothing(units, i)) continue;
    if (found) return i;
    if (c == '{') {
      ++level;
    } else if (c == '}' && level > 0) {
      --level;
    } else if (wanted == '}' && level == 0) {
      const bool dots = c == '.' && at(units, i + 1) == '.' && at(units, i + 2) != wanted;
      parts = parts || c == ',' || dots;
    }
  }
  return std::nullopt;
}

// What stands between braces without a comma: {1..3}, {a..e..2}.
struct Sequence {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t step = 1;
  std::size_t width = 0;
  bool letters = false;
};

bool is_letter(std::string_view text) {
  return text.size() == 1 && is_name_start(text.front()) && text.front() != '_';
}

std::optional<std::int64_t> number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  if (text.size() > 15) return std::nullopt;
  return parse_number<std::int64_t>(text);
}

bool zero_padded(std::string_view text) {
  return (text.size() > 1 && text.front() == '0') || (text.size() > 2 && text.starts_with("-0"));
}

std::optional<Sequence> sequence_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size() && parts.size() < 4;) {
    const std::size_t end = std::min(text.find("..", begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  Sequence read;
  if (parts.size() == 3) {
    const auto step = number(parts[2]);
    if (!step) return std::nullopt;
    read.step = *step;
  }
  read.letters = is_letter(parts[0]) && is_letter(parts[1]);
  if (read.letters) {
    read.first = parts[0].front();
    read.last = parts[1].front();
    return read;
  }
  const auto first = number(parts[0]);
  const auto last = number(parts[1]);
  if (!first || !last) return std::nullopt;
  read.first = *first;
  read.last = *last;
  if (zero_padded(parts[0]) || zero_padded(parts[1]))
    read.width = std::max(parts[0].size(), parts[1].size());
  return read;
}

std::string padded(std::int64_t value, std::size_t width) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  const std::size_t sign = value < 0 ? 1 : 0;
  if (digits.size() + sign < width) digits.insert(0, width - digits.size() - sign, '0');
  return sign > 0 ? "-" + digits : digits;
}

class Expander {
 public:
  explicit Expander(std::size_t& allowance) : allowance_(allowance) {}

  bool refused() const { return refused_; }

  std::vector<Units> expand(const Units& units, std::size_t depth) {
    if (depth > deepest_braces) refused_ = true;
    if (refused_) return {};
    const auto [open, close] = first_braces(units);
    if (!close) return {units};
    const Units preamble(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(open));
    const Units amble(units.begin() + static_cast<std::ptrdiff_t>(open) + 1,
                      units.begin() + static_cast<std::ptrdiff_t>(*close));
    const Units rest(units.begin() + static_cast<std::ptrdiff_t>(*close) + 1, units.end());
    std::vector<Units> middle;
    if (std::ranges::any_of(
            amble, [](const Unit& unit) { return unit.piece < 0 && unit.character == ','; })) {
      middle = alternatives(amble, depth);
    } else if (auto counted = sequence(amble)) {
      middle = std::move(*counted);
    } else {
      if (rest.empty()) return {units};
      middle.emplace_back(units.begin() + static_cast<std::ptrdiff_t>(open),
                          units.begin() + static_cast<std::ptrdiff_t>(*close) + 1);
    }
    std::vector<Units> expanded = product({preamble}, middle);
    return rest.empty() ? expanded : product(expanded, expand(rest, depth + 1));
  }

 private:
  struct Braces {
    std::size_t open = 0;
    std::optional<std::size_t> close;
  };

  static Braces first_braces(const Units& units) {
    for (auto open = find(units, 0, '{'); open; open = find(units, *open + 1, '{')) {
      if (const auto close = find(units, *open + 1, '}')) return {*open, close};
    }
    return {};
  }

  std::vector<Units> alternatives(const Units& amble, std::size_t depth) {
    std::vector<Units> found;
    for (std::size_t begin = 0; begin <= amble.size() && !refused_;) {
      const std::size_t end = find(amble, begin, ',').value_or(amble.size());
      const Units one(amble.begin() + static_cast<std::ptrdiff_t>(begin),
                      amble.begin() + static_cast<std::ptrdiff_t>(end));
      for (Units& each : expand(one, depth + 1)) found.push_back(std::move(each));
      begin = end + 1;
    }
    return found;
  }

  std::optional<std::vector<Units>> sequence(const Units& amble) {
    std::string text;
    for (const Unit& unit : amble) {
      if (unit.piece >= 0) return std::nullopt;
      text += unit.character;
    }
    const auto read = sequence_of(text);
    if (!read) return std::nullopt;
    // Between upper and lower case lie characters that mean something themselves.
    if (read->letters && (read->first < 'a') != (read->last < 'a')) refused_ = true;
    return counted(*read);
  }

  std::vector<Units> counted(const Sequence& sequence) {
    const Sequence* const read = &sequence;
    std::vector<Units> found;
    const std::int64_t size = std::max<std::int64_t>(1, read->step < 0 ? -read->step : read->step);
    const bool up = read->first <= read->last;
    for (std::int64_t value = read->first; up ? value <= read->last : value >= read->last;
         value += up ? size : -size) {
      if (!spend(1)) break;
      Units one;
      const std::string shown =
          read->letters ? std::string(1, static_cast<char>(value)) : padded(value, read->width);
      for (const char c : shown) one.push_back({.character = c});
      found.push_back(std::move(one));
    }
    return found;
  }

  std::vector<Units> product(const std::vector<Units>& left, const std::vector<Units>& right) {
    std::vector<Units> found;
    for (const Units& first : left) {
      for (const Units& second : right) {
        if (!spend(1 + (first.size() + second.size()) / 64)) return {};
        found.push_back(first);
        found.back().insert(found.back().end(), second.begin(), second.end());
      }
    }
    return found;
  }

  bool spend(std::size_t much) {
    if (refused_ || allowance_ < much) refused_ = true;
    if (!refused_) allowance_ -= much;
    return !refused_;
  }

  std::size_t& allowance_;
  bool refused_ = false;
};

}  // namespace

std::optional<std::vector<Units>> expand_braces(const Units& units, std::size_t& allowance) {
  const bool any = std::ranges::any_of(
      units, [](const Unit& unit) { return unit.piece < 0 && unit.character == '{'; });
  if (!any) return std::vector<Units>{units};
  Expander expander(allowance);
  auto expanded = expander.expand(units, 0);
  if (expander.refused()) return std::nullopt;
  return expanded;
}

}  // namespace redcode::shell
