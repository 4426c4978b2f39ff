#include "corpus/condition.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "base/text.h"

namespace redcode::corpus {
namespace {

std::string non_empty(const Json& value) {
  auto text = value.get<std::string>();
  if (text.empty()) throw std::invalid_argument("an argument is empty");
  return text;
}

std::uint32_t mode_from(const std::string& text) {
  std::uint32_t mode = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, mode, 8);
  if (error != std::errc{} || stop != end || mode == 0 || mode > 0777 || mode_text(mode) != text) {
    throw std::invalid_argument("mode must be octal text such as \"0002\"");
  }
  return mode;
}

std::string limit_from(const std::string& text) {
  if (std::ranges::find(limit_names(), text) == limit_names().end()) {
    throw std::invalid_argument(fmt::format("no limit is called '{}'", text));
  }
  return text;
}

std::uint16_t port_from(const Json& value) {
  const auto port = value.get<std::int64_t>();
  if (!value.is_number_integer() || port < 1 || port > 65535) {
    throw std::invalid_argument("port must be a number from 1 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

std::string access_from(const std::string& text) {
  if (std::ranges::find(access_names(), text) == access_names().end()) {
    throw std::invalid_argument("access must be read or write");
  }
  return text;
}

std::vector<std::string> texts_from(const Json& value) {
  if (!value.is_array() || value.empty()) throw std::invalid_argument("a list is empty");
  std::vector<std::string> texts;
  for (const Json& one : value) texts.push_back(one.get<std::string>());
  return texts;
}

bool set_listed(Condition& condition, std::string_view argument, const Json& value) {
  for (const ListArgument& one : list_arguments()) {
    if (one.name != argument) continue;
    condition.*one.value = texts_from(value);
    return true;
  }
  for (const NumberArgument& one : number_arguments()) {
    if (one.name != argument) continue;
    if (!value.is_number()) throw std::invalid_argument(fmt::format("{} is no number", argument));
    condition.*one.value = value.get<double>();
    return true;
  }
  return false;
}

void set_argument(Condition& condition, std::string_view argument, const Json& value) {
  if (set_listed(condition, argument, value)) return;
  if (argument == "mode") {
    condition.mode = mode_from(value.get<std::string>());
  } else if (argument == "port") {
    condition.port = port_from(value);
  } else if (argument == "absent") {
    condition.absent = value.get<bool>();
  }
  for (const TextArgument& one : text_arguments()) {
    if (one.name == argument) condition.*one.value = non_empty(value);
  }
  if (argument == "limit") limit_from(condition.limit);
  if (argument == "access") access_from(condition.access);
}

Condition leaf(Word word, const Json& values) {
  Condition condition{.word = word};
  const std::vector<Argument>& known = arguments(word);
  for (const auto& [key, value] : values.items()) {
    if (std::ranges::find(known, key, &Argument::name) == known.end()) {
      throw std::invalid_argument(fmt::format("{} takes no '{}'", name(word), key));
    }
    set_argument(condition, key, value);
  }
  for (const Argument& argument : known) {
    if (argument.required && !values.contains(argument.name)) {
      throw std::invalid_argument(fmt::format("{} needs '{}'", name(word), argument.name));
    }
  }
  if (const std::string wrong = wrong_together(condition); !wrong.empty()) {
    throw std::invalid_argument(fmt::format("{} {}", name(word), wrong));
  }
  return condition;
}

Condition decode(const Json& json, int depth) {
  if (depth > condition_depth_limit) throw std::invalid_argument("conditions nested too deep");
  if (!json.is_object() || json.size() != 1) {
    throw std::invalid_argument("a condition is an object with one key");
  }
  const auto member = json.begin();
  const Word word = enum_from<Word>(member.key(), word_names());
  if (!combines(word)) {
    if (!member.value().is_object()) throw std::invalid_argument("a word takes an object");
    return leaf(word, member.value());
  }
  if (!member.value().is_array() || member.value().empty()) {
    throw std::invalid_argument(fmt::format("{} takes a list that is not empty", name(word)));
  }
  Condition condition{.word = word};
  for (const Json& part : member.value()) condition.of.push_back(decode(part, depth + 1));
  return condition;
}

}  // namespace

std::set<std::string> texts_in(const Condition& condition) {
  std::set<std::string> texts;
  if (!condition.text.empty()) texts.insert(condition.text);
  for (const Condition& part : condition.of) texts.merge(texts_in(part));
  return texts;
}

std::set<std::string> paths_in(const Condition& condition) {
  std::set<std::string> paths;
  for (const std::string& path : {condition.path, condition.program}) {
    if (!path.empty()) paths.insert(path);
  }
  for (const Condition& part : condition.of) paths.merge(paths_in(part));
  return paths;
}

std::set<std::string> hosts_in(const Condition& condition) {
  std::set<std::string> hosts;
  if (!condition.host.empty()) hosts.insert(condition.host);
  for (const Condition& part : condition.of) hosts.merge(hosts_in(part));
  return hosts;
}

namespace {

bool needs_a_host(Word word) {
  return word == Word::canary_sent || word == Word::text_sent || word == Word::data_sent;
}

void collect_attempts(const Condition& effect, std::vector<Condition>& attempts) {
  if (effect.word == Word::none) return;
  if (combines(effect.word)) {
    for (const Condition& part : effect.of) collect_attempts(part, attempts);
    return;
  }
  const bool goes_out = needs_a_host(effect.word) && !effect.host.empty();
  Condition attempt =
      goes_out ? Condition{.word = Word::contacted, .host = effect.host, .port = effect.port}
               : effect;
  if (std::ranges::find(attempts, attempt) == attempts.end()) attempts.push_back(attempt);
}

}  // namespace

Condition attempt_at(const Condition& effect) {
  std::vector<Condition> attempts;
  collect_attempts(effect, attempts);
  Condition begun = attempts.size() == 1 ? attempts.front()
                                         : Condition{.word = Word::any, .of = std::move(attempts)};
  if (effect.word != Word::all) return begun;
  Condition excused{.word = Word::all, .of = {std::move(begun)}};
  std::ranges::copy_if(effect.of, std::back_inserter(excused.of),
                       [](const Condition& part) { return part.word == Word::none; });
  return excused.of.size() == 1 ? excused.of.front() : excused;
}

bool holds_for_nothing(const Condition& condition) {
  switch (condition.word) {
    case Word::all:
      return std::ranges::all_of(condition.of, holds_for_nothing);
    case Word::any:
      return std::ranges::any_of(condition.of, holds_for_nothing);
    case Word::none:
      return std::ranges::none_of(condition.of, holds_for_nothing);
    default:
      return false;
  }
}

std::string mode_text(std::uint32_t mode) { return fmt::format("{:04o}", mode); }

// Whole numbers as such: a count reads "40".
static Json number_json(double number) {
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  return whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

Json to_json(const Condition& condition) {
  Json value = combines(condition.word) ? Json::array() : Json::object();
  for (const Condition& part : condition.of) value.push_back(to_json(part));
  for (const TextArgument& one : text_arguments()) {
    const std::string& text = condition.*one.value;
    if (!text.empty()) value[std::string(one.name)] = text;
  }
  if (condition.mode != 0) value["mode"] = mode_text(condition.mode);
  if (condition.port != 0) value["port"] = condition.port;
  for (const ListArgument& one : list_arguments()) {
    const std::vector<std::string>& texts = condition.*one.value;
    if (!texts.empty()) value[std::string(one.name)] = texts;
  }
  for (const NumberArgument& one : number_arguments()) {
    if (const std::optional<double>& number = condition.*one.value) {
      value[std::string(one.name)] = number_json(*number);
    }
  }
  if (condition.absent) value["absent"] = true;
  Json json = Json::object();
  json[std::string(name(condition.word))] = std::move(value);
  return json;
}

Result<Condition> condition_from_json(const Json& json) {
  return decode_json("condition", [&json] { return decode(json, 1); });
}

}  // namespace redcode::corpus
