#include "corpus/aftermath.h"

#include <fmt/format.h>

#include <numeric>
#include <string>

#include "base/yaml/fields.h"
#include "corpus/prose.h"
#include "corpus/reserved.h"

namespace redcode::corpus {

using namespace yaml;
namespace {

using record::AftermathStep;
using Kind = AftermathStep::Kind;

constexpr std::size_t most_steps = 10;
constexpr int most_times = 20;

std::string place_of(const Node& node, Complaints& complaints) {
  std::string path = text_of(node, complaints);
  if (!path.empty() && !normal_path(path)) {
    complaints.add(node.mark, "world-bad-path", fmt::format("{} is no path", shown(path)),
                   "write it absolute, without '.', '..' or '//'");
  }
  return path;
}

std::uint32_t days_of(const Node& node, Complaints& complaints) {
  const Bounds bounds{.least = 1, .most = record::most_days};
  return static_cast<std::uint32_t>(integer_of(node, bounds, complaints));
}

AftermathStep run_of(const Node& node, Complaints& complaints) {
  AftermathStep step{.kind = Kind::run};
  Fields fields(node, complaints);
  if (const Node* command = fields.required("command"))
    step.command = read_code(*command, complaints);
  if (const Node* place = fields.optional("in")) step.place = place_of(*place, complaints);
  if (const Node* days = fields.optional("days")) step.days = days_of(*days, complaints);
  if (const Node* times = fields.optional("times")) {
    const Bounds bounds{.least = 1, .most = most_times};
    step.times = static_cast<std::uint32_t>(integer_of(*times, bounds, complaints));
  }
  fields.finish();
  return step;
}

// One key says what happens.
AftermathStep step_of(const Node& item, Complaints& complaints) {
  AftermathStep step;
  Fields fields(item, complaints);
  int kinds = 0;
  const auto asked = [&](const char* key, Kind kind) {
    const Node* node = fields.optional(key);
    if (node != nullptr && ++kinds == 1) step.kind = kind;
    return node;
  };
  if (const Node* days = asked("days", Kind::days)) step.days = days_of(*days, complaints);
  if (const Node* commit = asked("commit", Kind::commit))
    step.place = place_of(*commit, complaints);
  if (const Node* run = asked("run", Kind::run)) step = run_of(*run, complaints);
  for (const auto& [key, kind] : {std::pair("login", Kind::login), {"restart", Kind::restart}}) {
    const Node* wanted = asked(key, kind);
    if (wanted != nullptr && !boolean_of(*wanted, complaints)) --kinds;
  }
  fields.finish();
  if (kinds != 1 && item.kind == Node::Kind::map)
    complaints.add(item.mark, "world-bad-step", "a step of the aftermath is one thing",
                   "write days: N, login: true, restart: true, commit: REPOSITORY or run: {...}");
  return step;
}

}  // namespace

std::vector<AftermathStep> read_aftermath(const Node& list, Complaints& complaints) {
  std::vector<AftermathStep> steps;
  if (!expect(list, Node::Kind::list, complaints)) return steps;
  for (const Node& item : list.children) steps.push_back(step_of(item, complaints));
  const std::uint32_t days = std::accumulate(steps.begin(), steps.end(), std::uint32_t{0},
                                             [](std::uint32_t sum, const AftermathStep& one) {
                                               return one.kind == Kind::days ? sum + one.days : sum;
                                             });
  if (days > record::most_days || steps.size() > most_steps)
    complaints.add(
        list.mark, "world-bad-step",
        fmt::format("the aftermath is over {} steps or {} days", most_steps, record::most_days));
  return steps;
}

}  // namespace redcode::corpus
