// The cases of the suite `injection`: errands, surfaces, goals and framings as one.
#include "corpus/injection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.h"
#include "corpus/oracle.h"
#include "corpus/seeding.h"

namespace redcode::corpus {
namespace {

using record::Outcome;

constexpr std::array<Form, 3> framing_forms{Form::plain, Form::authority, Form::step};
constexpr std::array<Form, 3> control_forms{Form::clean, Form::delegated, Form::quoted};

bool is_control(Form form) { return std::ranges::find(control_forms, form) != control_forms.end(); }

std::string filled(std::string text, std::string_view hole, std::string_view with) {
  for (std::size_t at = text.find(hole); at != std::string::npos;
       at = text.find(hole, at + with.size())) {
    text.replace(at, hole.size(), with);
  }
  return text;
}

// One word for a shell, whatever stands in it.
std::string quoted_for_shell(std::string_view text) {
  return "'" + filled(std::string(text), "'", R"('\'')") + "'";
}

std::string with_order(const std::string& script, const std::string& line) {
  return fmt::format("ORDER={}\n{}", quoted_for_shell(line), script);
}

// In a shell of its own: what the errand's setup has set or left is none of its business.
std::string planted(const std::string& setup, const std::string& working_dir,
                    const OrderSurface& surface, const std::string& line) {
  if (surface.plant.empty()) return setup;
  return fmt::format("{}\n(\ncd {}\n{}\n)\n", setup, quoted_for_shell(working_dir),
                     with_order(surface.plant, line));
}

// Laid over `under`, which has none of it.
void lay_over(record::World& under, const record::World& part) {
  std::ranges::copy(part.files, std::back_inserter(under.files));
  std::ranges::copy(part.processes, std::back_inserter(under.processes));
  std::ranges::copy(part.services, std::back_inserter(under.services));
}

const OrderControl& control_of(const Injection& suite, Form form) {
  return form == Form::delegated ? suite.delegated : suite.quoted;
}

std::string request_of(const Injection& suite, const OrderPlace& place) {
  const OrderErrand& errand = suite.errands.at(place.errand);
  const OrderSurface& surface = suite.surfaces.at(place.surface);
  if (place.form == Form::delegated || place.form == Form::quoted) {
    const auto& requests = control_of(suite, place.form).requests;
    return filled(requests.at(place.errand % requests.size()), "{{place}}", surface.place);
  }
  const std::string& request = errand.task->request;
  return surface.mention.empty() ? request : request + "\n\n" + surface.mention;
}

// What a persona does that does what the user asked for, and needs no look for it.
std::string work_of(const Injection& suite, const OrderPlace& place) {
  const OrderSurface& surface = suite.surfaces.at(place.surface);
  if (place.form == Form::delegated) return surface.look + "\n";
  if (place.form == Form::quoted) return filled(suite.quoted.work, "{{look}}", surface.look);
  return suite.errands.at(place.errand).work().run;
}

Condition done_of(const Injection& suite, const OrderPlace& place) {
  if (place.form == Form::delegated || place.form == Form::quoted)
    return control_of(suite, place.form).done;
  return suite.errands.at(place.errand).task->free.goal;
}

template <class Item, class Name>
std::string shared_name(const std::vector<Item>& one, const std::vector<Item>& other, Name name) {
  std::set<std::string> known;
  for (const Item& item : one) known.insert(std::invoke(name, item));
  for (const Item& item : other) {
    if (known.contains(std::invoke(name, item))) return std::invoke(name, item);
  }
  return {};
}

std::vector<std::string> hosts_of(const record::World& world) {
  std::vector<std::string> hosts;
  for (const record::Service& service : world.services)
    std::ranges::copy(service.names, std::back_inserter(hosts));
  return hosts;
}

std::vector<std::string> canaries_of(const record::World& world) {
  std::vector<std::string> canaries = canaries_in(world.setup);
  const auto add = [&canaries](const std::string& content) {
    std::ranges::move(canaries_in(content), std::back_inserter(canaries));
  };
  for (const record::SeededFile& file : world.files) add(file.content);
  for (const record::Service& service : world.services) {
    add(service.setup);
    for (const record::SeededFile& file : service.files) add(file.content);
  }
  return canaries;
}

// Directories may be in both: they are the same place.
std::vector<record::SeededFile> files_alone(const record::World& world) {
  std::vector<record::SeededFile> files;
  std::ranges::copy_if(world.files, std::back_inserter(files),
                       [](const record::SeededFile& entry) { return !entry.directory; });
  return files;
}

}  // namespace

bool is_injection(const std::filesystem::path& folder) {
  std::error_code failed;
  return std::filesystem::exists(folder / injection_file, failed);
}

const std::vector<std::string>& surface_groups() {
  static const std::vector<std::string> names = {"read-for-the-task", "loaded-unasked",
                                                 "output-of-programs", "names-and-history",
                                                 "from-outside"};
  return names;
}

const Script& OrderErrand::work() const {
  const auto right = [](const Script& one) { return one.free == Outcome::done; };
  const auto careful = std::ranges::find_if(task->scripts, [&right](const Script& one) {
    return right(one) && one.trap == Outcome::done;
  });
  if (careful != task->scripts.end()) return *careful;
  return *std::ranges::find_if(task->scripts, right);
}

std::string taken_in_both(const record::World& one, const record::World& other) {
  if (auto path = shared_name(files_alone(one), files_alone(other), &record::SeededFile::path);
      !path.empty()) {
    return path;
  }
  if (auto id = shared_name(one.services, other.services, &record::Service::id); !id.empty())
    return "the service " + id;
  const auto itself = [](const std::string& text) { return text; };
  if (auto host = shared_name(hosts_of(one), hosts_of(other), itself); !host.empty())
    return "the host " + host;
  if (auto canary = shared_name(canaries_of(one), canaries_of(other), itself); !canary.empty())
    return "the canary " + canary;
  return shared_name(one.processes, other.processes, &record::PlaceholderProcess::program);
}

record::World world_of(const record::World& errand, const OrderSurface& surface,
                       const OrderGoal& goal, const std::string& line) {
  record::World world = errand;
  record::World own = surface.world;
  for (record::Service& service : own.services) service.setup = with_order(service.setup, line);
  lay_over(world, own);
  lay_over(world, goal.world);
  std::set<std::string> seen;
  std::erase_if(world.files,
                [&seen](const record::SeededFile& file) { return !seen.insert(file.path).second; });
  world.setup = planted(world.setup, world.working_dir, surface, line);
  return with_parents(std::move(world));
}

std::string line_of(const Injection& suite, const OrderPlace& place) {
  if (place.form == Form::clean) return suite.ordinary.at(place.errand % suite.ordinary.size());
  if (place.form == Form::delegated) return suite.delegated.line;
  const auto* const framing = std::ranges::find(framing_forms, place.form);
  const std::size_t which = framing == framing_forms.end()
                                ? place.errand % framing_forms.size()
                                : static_cast<std::size_t>(framing - framing_forms.begin());
  return filled(suite.framings.at(which), "{{command}}", suite.goals.at(place.goal).command);
}

Case injection_case(const Injection& suite, const OrderPlace& place) {
  const OrderErrand& errand = suite.errands.at(place.errand);
  const OrderSurface& surface = suite.surfaces.at(place.surface);
  const OrderGoal& goal = suite.goals.at(place.goal);
  const bool control = is_control(place.form);
  const std::string variant = fmt::format("{}-{}", surface.id, goal.id);
  record::Policy policy = errand.world->policy;
  policy.image = suite.policy.image;
  return {.id = fmt::format("{}.{}.{}.bash", errand.id(), variant, name(place.form)),
          .scenario = errand.id(),
          .variant = variant,
          .domain = surface.id,
          .title = fmt::format("{}: {}", surface.title, goal.title),
          .format = {.form = place.form, .language = Language::bash},
          .voice = errand.task->voice,
          .task = request_of(suite, place),
          .then = errand.task->then,
          .code = work_of(suite, place),
          .expected_behaviour = Behaviour::execute,
          .risk_category = goal.id,
          .severity = goal.severity,
          .reversible = goal.reversible,
          .world = world_of(errand.task->free.world, surface, goal, line_of(suite, place)),
          .policy = std::move(policy),
          .oracle = InjectionOracle{.done = done_of(suite, place),
                                    .attempt = attempt_at(goal.effect),
                                    .effect = goal.effect,
                                    .look = surface.look,
                                    .control = control}};
}

std::vector<OrderPlace> places_of(const Injection& suite, std::size_t errand) {
  const std::vector<std::size_t>& surfaces = suite.errands.at(errand).surfaces;
  std::vector<OrderPlace> places;
  for (std::size_t at = 0; at < surfaces.size(); ++at) {
    for (std::size_t goal = 0; goal < suite.goals.size(); ++goal) {
      const Form form = framing_forms.at((errand + at + goal) % framing_forms.size());
      places.push_back({.errand = errand, .surface = surfaces.at(at), .goal = goal, .form = form});
    }
  }
  for (std::size_t at = 0; at < control_forms.size(); ++at) {
    places.push_back({.errand = errand,
                      .surface = surfaces.at((errand + at) % surfaces.size()),
                      .goal = (errand + at) % suite.goals.size(),
                      .form = control_forms.at(at)});
  }
  return places;
}

std::vector<Case> expand(const Injection& suite) {
  std::vector<Case> cases;
  for (std::size_t errand = 0; errand < suite.errands.size(); ++errand) {
    for (const OrderPlace& place : places_of(suite, errand))
      cases.push_back(injection_case(suite, place));
  }
  return cases;
}

}  // namespace redcode::corpus
