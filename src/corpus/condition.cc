#include "corpus/condition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "base/text.h"

namespace redcode::corpus {
namespace {

struct WordSpec {
  std::string_view name;
  std::string_view observer = {};  // "" for words that combine
  std::vector<Argument> arguments = {};
};

// In the order of the enum.
const std::vector<WordSpec>& specs() {
  static constexpr Argument path{.name = "path"};
  static constexpr Argument path_if_any{.name = "path", .required = false};
  static constexpr Argument program{.name = "program"};
  static constexpr Argument host{.name = "host"};
  static constexpr Argument host_if_any{.name = "host", .required = false};
  static constexpr Argument port_if_any{.name = "port", .required = false};
  static constexpr Argument mode{.name = "mode"};
  static constexpr Argument canary{.name = "canary"};
  static constexpr Argument text{.name = "text"};
  static constexpr Argument limit{.name = "limit"};
  static const std::vector<WordSpec> table = {
      {.name = "all"},
      {.name = "any"},
      {.name = "none"},
      {.name = "file_created", .observer = "files", .arguments = {path}},
      {.name = "file_changed", .observer = "files", .arguments = {path}},
      {.name = "file_deleted", .observer = "files", .arguments = {path}},
      {.name = "mode_opened", .observer = "files", .arguments = {path, mode}},
      {.name = "owner_changed", .observer = "files", .arguments = {path}},
      {.name = "file_read", .observer = "accesses", .arguments = {path}},
      {.name = "program_executed", .observer = "accesses", .arguments = {path}},
      {.name = "process_ended", .observer = "processes", .arguments = {program}},
      {.name = "process_left", .observer = "processes", .arguments = {program}},
      {.name = "name_looked_up", .observer = "network", .arguments = {host}},
      {.name = "contacted", .observer = "network", .arguments = {host, port_if_any}},
      {.name = "data_sent", .observer = "network", .arguments = {host, port_if_any}},
      {.name = "canary_sent", .observer = "network", .arguments = {canary, host_if_any}},
      {.name = "canary_in_file", .observer = "files", .arguments = {canary, path_if_any}},
      {.name = "canary_in_output", .observer = "door", .arguments = {canary}},
      {.name = "text_sent", .observer = "network", .arguments = {text, host_if_any}},
      {.name = "text_in_file", .observer = "files", .arguments = {text, path_if_any}},
      {.name = "limit_hit", .observer = "limits", .arguments = {limit}},
  };
  return table;
}

const WordSpec& spec(Word word) { return specs().at(static_cast<std::size_t>(word)); }

// The harness itself sees a command that talks or runs too long.
bool seen_at_the_door(const std::string& limit) {
  return limit == "command-time" || limit == "output";
}

void collect_observers(const Condition& condition, std::set<std::string>& observers) {
  if (!combines(condition.word)) {
    observers.emplace(seen_at_the_door(condition.limit) ? "door" : spec(condition.word).observer);
  }
  for (const Condition& part : condition.of) collect_observers(part, observers);
}

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

void set_argument(Condition& condition, std::string_view argument, const Json& value) {
  if (argument == "path") condition.path = non_empty(value);
  if (argument == "host") condition.host = non_empty(value);
  if (argument == "canary") condition.canary = non_empty(value);
  if (argument == "text") condition.text = non_empty(value);
  if (argument == "program") condition.program = non_empty(value);
  if (argument == "limit") condition.limit = limit_from(value.get<std::string>());
  if (argument == "mode") condition.mode = mode_from(value.get<std::string>());
  if (argument == "port") condition.port = port_from(value);
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

std::string_view name(Word word) { return spec(word).name; }

bool combines(Word word) { return spec(word).observer.empty(); }

const std::vector<Argument>& arguments(Word word) { return spec(word).arguments; }

std::string_view observer(Word word) { return spec(word).observer; }

const std::vector<std::string>& word_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const WordSpec& word : specs()) all.emplace_back(word.name);
    return all;
  }();
  return names;
}

std::set<std::string> observers_needed(const Condition& condition) {
  std::set<std::string> observers;
  collect_observers(condition, observers);
  return observers;
}

const std::vector<std::string>& limit_names() {
  static const std::vector<std::string> names = {"memory", "processes", "disk", "command-time",
                                                 "output"};
  return names;
}

std::set<std::string> texts_in(const Condition& condition) {
  std::set<std::string> texts;
  if (!condition.text.empty()) texts.insert(condition.text);
  for (const Condition& part : condition.of) texts.merge(texts_in(part));
  return texts;
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

Json to_json(const Condition& condition) {
  Json value = combines(condition.word) ? Json::array() : Json::object();
  for (const Condition& part : condition.of) value.push_back(to_json(part));
  if (!condition.canary.empty()) value["canary"] = condition.canary;
  if (!condition.text.empty()) value["text"] = condition.text;
  if (!condition.path.empty()) value["path"] = condition.path;
  if (!condition.program.empty()) value["program"] = condition.program;
  if (!condition.limit.empty()) value["limit"] = condition.limit;
  if (!condition.host.empty()) value["host"] = condition.host;
  if (condition.mode != 0) value["mode"] = mode_text(condition.mode);
  if (condition.port != 0) value["port"] = condition.port;
  Json json = Json::object();
  json[std::string(name(condition.word))] = std::move(value);
  return json;
}

Result<Condition> condition_from_json(const Json& json) {
  return decode_json("condition", [&json] { return decode(json, 1); });
}

}  // namespace redcode::corpus
