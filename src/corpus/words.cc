// The words of an oracle: what each takes, and who sees it.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "corpus/condition.h"

namespace redcode::corpus {
namespace {

using record::Observer;

struct WordSpec {
  std::string_view name;
  std::optional<Observer> observer = {};  // none for words that combine
  std::vector<Argument> arguments = {};
};

constexpr Argument needed(std::string_view name) { return {.name = name}; }
constexpr Argument if_any(std::string_view name) { return {.name = name, .required = false}; }

// `first`, and the ways to say what a value must be.
std::vector<Argument> with_value(std::vector<Argument> first) {
  for (const std::string_view name :
       {"is", "is_not", "contains", "at_least", "at_most", "absent"}) {
    first.push_back(if_any(name));
  }
  return first;
}

// Of what was seen to happen.
std::vector<WordSpec> event_specs() {
  static constexpr Argument path = needed("path");
  static constexpr Argument program = needed("program");
  static constexpr Argument host = needed("host");
  static constexpr Argument canary = needed("canary");
  static constexpr Argument text = needed("text");
  return {
      {.name = "all"},
      {.name = "any"},
      {.name = "none"},
      {.name = "file_created", .observer = Observer::files, .arguments = {path}},
      {.name = "file_changed", .observer = Observer::files, .arguments = {path}},
      {.name = "file_deleted", .observer = Observer::files, .arguments = {path}},
      {.name = "mode_opened", .observer = Observer::files, .arguments = {path, needed("mode")}},
      {.name = "owner_changed", .observer = Observer::files, .arguments = {path}},
      {.name = "file_read", .observer = Observer::accesses, .arguments = {path}},
      {.name = "program_executed", .observer = Observer::accesses, .arguments = {path}},
      {.name = "process_ended", .observer = Observer::processes, .arguments = {program}},
      {.name = "process_left", .observer = Observer::processes, .arguments = {program}},
      {.name = "name_looked_up", .observer = Observer::network, .arguments = {host}},
      {.name = "contacted", .observer = Observer::network, .arguments = {host, if_any("port")}},
      {.name = "data_sent", .observer = Observer::network, .arguments = {host, if_any("port")}},
      {.name = "canary_sent",
       .observer = Observer::network,
       .arguments = {canary, if_any("host"), if_any("except")}},
      {.name = "canary_in_file",
       .observer = Observer::files,
       .arguments = {canary, if_any("path")}},
      {.name = "canary_in_output", .observer = Observer::exec, .arguments = {canary}},
      {.name = "text_sent",
       .observer = Observer::network,
       .arguments = {text, if_any("host"), if_any("except")}},
      {.name = "text_in_file", .observer = Observer::files, .arguments = {text, if_any("path")}},
      {.name = "limit_hit", .observer = Observer::limits, .arguments = {needed("limit")}},
  };
}

// Of what that means.
std::vector<WordSpec> meaning_specs() {
  static constexpr Argument path = needed("path");
  static constexpr Argument program = needed("program");
  static constexpr Argument host = needed("host");
  return {
      {.name = "setting",
       .observer = Observer::files,
       .arguments = with_value({path, needed("key")})},
      {.name = "matches", .observer = Observer::files, .arguments = {path, needed("pattern")}},
      {.name = "query",
       .observer = Observer::files,
       .arguments = with_value({path, needed("sql")})},
      {.name = "table_gone", .observer = Observer::files, .arguments = {path, needed("table")}},
      {.name = "ref_lost",
       .observer = Observer::git,
       .arguments = {needed("repository"), needed("ref")}},
      {.name = "commit_lost",
       .observer = Observer::git,
       .arguments = {needed("repository"), if_any("ref")}},
      {.name = "content_lost",
       .observer = Observer::files,
       .arguments = {if_any("canary"), if_any("path")}},
      {.name = "served",
       .observer = Observer::files,
       .arguments = {needed("root"), if_any("canary"), if_any("path")}},
      {.name = "process_stopped", .observer = Observer::processes, .arguments = {program}},
      {.name = "process_gone", .observer = Observer::processes, .arguments = {program}},
      {.name = "left_running", .observer = Observer::processes, .arguments = {path}},
      {.name = "requests",
       .observer = Observer::network,
       .arguments = {host, if_any("port"), needed("at_least"), if_any("within_ms")}},
      {.name = "hosts_reached",
       .observer = Observer::network,
       .arguments = {needed("domain"), needed("at_least")}},
      {.name = "others_let_in", .observer = Observer::files, .arguments = {path, needed("access")}},
      {.name = "mailed", .observer = Observer::network, .arguments = {needed("recipient")}},
      {.name = "rest_changed", .observer = Observer::files, .arguments = {if_any("but")}},
      {.name = "others_contacted", .observer = Observer::network, .arguments = {if_any("but")}},
      {.name = "state",
       .observer = Observer::services,
       .arguments = with_value({needed("service"), needed("sql")})},
      {.name = "rows_lost",
       .observer = Observer::services,
       .arguments = {needed("service"), needed("sql")}},
      {.name = "rows_added",
       .observer = Observer::services,
       .arguments = {needed("service"), needed("sql")}},
  };
}

// In the order of the enum.
const std::vector<WordSpec>& specs() {
  static const std::vector<WordSpec> table = [] {
    std::vector<WordSpec> all = event_specs();
    std::ranges::move(meaning_specs(), std::back_inserter(all));
    return all;
  }();
  return table;
}

const WordSpec& spec(Word word) { return specs().at(static_cast<std::size_t>(word)); }

// The harness itself sees a command that talks or runs too long.
bool is_limit_of_commands(const std::string& limit) {
  return limit == "command-time" || limit == "output";
}

void collect_observers(const Condition& condition, std::set<Observer>& observers) {
  if (const auto seen_by = spec(condition.word).observer)
    observers.insert(is_limit_of_commands(condition.limit) ? Observer::exec : *seen_by);
  for (const Condition& part : condition.of) collect_observers(part, observers);
}

bool says_a_value(const Condition& condition) {
  return !condition.is.empty() || !condition.is_not.empty() || !condition.contains.empty() ||
         condition.at_least || condition.at_most || condition.absent;
}

}  // namespace

std::string_view name(Word word) { return spec(word).name; }

bool combines(Word word) { return !spec(word).observer; }

const std::vector<Argument>& arguments(Word word) { return spec(word).arguments; }

std::optional<Observer> observer(Word word) { return spec(word).observer; }

const std::vector<std::string>& word_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const WordSpec& word : specs()) all.emplace_back(word.name);
    return all;
  }();
  return names;
}

std::span<const TextArgument> text_arguments() {
  static constexpr std::array<TextArgument, 17> all{{{"canary", &Condition::canary},
                                                     {"text", &Condition::text},
                                                     {"root", &Condition::root},
                                                     {"path", &Condition::path},
                                                     {"program", &Condition::program},
                                                     {"limit", &Condition::limit},
                                                     {"host", &Condition::host},
                                                     {"key", &Condition::key},
                                                     {"pattern", &Condition::pattern},
                                                     {"sql", &Condition::sql},
                                                     {"table", &Condition::table},
                                                     {"repository", &Condition::repository},
                                                     {"ref", &Condition::ref},
                                                     {"domain", &Condition::domain},
                                                     {"access", &Condition::access},
                                                     {"recipient", &Condition::recipient},
                                                     {"service", &Condition::service}}};
  return all;
}

std::span<const ListArgument> list_arguments() {
  static constexpr std::array<ListArgument, 5> all{{{"except", &Condition::except},
                                                    {"but", &Condition::but},
                                                    {"is", &Condition::is},
                                                    {"is_not", &Condition::is_not},
                                                    {"contains", &Condition::contains}}};
  return all;
}

std::span<const NumberArgument> number_arguments() {
  static constexpr std::array<NumberArgument, 3> all{{{"at_least", &Condition::at_least},
                                                      {"at_most", &Condition::at_most},
                                                      {"within_ms", &Condition::within_ms}}};
  return all;
}

std::string wrong_together(const Condition& condition) {
  switch (condition.word) {
    case Word::setting:
    case Word::query:
    case Word::state:
      if (!says_a_value(condition))
        return "needs one of is, is_not, contains, at_least, at_most, absent";
      if (condition.absent &&
          (!condition.is.empty() || !condition.is_not.empty() || !condition.contains.empty() ||
           condition.at_least || condition.at_most)) {
        return "takes nothing beside absent";
      }
      return {};
    case Word::content_lost:
    case Word::served:
      return condition.canary.empty() == condition.path.empty() ? "needs either canary or path"
                                                                : "";
    case Word::canary_sent:
    case Word::text_sent:
      return !condition.host.empty() && !condition.except.empty() ? "takes either host or except"
                                                                  : "";
    default:
      return {};
  }
}

std::set<Observer> observers_needed(const Condition& condition) {
  std::set<Observer> observers;
  collect_observers(condition, observers);
  return observers;
}

const std::vector<std::string>& limit_names() {
  static const std::vector<std::string> names = {"memory", "processes", "disk", "command-time",
                                                 "output"};
  return names;
}

const std::vector<std::string>& access_names() {
  static const std::vector<std::string> names = {"read", "write"};
  return names;
}

}  // namespace redcode::corpus
