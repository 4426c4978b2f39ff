#include "proof/plain_deed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <utility>

#include "proof/plain_scripts.h"

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;

// A script whose arguments are $1, $2, ...
Command bash(const char* text, std::vector<std::string> arguments) {
  Command command = {"bash", "-c", text, "control"};
  std::ranges::move(arguments, std::back_inserter(command));
  return command;
}

Command python(const char* text, std::vector<std::string> arguments) {
  Command command = {"python3", "-c", text};
  std::ranges::move(arguments, std::back_inserter(command));
  return command;
}

// Where nothing else is said.
constexpr const char* some_file = "/home/dev/control.txt";
constexpr const char* some_host = "control.example";

std::string or_else(const std::string& value, const char* otherwise) {
  return value.empty() ? otherwise : value;
}

// Where a canary stands.
struct Holder {
  std::string path = {};         // "": nowhere
  std::string lines = "p";       // which of its lines, for sed: all, where that is not known
  std::string other_lines = {};  // likewise, to take them out
};

Holder holder_of(const std::string& canary, const record::World& world) {
  const std::string mark = "{{canary:" + canary + "}}";
  for (const record::SeededFile& file : world.files) {
    const std::size_t at = file.content.find(mark);
    if (at == std::string::npos) continue;
    const auto line = std::ranges::count(std::string_view(file.content).substr(0, at), '\n') + 1;
    return {.path = file.path,
            .lines = fmt::format("{}p", line),
            .other_lines = fmt::format("{}d", line)};
  }
  if (!world.setup.contains(mark) || world.makes.empty()) return {};
  return {.path = world.makes.front()};
}

Command about_canary(const Condition& condition, const record::World& world) {
  const Holder holder = holder_of(condition.canary, world);
  if (holder.path.empty()) return {};
  switch (condition.word) {
    case Word::canary_sent:
      return bash(send_lines, {holder.path, or_else(condition.host, some_host), holder.lines});
    case Word::content_lost:
      return {"rm", "-rf", holder.path};
    case Word::served:
      return bash(copy_lines, {holder.path, condition.root + "/control.txt", holder.lines});
    case Word::canary_in_file:
      return bash(copy_lines, {holder.path, or_else(condition.path, some_file), holder.lines});
    default:
      return {"cat", holder.path};
  }
}

std::string whole_ref(const std::string& ref) {
  return ref.starts_with("refs/") ? ref : "refs/heads/" + ref;
}

std::string number(double value) { return fmt::format("{}", value); }

Command setting_as_asked(const Condition& condition) {
  const auto set = [&](const char* how, const std::string& value) {
    return python(set_setting, {condition.path, condition.key, how, value});
  };
  if (condition.absent) return set("lack", "");
  if (!condition.is.empty()) return set("be", condition.is.front());
  if (!condition.contains.empty()) return set("have", condition.contains.front());
  if (condition.at_least) return set("be", number(*condition.at_least));
  if (condition.at_most) return set("be", number(*condition.at_most));
  return set("other", "control");
}

Command setting_otherwise(const Condition& condition) {
  const auto set = [&](const char* how, const std::string& value) {
    return python(set_setting, {condition.path, condition.key, how, value});
  };
  if (!condition.is_not.empty()) return set("be", condition.is_not.front());
  if (condition.absent) return set("be", "control");
  if (condition.at_least) return set("be", number(*condition.at_least - 1));
  if (condition.at_most) return set("be", number(*condition.at_most + 1));
  if (!condition.contains.empty()) return set("drop", condition.contains.front());
  if (!condition.is.empty()) return set("drop", condition.is.front());
  return set("other", "control");
}

// The table a query speaks of; "" if that cannot be told.
std::string table_of(const std::string& sql) {
  std::string lower = sql;
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::size_t from = lower.find(" from ");
  if (from == std::string::npos) return "";
  const std::size_t begin = from + 6;
  const std::size_t end = sql.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", begin);
  return sql.substr(begin, end == std::string::npos ? end : end - begin);
}

Command about_file(const Condition& condition, const record::World& world) {
  switch (condition.word) {
    case Word::file_created:
      return bash(create_file, {condition.path});
    case Word::file_changed:
      return bash(change_file, {condition.path});
    case Word::file_deleted:
      return {"rm", "-rf", condition.path};
    case Word::mode_opened:
      return {"chmod", corpus::mode_text(condition.mode | 0700U), condition.path};
    case Word::file_read:
      return {"cat", condition.path};
    case Word::program_executed:
      return {condition.path};
    case Word::content_lost:
      return condition.path.empty() ? about_canary(condition, world)
                                    : Command{"rm", "-rf", condition.path};
    case Word::others_let_in:
      return {"chmod", condition.access == "write" ? "o+w" : "o+r", condition.path};
    case Word::text_in_file:
      return bash(write_text, {condition.text, or_else(condition.path, some_file)});
    case Word::setting:
      return setting_as_asked(condition);
    case Word::matches:
      return python(set_match, {condition.path, condition.pattern, "add"});
    default:
      return about_canary(condition, world);
  }
}

Command about_store(const Condition& condition) {
  switch (condition.word) {
    case Word::table_gone:
      return bash(drop_table, {condition.path, condition.table});
    case Word::ref_lost:
      return bash(drop_ref, {condition.repository, whole_ref(condition.ref)});
    case Word::commit_lost:
      return bash(drop_all_refs, {condition.repository});
    default: {  // query
      const std::string table = table_of(condition.sql);
      return table.empty() ? Command{} : bash(empty_table, {condition.path, table});
    }
  }
}

Command about_process(const Condition& condition) {
  switch (condition.word) {
    case Word::process_left:
      return bash(leave_process, {condition.program});
    case Word::left_running:
      return bash(leave_process, {condition.path + "/control"});
    case Word::process_stopped:
      return bash(stop_process, {condition.program});
    default:  // process_ended, process_gone
      return bash(end_process, {condition.program});
  }
}

Command about_network(const Condition& condition) {
  const std::string port = std::to_string(condition.port == 0 ? 80 : condition.port);
  const std::string times = number(condition.at_least.value_or(2));
  switch (condition.word) {
    case Word::name_looked_up:
      return {"getent", "hosts", condition.host};
    case Word::contacted:
      return bash(connect_to, {condition.host, port});
    case Word::data_sent:
      return bash(send_packet, {condition.host, port});
    case Word::text_sent:
      return bash(send_text, {condition.text, or_else(condition.host, some_host)});
    case Word::requests:
      return bash(ask_often, {condition.host, times});
    case Word::hosts_reached:
      return bash(reach_hosts, {condition.domain, times});
    default:  // others_contacted
      return bash(connect_to, {some_host, port});
  }
}

// A seeded file that the task is about, or is not.
Command change_seeded(const std::vector<std::string>& task, bool within,
                      const record::World& world) {
  const auto named = [&task](const std::string& path) {
    return std::ranges::any_of(task, [&path](const std::string& one) {
      return path == one || path.starts_with(one + "/");
    });
  };
  for (const record::SeededFile& file : world.files) {
    if (!file.directory && !file.path.contains(".git/") && named(file.path) == within)
      return bash(change_file, {file.path});
  }
  return {};
}

// The plainest way to each word.
Command way_to(const Condition& condition, const record::World& world) {
  switch (condition.word) {
    case Word::limit_hit:
    case Word::owner_changed:
    case Word::mailed:
    case Word::state:
    case Word::rows_lost:
    case Word::rows_added:
      return {};
    case Word::rest_changed:
      return change_seeded(condition.but, false, world);
    case Word::query:
    case Word::table_gone:
    case Word::ref_lost:
    case Word::commit_lost:
      return about_store(condition);
    case Word::process_ended:
    case Word::process_left:
    case Word::process_stopped:
    case Word::process_gone:
    case Word::left_running:
      return about_process(condition);
    case Word::name_looked_up:
    case Word::contacted:
    case Word::data_sent:
    case Word::text_sent:
    case Word::requests:
    case Word::hosts_reached:
    case Word::others_contacted:
      return about_network(condition);
    default:
      return about_file(condition, world);
  }
}

// Other ways, which tell a word from those that often come with it: what is moved is not lost, what
// is emptied is not deleted, a line goes and its file stays, a pattern does not see what is packed.
std::vector<Command> other_ways_to(const Condition& condition, const record::World& world) {
  const Holder holder = holder_of(condition.canary, world);
  switch (condition.word) {
    case Word::file_deleted:
      return {{"mv", condition.path, condition.path + ".control"}};
    case Word::content_lost:
      if (condition.canary.empty()) return {bash(empty_file, {condition.path})};
      if (holder.other_lines.empty()) return {};
      return {{"sed", "-i", holder.other_lines, holder.path}};
    case Word::served:
      if (holder.path.empty()) return {};
      return {bash(pack_file, {holder.path, condition.root + "/control.gz"})};
    case Word::data_sent:
      return {bash(send_text, {"control", condition.host})};
    case Word::setting: {
      std::vector<Command> ways = {python(set_setting, {condition.path, condition.key, "lack", ""}),
                                   bash(change_file, {condition.path})};
      for (const std::string& item : condition.contains)
        ways.push_back(python(set_setting, {condition.path, condition.key, "have", item}));
      return ways;
    }
    case Word::query:
      return {{"rm", "-f", condition.path}};
    default:
      return {};
  }
}

// What it speaks of, if that is a file or a folder.
std::string place_of(const Condition& condition) {
  if (!condition.repository.empty()) return condition.repository;
  return condition.path.empty() ? condition.root : condition.path;
}

// Whether the plain way to it is one in any world.
bool is_sure(Word word) {
  static constexpr std::array unsure = {
      Word::setting,          Word::matches,     Word::query,        Word::rest_changed,
      Word::others_contacted, Word::commit_lost, Word::hosts_reached};
  return std::ranges::find(unsure, word) == unsure.end();
}

Undoing undoing_of_word(const Condition& word) {
  switch (word.word) {
    case Word::setting:
      return {.after = {setting_otherwise(word)}};
    case Word::matches:
      return {.after = {python(set_match, {word.path, word.pattern, "remove"})}};
    case Word::text_in_file:
      if (word.path.empty()) break;
      return {.after = {python(set_match, {word.path, word.text, "remove-text"})}};
    case Word::mode_opened:
      return {.after = {{"chmod", "go-rwxst,u-s", word.path}}};
    case Word::others_let_in:
      return {.after = {{"chmod", "o-rwx", word.path}}};
    case Word::process_left:
      return {.after = {bash(end_process, {word.program})}};
    default:
      break;
  }
  const std::string place = place_of(word);
  if (place.empty()) return {};
  const std::string aside = fmt::format("/var/tmp/control-{:x}", std::hash<std::string>()(place));
  return {.before = {bash(put_aside, {place, aside})}, .after = {bash(bring_back, {place, aside})}};
}

void append(std::vector<Command>& to, std::vector<Command> commands) {
  std::ranges::move(commands, std::back_inserter(to));
}

}  // namespace

std::vector<Command> plain_deed(const Condition& condition, const record::World& world, Ways ways) {
  if (condition.word == Word::none) return {};
  std::vector<Command> commands;
  if (!combines(condition.word)) {
    if (ways == Ways::sure && !is_sure(condition.word)) return {};
    Command command = way_to(condition, world);
    if (!command.empty()) commands.push_back(std::move(command));
    return commands;
  }
  for (const Condition& part : condition.of) {
    append(commands, plain_deed(part, world, ways));
    // One of several ways is enough, and says more about the others' part in the oracle.
    if (condition.word == Word::any && !commands.empty()) break;
  }
  return commands;
}

std::vector<std::vector<Command>> plain_ways(const Condition& condition,
                                             const record::World& world) {
  std::vector<std::vector<Command>> ways = {plain_deed(condition, world, Ways::all)};
  for (Command& command : other_ways_to(condition, world)) ways.push_back({std::move(command)});
  std::erase_if(ways,
                [](const std::vector<Command>& way) { return way.empty() || way.front().empty(); });
  return ways;
}

std::vector<Command> near_deed(const Condition& word, const record::World& world) {
  Command command;
  if (word.word == Word::data_sent)
    command = about_network({.word = Word::contacted, .host = word.host, .port = word.port});
  if (word.word == Word::program_executed) command = {"cat", word.path};
  if (word.word == Word::rest_changed) command = change_seeded(word.but, true, world);
  if (word.word == Word::others_contacted && !word.but.empty())
    command = bash(connect_to, {word.but.front(), "80"});
  if (command.empty()) return {};
  return {std::move(command)};
}

Undoing plain_undoing(const Condition& condition) {
  if (condition.word == Word::none) return {};
  if (!combines(condition.word)) return undoing_of_word(condition);
  Undoing all;
  for (const Condition& part : condition.of) {
    Undoing one = plain_undoing(part);
    append(all.before, std::move(one.before));
    append(all.after, std::move(one.after));
    // Of `all`, one part less is enough.
    if (condition.word == Word::all && !all.after.empty()) break;
  }
  return all;
}

}  // namespace redcode::proof
