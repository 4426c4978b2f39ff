#include "corpus/overreach.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/yaml/fields.h"
#include "corpus/heading.h"
#include "corpus/oracle.h"
#include "corpus/pair.h"
#include "corpus/prose.h"
#include "corpus/scenario.h"
#include "corpus/seeding.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

using record::Outcome;

constexpr std::string_view suite_format = "redcode/overreach-suite/1";
constexpr std::string_view world_format = "redcode/overreach/1";
constexpr std::string_view attacks_format = "redcode/overreach-attacks/1";
constexpr std::size_t most_tasks = 50;
constexpr std::size_t most_scripts = 20;
constexpr std::size_t most_turns = 8;

// What a script can be meant to come to.
const std::vector<std::string>& script_outcomes() {
  static const std::vector<std::string> names = {"done", "done-with-harm", "undone",
                                                 "undone-with-harm"};
  return names;
}

Outcome script_outcome(const Node& node, Complaints& complaints) {
  return static_cast<Outcome>(choice_of(node, script_outcomes(), complaints) +
                              static_cast<std::size_t>(Outcome::done));
}

std::vector<Script> scripts_in(const Node& map, Complaints& complaints) {
  std::vector<Script> scripts;
  if (!expect(map, Node::Kind::map, complaints)) return scripts;
  if (map.children.size() > most_scripts)
    complaints.add(map.mark, "overreach-bad-value",
                   fmt::format("more than {} scripts", most_scripts));
  for (const Node& member : map.children) {
    Fields fields(member, complaints);
    Script script{.name = member.key};
    if (const Node* run = fields.required("run")) script.run = read_code(*run, complaints);
    if (const Node* trap = fields.optional("trap")) script.trap = script_outcome(*trap, complaints);
    if (const Node* free = fields.optional("free")) script.free = script_outcome(*free, complaints);
    fields.finish();
    scripts.push_back(std::move(script));
  }
  return scripts;
}

// One file's world and tasks, laid over one another as they are read.
class LivingWorldReader {
 public:
  LivingWorldReader(const record::Policy& policy, Complaints& complaints)
      : complaints_(complaints) {
    made_.policy = policy;
  }

  LivingWorld read(const Node& root, const std::string& id) && {
    Fields fields(root, complaints_);
    heading(fields, id);
    record::World shared;
    if (const Node* world = fields.required("world"))
      shared = read_world(*world, shared, complaints_);
    if (const Node* policy = fields.optional("policy"))
      read_limits(*policy, made_.policy, complaints_);
    const Node* tasks = fields.required("tasks");
    fields.finish();
    if (tasks == nullptr || !expect(*tasks, Node::Kind::list, complaints_)) return {};
    if (tasks->children.empty() || tasks->children.size() > most_tasks)
      complaints_.add(tasks->mark, "overreach-bad-value", "a world has 1 to 50 tasks");
    for (const Node& task : tasks->children) made_.tasks.push_back(read_task(task, shared));
    return std::move(made_);
  }

 private:
  void heading(Fields& fields, const std::string& id) {
    check_heading(fields, world_format, complaints_);
    if (const Node* named = fields.required("id")) {
      made_.id = slug_of(*named, complaints_);
      if (made_.id != id) {
        complaints_.add(named->mark, "overreach-id-not-file-name",
                        fmt::format("id {} in a file called {}", shown(made_.id), shown(id)));
      }
    }
    if (const Node* title = fields.required("title")) made_.title = read_prose(*title, complaints_);
    if (const Node* pattern = fields.required("pattern"))
      made_.pattern = choice(*pattern, accident_patterns());
    if (const Node* group = fields.required("group"))
      made_.group = choice(*group, accident_groups());
    if (const Node* harm = fields.required("harm")) made_.harm = read_prose(*harm, complaints_);
    if (const Node* severity = fields.required("severity"))
      made_.severity = read_severity(*severity, complaints_);
    if (const Node* reversible = fields.required("reversible"))
      made_.reversible = boolean_of(*reversible, complaints_);
    if (const Node* known = fields.required("references"))
      made_.references = read_references(*known, complaints_);
    if (const Node* incidents = fields.required("incidents")) read_incidents(*incidents);
  }

  std::string choice(const Node& node, const std::vector<std::string>& from) {
    return from.at(choice_of(node, from, complaints_));
  }

  void read_incidents(const Node& list) {
    if (!expect(list, Node::Kind::list, complaints_)) return;
    for (const Node& item : list.children) {
      Fields fields(item, complaints_);
      made_.incidents.push_back({.source = fields.text("source"), .what = fields.text("what")});
      fields.finish();
    }
  }

  WorkTask read_task(const Node& node, const record::World& shared) {
    WorkTask task;
    Fields fields(node, complaints_);
    if (const Node* id = fields.required("id")) task.id = task_id(*id);
    if (const Node* voice = fields.required("voice")) task.voice = choice(*voice, voices());
    if (const Node* request = fields.required("request")) task.request = said(*request);
    if (const Node* boundary = fields.required("boundary")) task.boundary = said(*boundary);
    if (const Node* then = fields.optional("then")) task.then = turns(*then);
    const Node* own = fields.optional("world");
    const record::World world = own == nullptr ? shared : read_world(*own, shared, complaints_);
    const Node* goal = fields.optional("goal");
    const Node* harm = fields.optional("harm");
    if (const Node* trap = fields.required("trap"))
      task.trap = read_side(*trap, world, {.goal = goal, .harm = harm});
    if (const Node* free = fields.required("free")) {
      task.free = read_side(*free, world, {.goal = goal, .harm = harm});
      demand_even(*free, task.trap.world, task.free.world, complaints_);
    }
    if (const Node* scripts = fields.required("scripts")) read_scripts(*scripts, task);
    fields.finish();
    return task;
  }

  std::string task_id(const Node& node) {
    std::string id = slug_of(node, complaints_);
    if (id.starts_with("twin-"))
      complaints_.add(node.mark, "overreach-bad-id", "an id may not begin with 'twin-'");
    if (!ids_.insert(id).second)
      complaints_.add(node.mark, "overreach-duplicate-id",
                      fmt::format("{} is used twice", shown(id)));
    return id;
  }

  std::string said(const Node& node) {
    demand_no_tell(node, "prose-tell", complaints_);
    return read_prose(node, complaints_);
  }

  std::vector<std::string> turns(const Node& list) {
    std::vector<std::string> all;
    if (!expect(list, Node::Kind::list, complaints_)) return all;
    if (list.children.size() > most_turns)
      complaints_.add(list.mark, "overreach-bad-value",
                      fmt::format("more than {} turns", most_turns));
    for (const Node& turn : list.children) all.push_back(said(turn));
    return all;
  }

  // Where a side does not say it itself.
  struct Questions {
    const Node* goal;
    const Node* harm;
  };

  Side read_side(const Node& node, const record::World& under, Questions shared) {
    Side side;
    Fields fields(node, complaints_);
    const Node* own = fields.optional("world");
    side.world = with_parents(own == nullptr ? under : read_world(*own, under, complaints_));
    const Node* goal = fields.optional("goal");
    const Node* harm = fields.optional("harm");
    side.goal = question(node, goal == nullptr ? shared.goal : goal, "goal", side.world);
    side.harm = question(node, harm == nullptr ? shared.harm : harm, "harm", side.world);
    fields.finish();
    return side;
  }

  Condition question(const Node& side, const Node* node, std::string_view key,
                     const record::World& world) {
    if (node != nullptr) return read_condition(*node, world, complaints_);
    complaints_.add(side.mark, "overreach-missing-key",
                    fmt::format("nothing says what its {} is", key),
                    "give it for the task, or for each of its two worlds");
    return {};
  }

  void read_scripts(const Node& map, WorkTask& task) {
    task.scripts = scripts_in(map, complaints_);
    demand_script(map, task, "a proper one: trap: done",
                  [](const Script& one) { return one.trap == Outcome::done; });
    demand_script(map, task, "the shortcut: trap: done-with-harm, free: done",
                  [](const Script& one) {
                    return one.trap == Outcome::done_with_harm && one.free == Outcome::done;
                  });
    demand_script(map, task, "one that only looks like the work: trap: undone",
                  [](const Script& one) { return one.trap == Outcome::undone; });
  }

  template <class Is>
  void demand_script(const Node& map, const WorkTask& task, std::string_view what, const Is& is) {
    if (std::ranges::any_of(task.scripts, is)) return;
    complaints_.add(map.mark, "overreach-no-script", fmt::format("no script is {}", what));
  }

  Complaints& complaints_;
  LivingWorld made_;
  std::set<std::string> ids_;
};

template <class Is>
const Script& script_that(const WorkTask& task, const Is& is) {
  return *std::ranges::find_if(task.scripts, is);
}

}  // namespace

bool is_overreach(const std::filesystem::path& folder) {
  std::error_code failed;
  return std::filesystem::exists(folder / overreach_file, failed);
}

record::Policy read_overreach(std::string_view yaml, Complaints& complaints) {
  record::Policy policy;
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return policy;
  Fields fields(root, complaints);
  check_heading(fields, suite_format, complaints);
  policy.image = fields.text("image");
  if (const Node* limits = fields.optional("policy")) read_limits(*limits, policy, complaints);
  fields.finish();
  return policy;
}

const Script& WorkTask::shortcut() const {
  return script_that(*this, [](const Script& one) {
    return one.trap == Outcome::done_with_harm && one.free == Outcome::done;
  });
}

const Script& WorkTask::proper() const {
  return script_that(*this, [](const Script& one) { return one.trap == Outcome::done; });
}

const std::vector<std::string>& accident_groups() {
  static const std::vector<std::string> names = {"version-control", "files",   "databases",
                                                 "processes",       "secrets", "services"};
  return names;
}

const std::vector<std::string>& accident_patterns() {
  static const std::vector<std::string> names = {"home-or-parent-removed",
                                                 "worktree-reverted",
                                                 "only-copy-removed",
                                                 "quoting-widened",
                                                 "recreate-to-fix",
                                                 "schema-tool-resets",
                                                 "tests-hit-live-data",
                                                 "untracked-deleted",
                                                 "force-pushed",
                                                 "investigation-acts",
                                                 "sql-too-wide",
                                                 "commits-dropped",
                                                 "stash-lost",
                                                 "secret-published",
                                                 "whole-file-overwritten",
                                                 "money-spent",
                                                 "tests-weakened",
                                                 "unasked-publish",
                                                 "preexisting-overwritten",
                                                 "alias-path-removed",
                                                 "guard-worked-around",
                                                 "env-fell-back",
                                                 "false-report",
                                                 "tidied-too-much",
                                                 "broad-kill",
                                                 "parallel-work-destroyed",
                                                 "secret-shown",
                                                 "wrong-recipient",
                                                 "prune-too-wide",
                                                 "ownership-broken",
                                                 "backup-removed",
                                                 "freeze-ignored",
                                                 "iac-destroyed",
                                                 "found-token-used"};
  return names;
}

LivingWorld read_living_world(std::string_view yaml, const std::string& id,
                              const record::Policy& policy, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return {};
  return LivingWorldReader(policy, complaints).read(root, id);
}

void read_work_attacks(std::string_view yaml, LivingWorld& world, Complaints& complaints) {
  const Node root = parse_yaml(yaml, complaints);
  if (complaints.count() > 0) return;
  Fields fields(root, complaints);
  check_heading(fields, attacks_format, complaints);
  if (const Node* id = fields.required("world"); id && text_of(*id, complaints) != world.id)
    complaints.add(id->mark, "attacks-wrong-world", "not the world of the file's name");
  const Node* tasks = fields.required("tasks");
  fields.finish();
  if (tasks == nullptr || !expect(*tasks, Node::Kind::map, complaints)) return;
  for (const Node& one : tasks->children) {
    const auto task = std::ranges::find(world.tasks, one.key, &WorkTask::id);
    if (task == world.tasks.end()) {
      complaints.add(one.key_mark, "attacks-unknown-task",
                     fmt::format("no task {}", shown(one.key)));
      continue;
    }
    for (Script& script : scripts_in(one, complaints)) {
      script.name = "attack " + script.name;
      task->scripts.push_back(std::move(script));
    }
  }
}

Case work_case(const LivingWorld& world, const WorkTask& task, bool trap, Form form) {
  const Side& side = trap ? task.trap : task.free;
  const std::string variant = trap ? task.id : "twin-" + task.id;
  return {.id = fmt::format("{}.{}.{}.bash", world.id, variant, name(form)),
          .scenario = world.id,
          .variant = variant,
          .domain = world.group,
          .title = world.title,
          .format = {.form = form, .language = Language::bash},
          .voice = task.voice,
          .task = form == Form::stated ? task.request + "\n\n" + task.boundary : task.request,
          .then = task.then,
          .code = task.shortcut().run,
          .legitimate_code = task.proper().run,
          .expected_behaviour = Behaviour::execute,
          .risk_category = world.pattern,
          .severity = world.severity,
          .reversible = world.reversible,
          .world = side.world,
          .policy = world.policy,
          .oracle = WorkOracle{.goal = side.goal, .harm = side.harm, .trap = trap},
          .incidents = world.incidents};
}

std::vector<Case> expand(const LivingWorld& world) {
  std::vector<Case> cases;
  for (const WorkTask& task : world.tasks) {
    for (const bool trap : {true, false}) {
      for (const Form form : {Form::open, Form::stated})
        cases.push_back(work_case(world, task, trap, form));
    }
  }
  return cases;
}

}  // namespace redcode::corpus
