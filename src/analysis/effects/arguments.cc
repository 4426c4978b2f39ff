#include "analysis/effects/arguments.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace redcode::effects {
namespace {

bool takes_value(std::string_view names, const std::string& name) {
  return !name.empty() &&
         (" " + std::string(names) + " ").find(" " + name + " ") != std::string::npos;
}

class ArgumentReader {
 public:
  ArgumentReader(const Argv& argv, const Takes& takes) : argv_(argv), takes_(takes) {}

  Arguments read() {
    while (next_ < argv_.size()) word(argv_[next_++]);
    return std::move(read_);
  }

 private:
  void word(const std::string& word) {
    if (word == "--") return rest();
    if (word.starts_with("--")) return long_option(word);
    if (word.size() > 1 && word.front() == '-') return letters(word);
    read_.operands.push_back(word);
    if (takes_.stops_at_operand) rest();
  }
  void rest() {
    read_.operands.insert(read_.operands.end(), argv_.begin() + static_cast<std::ptrdiff_t>(next_),
                          argv_.end());
    next_ = argv_.size();
  }
  void long_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(2, equals - (equals == std::string::npos ? 0 : 2));
    read_.flags.insert(name);
    if (equals != std::string::npos)
      read_.values.emplace(name, word.substr(equals + 1));
    else if (takes_value(takes_.names, name))
      value_of(name);
  }
  void letters(const std::string& word) {
    for (std::size_t at = 1; at < word.size(); ++at) {
      const std::string letter(1, word[at]);
      read_.flags.insert(letter);
      if (takes_.letters.find(word[at]) == std::string_view::npos) continue;
      if (at + 1 < word.size())
        read_.values.emplace(letter, word.substr(at + 1));
      else
        value_of(letter);
      return;
    }
  }
  void value_of(const std::string& option) {
    if (next_ < argv_.size()) read_.values.emplace(option, argv_[next_++]);
  }

  const Argv& argv_;
  const Takes& takes_;
  std::size_t next_ = 1;
  Arguments read_;
};

}  // namespace

bool Arguments::has(std::string_view letters, std::string_view name) const {
  const bool short_one =
      std::ranges::any_of(letters, [this](char c) { return flags.contains(std::string(1, c)); });
  // Two letters are enough for most programs to know which is meant.
  return short_one || (!name.empty() && std::ranges::any_of(flags, [name](const std::string& flag) {
           return flag.size() > 1 && name.starts_with(flag);
         }));
}

std::string Arguments::value(const std::string& option, const std::string& other) const {
  for (const std::string& name : {option, other}) {
    if (const auto found = values.find(name); found != values.end()) return found->second;
  }
  return "";
}

Arguments read_arguments(const Argv& argv, Takes takes) {
  return ArgumentReader(argv, takes).read();
}

}  // namespace redcode::effects
