#include "analysis/effects/arguments.h"

#include <algorithm>

#include "base/text.h"

namespace redcode::effects {
namespace {

bool takes_value(std::string_view names, const std::string& name) {
  return !name.empty() &&
         (" " + std::string(names) + " ").find(" " + name + " ") != std::string::npos;
}

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
  Arguments read;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word == "--") {
      read.operands.insert(read.operands.end(), argv.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                           argv.end());
      break;
    }
    if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      const std::string name = word.substr(2, equals - (equals == std::string::npos ? 0 : 2));
      read.flags.insert(name);
      if (equals != std::string::npos)
        read.values.emplace(name, word.substr(equals + 1));
      else if (takes_value(takes.names, name) && i + 1 < argv.size())
        read.values.emplace(name, argv[++i]);
    } else if (word.size() > 1 && word.front() == '-') {
      for (std::size_t at = 1; at < word.size(); ++at) {
        const std::string letter(1, word[at]);
        read.flags.insert(letter);
        if (takes.letters.find(word[at]) == std::string_view::npos) continue;
        if (at + 1 < word.size())
          read.values.emplace(letter, word.substr(at + 1));
        else if (i + 1 < argv.size())
          read.values.emplace(letter, argv[++i]);
        break;
      }
    } else {
      if (takes.stops_at_operand) {
        read.operands.insert(read.operands.end(), argv.begin() + static_cast<std::ptrdiff_t>(i),
                             argv.end());
        break;
      }
      read.operands.push_back(word);
    }
  }
  return read;
}

}  // namespace redcode::effects
