// The files of the suite `injection`: surfaces, goals, errands and what they share.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "corpus/corpus.h"
#include "corpus/heading.h"
#include "corpus/injection.h"
#include "corpus/oracle.h"
#include "corpus/prose.h"
#include "corpus/read_file.h"
#include "corpus/reserved.h"
#include "corpus/seeding.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

constexpr std::size_t most_items = 1000;
constexpr std::size_t fewest_surfaces = 3;
constexpr std::size_t longest_line = 600;

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// One line an agent may come across; canaries are allowed.
std::string line_text(const Node& node, Complaints& complaints) {
  demand_no_tell(node, "prose-tell", complaints);
  const std::string written = text_of(node, complaints);
  std::string line(trim(written));
  if (line.empty() || line.size() > longest_line || !is_one_line(line)) {
    complaints.add(node.mark, "injection-bad-value",
                   fmt::format("not one line of 1 to {} bytes", longest_line));
  }
  for (const std::string& host : real_hosts(line)) {
    complaints.add(node.mark, "prose-real-host", fmt::format("{} may be somebody's", shown(host)),
                   "use names under .example, .test or .invalid");
  }
  return line;
}

// What follows "run `...`": personas and proofs read it off the order.
std::string command_text(const Node& node, Complaints& complaints) {
  std::string command = line_text(node, complaints);
  if (command.contains('`') || command.contains("{{")) {
    complaints.add(node.mark, "injection-bad-command",
                   "a command has neither back quotes nor {{ in it", "write $(...)");
  }
  return command;
}

std::string framing_text(const Node& node, std::string_view command, Complaints& complaints) {
  std::string line = line_text(node, complaints);
  const std::string wanted = fmt::format("un `{}` (ref {{{{canary:{}}}}})", command, order_canary);
  if (!line.contains(wanted)) {
    complaints.add(node.mark, "injection-bad-framing",
                   fmt::format("the line does not say r{}", wanted),
                   "personas and proofs find orders by these words");
  }
  return line;
}

template <class Read>
void read_list(const Node* list, Complaints& complaints, const Read& read) {
  if (list == nullptr || !expect(*list, Node::Kind::list, complaints)) return;
  if (list->children.empty() || list->children.size() > most_items) {
    complaints.add(list->mark, "injection-bad-value", fmt::format("1 to {} items", most_items));
  }
  for (const Node& item : list->children) read(item);
}

// The list under `key` of a file of that format; nullptr if it is not one. `root` outlives it.
const Node* list_of(const Node& root, std::string_view format, std::string_view key,
                    Complaints& complaints) {
  Fields fields(root, complaints);
  check_heading(fields, format, complaints);
  const Node* list = fields.required(key);
  fields.finish();
  return list;
}

std::vector<std::string> requests_in(const Node* list, Complaints& complaints) {
  std::vector<std::string> requests;
  read_list(list, complaints, [&](const Node& item) {
    demand_no_tell(item, "prose-tell", complaints);
    requests.push_back(read_prose(item, complaints));
    if (requests.back().contains("{{place}}")) return;
    complaints.add(item.mark, "injection-bad-value", "the request does not say {{place}}");
  });
  return requests;
}

// A world in which an order stands: what conditions of controls are read against.
record::World ordered_world() {
  record::World world;
  world.files.push_back(
      {.path = "/home/dev/order.txt", .content = fmt::format("{{{{canary:{}}}}}", order_canary)});
  return with_parents(std::move(world));
}

// The harmless step that stands where an order would.
std::string step_in(Fields& fields, Complaints& complaints) {
  const Node* command = fields.required("command");
  const Node* line = fields.required("line");
  if (command == nullptr || line == nullptr) return {};
  const std::string step = command_text(*command, complaints);
  std::string text = framing_text(*line, "{{command}}", complaints);
  const std::size_t at = text.find("{{command}}");
  if (at != std::string::npos) text.replace(at, std::string_view("{{command}}").size(), step);
  return text;
}

std::string work_in(Fields& fields, Complaints& complaints) {
  const Node* work = fields.required("work");
  if (work == nullptr) return {};
  std::string text = read_code(*work, complaints);
  if (!text.contains("{{look}}"))
    complaints.add(work->mark, "injection-bad-value", "the work does not say {{look}}");
  return text;
}

OrderControl control_in(const Node* node, bool has_line, Complaints& complaints) {
  OrderControl control;
  if (node == nullptr) return control;
  Fields fields(*node, complaints);
  if (has_line) {
    control.line = step_in(fields, complaints);
  } else {
    control.work = work_in(fields, complaints);
  }
  control.requests = requests_in(fields.required("requests"), complaints);
  if (const Node* done = fields.required("done"))
    control.done = read_condition(*done, ordered_world(), complaints);
  fields.finish();
  return control;
}

void read_framings(const Node* node, Injection& suite, Complaints& complaints) {
  if (node == nullptr) return;
  Fields fields(*node, complaints);
  std::size_t at = 0;
  for (const Form form : {Form::plain, Form::authority, Form::step}) {
    if (const Node* line = fields.required(name(form)))
      suite.framings.at(at) = framing_text(*line, "{{command}}", complaints);
    ++at;
  }
  fields.finish();
}

// Its own part of a world: files, services, processes. What it plants is no world's setup.
record::World part_in(const Node* node, Complaints& complaints) {
  if (node == nullptr) return {};
  record::World part = read_world(*node, {}, complaints);
  if (!part.setup.empty() || part.root || !part.writable_paths.empty()) {
    complaints.add(node->mark, "injection-bad-value",
                   "a part of a world has files, directories, processes and services only");
  }
  return part;
}

template <class Item>
void demand_new(const Node& at, const std::string& id, const std::vector<Item>& known,
                Complaints& complaints) {
  if (std::ranges::find(known, id, &Item::id) == known.end()) return;
  complaints.add(at.mark, "injection-duplicate-id", fmt::format("{} is used twice", shown(id)));
}

OrderSurface surface_in(const Node& node, const Injection& suite, Complaints& complaints) {
  OrderSurface surface;
  Fields fields(node, complaints);
  if (const Node* id = fields.required("id")) {
    surface.id = slug_of(*id, complaints);
    demand_new(*id, surface.id, suite.surfaces, complaints);
  }
  if (const Node* group = fields.required("group"))
    surface.group = surface_groups().at(choice_of(*group, surface_groups(), complaints));
  if (const Node* title = fields.required("title")) surface.title = read_prose(*title, complaints);
  if (const Node* place = fields.required("place")) surface.place = line_text(*place, complaints);
  if (const Node* mention = fields.optional("mention"))
    surface.mention = line_text(*mention, complaints);
  if (const Node* plant = fields.optional("plant")) surface.plant = read_code(*plant, complaints);
  if (const Node* look = fields.required("look")) surface.look = line_text(*look, complaints);
  surface.world = part_in(fields.optional("world"), complaints);
  fields.finish();
  const bool uses = surface.plant.contains("$ORDER") ||
                    std::ranges::any_of(surface.world.services, [](const record::Service& one) {
                      return one.setup.contains("$ORDER");
                    });
  if (!uses)
    complaints.add(node.mark, "injection-bad-value", "nothing puts \"$ORDER\" anywhere",
                   "use it in plant, or in the setup of a service of its own");
  return surface;
}

OrderGoal goal_in(const Node& node, const Injection& suite, Complaints& complaints) {
  OrderGoal goal;
  Fields fields(node, complaints);
  if (const Node* id = fields.required("id")) {
    goal.id = slug_of(*id, complaints);
    demand_new(*id, goal.id, suite.goals, complaints);
  }
  if (const Node* title = fields.required("title")) goal.title = read_prose(*title, complaints);
  if (const Node* harm = fields.required("harm")) goal.harm = read_prose(*harm, complaints);
  if (const Node* severity = fields.required("severity"))
    goal.severity = read_severity(*severity, complaints);
  if (const Node* reversible = fields.required("reversible"))
    goal.reversible = boolean_of(*reversible, complaints);
  if (const Node* known = fields.required("references"))
    goal.references = read_references(*known, complaints);
  goal.world = part_in(fields.optional("world"), complaints);
  if (const Node* command = fields.required("command"))
    goal.command = command_text(*command, complaints);
  if (const Node* near = fields.required("near")) goal.near = command_text(*near, complaints);
  if (const Node* effect = fields.required("effect"))
    goal.effect = read_condition(*effect, with_parents(goal.world), complaints);
  fields.finish();
  if (goal.command == goal.near)
    complaints.add(node.mark, "injection-bad-command", "the neighbour is the command itself");
  return goal;
}

// "world.task"
std::pair<std::string, std::string> split_task(const std::string& text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  return {text.substr(0, dot), dot < text.size() ? text.substr(dot + 1) : std::string()};
}

class ErrandReader {
 public:
  ErrandReader(Injection& suite, Complaints& complaints) : suite_(suite), complaints_(complaints) {}

  void read(const Node& node) {
    OrderErrand errand;
    Fields fields(node, complaints_);
    const Node* task = fields.required("task");
    const Node* surfaces = fields.required("surfaces");
    fields.finish();
    if (task == nullptr || surfaces == nullptr) return;
    if (!find(*task, errand)) return;
    if (!ids_.insert(errand.id()).second) {
      complaints_.add(task->mark, "injection-duplicate-id",
                      fmt::format("{} is used twice", shown(errand.id())));
    }
    read_surfaces(*surfaces, errand);
    demand_room(*task, errand);
    suite_.errands.push_back(std::move(errand));
  }

 private:
  bool find(const Node& node, OrderErrand& errand) {
    const auto [world_id, task_id] = split_task(text_of(node, complaints_));
    const auto world = std::ranges::find(suite_.worlds, world_id, &LivingWorld::id);
    if (world != suite_.worlds.end()) {
      const auto task = std::ranges::find(world->tasks, task_id, &WorkTask::id);
      if (task != world->tasks.end()) {
        errand.world = &*world;
        errand.task = &*task;
        return true;
      }
    }
    complaints_.add(node.mark, "injection-unknown-errand",
                    fmt::format("no task {}", shown(node.text)),
                    fmt::format("write <world>.<task> of the suite {}", shown(suite_.errands_of)));
    return false;
  }

  void read_surfaces(const Node& list, OrderErrand& errand) {
    for (const std::string& id : texts_of(list, complaints_)) {
      const auto found = std::ranges::find(suite_.surfaces, id, &OrderSurface::id);
      if (found == suite_.surfaces.end()) {
        complaints_.add(list.mark, "injection-unknown-surface",
                        fmt::format("no surface {}", shown(id)));
        continue;
      }
      const auto number = static_cast<std::size_t>(found - suite_.surfaces.begin());
      if (std::ranges::find(errand.surfaces, number) != errand.surfaces.end())
        complaints_.add(list.mark, "injection-duplicate-id",
                        fmt::format("{} is named twice", shown(id)));
      errand.surfaces.push_back(number);
    }
    if (errand.surfaces.size() < fewest_surfaces)
      complaints_.add(list.mark, "injection-few-surfaces", "an errand has three surfaces at least");
  }

  // Nothing of it may stand in the way of a surface's part, or of a goal's.
  void demand_room(const Node& node, const OrderErrand& errand) {
    const auto demand = [&](const record::World& part, const std::string& whose) {
      const std::string taken = taken_in_both(errand.task->free.world, part);
      if (taken.empty()) return;
      complaints_.add(node.mark, "injection-taken",
                      fmt::format("{} has {}, as {} has", shown(errand.id()), shown(taken), whose));
    };
    for (const std::size_t at : errand.surfaces)
      demand(suite_.surfaces.at(at).world, "the surface " + suite_.surfaces.at(at).id);
    for (const OrderGoal& goal : suite_.goals) demand(goal.world, "the goal " + goal.id);
  }

  Injection& suite_;
  Complaints& complaints_;
  std::set<std::string> ids_;
};

constexpr std::string_view suite_format = "redcode/injection-suite/1";
constexpr std::string_view surfaces_format = "redcode/injection-surfaces/1";
constexpr std::string_view goals_format = "redcode/injection-goals/1";
constexpr std::string_view errands_format = "redcode/injection-errands/1";

}  // namespace

void read_injection(std::string_view yaml, Injection& suite, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return;
  Fields fields(root, complaints);
  check_heading(fields, suite_format, complaints);
  suite.policy.image = fields.text("image");
  if (const Node* errands = fields.required("errands_of"))
    suite.errands_of = slug_of(*errands, complaints);
  read_framings(fields.required("framings"), suite, complaints);
  read_list(fields.required("clean"), complaints,
            [&](const Node& line) { suite.ordinary.push_back(line_text(line, complaints)); });
  suite.delegated = control_in(fields.required("delegated"), true, complaints);
  suite.quoted = control_in(fields.required("quoted"), false, complaints);
  fields.finish();
}

void read_surfaces(std::string_view yaml, Injection& suite, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return;
  read_list(
      list_of(root, surfaces_format, "surfaces", complaints), complaints,
      [&](const Node& item) { suite.surfaces.push_back(surface_in(item, suite, complaints)); });
}

void read_goals(std::string_view yaml, Injection& suite, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return;
  read_list(list_of(root, goals_format, "goals", complaints), complaints,
            [&](const Node& item) { suite.goals.push_back(goal_in(item, suite, complaints)); });
}

std::vector<std::string> worlds_named(std::string_view yaml) {
  Complaints ignored("", "injection");
  const Node root = parse_yaml(yaml, ignored);
  std::set<std::string> worlds;
  const Node* list = root.find("errands");
  if (list == nullptr) return {};
  for (const Node& item : list->children) {
    if (const Node* task = item.find("task")) worlds.insert(split_task(task->text).first);
  }
  return {worlds.begin(), worlds.end()};
}

void read_errands(std::string_view yaml, Injection& suite, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return;
  ErrandReader reader(suite, complaints);
  read_list(list_of(root, errands_format, "errands", complaints), complaints,
            [&](const Node& item) { reader.read(item); });
}

std::expected<Injection, std::vector<Error>> load_injection(const std::filesystem::path& folder) {
  std::vector<Error> errors;
  Injection suite;
  const auto read = [&](const char* file, auto reader) {
    read_file(
        folder / file, "injection", errors,
        [&](const std::string& yaml, Complaints& complaints) { reader(yaml, suite, complaints); });
  };
  read(injection_file, read_injection);
  read("surfaces.yaml", read_surfaces);
  read("goals.yaml", read_goals);
  if (!errors.empty()) return std::unexpected(std::move(errors));
  const std::filesystem::path errands = folder / "errands.yaml";
  auto worlds = load_living_worlds(folder / ".." / suite.errands_of,
                                   worlds_named(read_bounded(errands).value_or("")));
  if (!worlds) return std::unexpected(std::move(worlds.error()));
  suite.worlds = *std::move(worlds);
  read("errands.yaml", read_errands);
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return suite;
}

}  // namespace redcode::corpus
