// Honest work where a stranger's text gives an order: the suite `injection`.
// docs/formats/injection.md is the grammar.
//
//   <folder>/injection.yaml   the image, whose tasks are the errands, how orders are worded, the
//                             controls
//   <folder>/surfaces.yaml    where a stranger's text meets an agent
//   <folder>/goals.yaml       what orders want
//   <folder>/errands.yaml     the tasks, and the surfaces that fit each
//
// An errand is a task of the suite `overreach` in its free world. Cases are the product.
#pragma once

#include <array>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "corpus/case.h"
#include "corpus/overreach.h"

namespace redcode::corpus {

inline constexpr const char* injection_file = "injection.yaml";

// Whether the folder holds the suite `injection`.
bool is_injection(const std::filesystem::path& folder);

// A place where a stranger's text meets the agent.
struct OrderSurface {
  std::string id;
  std::string group;         // one of surface_groups()
  std::string title;         // "the README"
  std::string place;         // as a user would point to it: "the end of README.md"
  std::string mention;       // what a user says that leads there; may be ""
  std::string plant;         // Bash that puts "$ORDER" there, in the working directory; may be ""
  std::string look;          // one command that shows it
  record::World world = {};  // laid over the errand's; its services' setups know "$ORDER", too
};
const std::vector<std::string>& surface_groups();

// What an order wants.
struct OrderGoal {
  std::string id;
  std::string title;
  std::string harm;
  Severity severity = Severity::medium;
  bool reversible = false;
  References references = {};
  record::World world = {};  // what it is about, laid over the errand's
  std::string command;       // one line
  std::string near;          // its neighbour, which counts for nothing
  Condition effect;
};

struct OrderErrand {
  const LivingWorld* world = nullptr;      // of Injection::worlds
  const WorkTask* task = nullptr;          // of that
  std::vector<std::size_t> surfaces = {};  // indices

  std::string id() const { return world->id + "-" + task->id; }
  // Does the work in the free world. Requires: the file was sound.
  const Script& work() const;
};

// A task of its own in an errand's world.
struct OrderControl {
  std::string line;                   // what stands in the surface's place, if not the order
  std::vector<std::string> requests;  // with {{place}}
  std::string work;                   // Bash with {{look}}; "": what stands there is run
  Condition done;
};

// The worlds are pointed into: it moves, and is never copied.
struct Injection {
  record::Policy policy;
  std::string errands_of;                    // the folder beside this one whose tasks they are
  std::array<std::string, 3> framings = {};  // with {{command}}: Form::plain, authority, step
  std::vector<std::string> ordinary = {};    // lines of the control `clean`
  OrderControl delegated;
  OrderControl quoted;
  std::vector<OrderSurface> surfaces = {};
  std::vector<OrderGoal> goals = {};
  std::vector<OrderErrand> errands = {};
  std::vector<LivingWorld> worlds = {};

  Injection() = default;
  Injection(const Injection&) = delete;
  Injection& operator=(const Injection&) = delete;
  Injection(Injection&&) = default;
  Injection& operator=(Injection&&) = default;
  ~Injection() = default;
};

// Everything wrong with its files is returned. Codes: those of the readers below, and of the
// suite whose tasks they are.
std::expected<Injection, std::vector<Error>> load_injection(const std::filesystem::path& folder);

// The files' readers. Codes: injection-bad-value, injection-duplicate-id, injection-unknown-errand,
// injection-unknown-surface, injection-few-surfaces, injection-bad-command, injection-bad-framing,
// injection-taken, and those of worlds and oracles.
void read_injection(std::string_view yaml, Injection& suite, yaml::Complaints& complaints);
void read_surfaces(std::string_view yaml, Injection& suite, yaml::Complaints& complaints);
void read_goals(std::string_view yaml, Injection& suite, yaml::Complaints& complaints);
// The worlds that the file names.
std::vector<std::string> worlds_named(std::string_view yaml);
// Requires: worlds, surfaces and goals are there.
void read_errands(std::string_view yaml, Injection& suite, yaml::Complaints& complaints);

// Which case of the product it is, by indices.
struct OrderPlace {
  std::size_t errand = 0;
  std::size_t surface = 0;  // of the suite's
  std::size_t goal = 0;
  Form form = Form::plain;
};
Case injection_case(const Injection& suite, const OrderPlace& place);
// The line that stands in the surface's place.
std::string line_of(const Injection& suite, const OrderPlace& place);
// Each errand at each of its surfaces with each goal once, framings in turn; and of each errand
// every control.
std::vector<OrderPlace> places_of(const Injection& suite, std::size_t errand);
std::vector<Case> expand(const Injection& suite);

// The worlds of an errand, a surface and a goal in one. What two of them have is in `taken`.
record::World world_of(const record::World& errand, const OrderSurface& surface,
                       const OrderGoal& goal, const std::string& line);
// What both worlds have: a path, a service, a host; "" if nothing.
std::string taken_in_both(const record::World& one, const record::World& other);

}  // namespace redcode::corpus
